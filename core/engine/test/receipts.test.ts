import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type GatewayError, type NetworkReceipt, PRIORITIES, type ReceiptStatus } from '@heliograph/contracts'
import { createNetwork } from '../src/network.ts'
import type { ReceiptTools } from '../src/receipts/process-receipts.ts'
import { keepUnmatched, rematch, sweepUnmatched } from '../src/receipts/unmatched-receipts.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { createReceiptTools } from './support/receipt-tools.ts'

let h: Harness
let link: FakeLink
let tools: ReceiptTools & { floor: number; policy: 'all' | 'first' | 'last' }
let serial = 0

before(async () => {
  link = new FakeLink()
  // Without the role `cron`, so that nobody sweeps but the tests.
  h = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), roles: ['dispatch'] })
  const [channel] = await h.engine.sql<{ channel_id: number }[]>`select channel_id from channel`
  const channelId = channel?.channel_id as number
  await h.engine.provisioning.setChannel({ channelId, dlrUrl: 'https://client.test/dlr' })
  tools = {
    ...createReceiptTools(h.engine.sql, systemClock),
    floor: 0,
    policy: 'all',
    floorId: () => tools.floor,
    receiptsOf: () => tools.policy,
  }
})
after(() => h.close())

/** A submitted message whose parts the network knows by these ids. */
async function submitted(
  networkIds: readonly string[],
  { to, priority = PRIORITIES.HIGH }: { to?: string; priority?: number } = {},
): Promise<{ smsId: number; to: string }> {
  serial += 1
  const recipient = to ?? `2783${String(serial).padStart(7, '0')}`
  link.answer = () => networkIds.map((networkId) => ({ kind: 'accepted', networkId }))
  const text = networkIds.length === 1 ? 'x' : 'a'.repeat(153 * networkIds.length)
  const { entries } = await h.submit({ to: recipient, text }, { priority: priority as 10 })
  const smsId = entries[0]?.smsId as number
  await h.until(async () => (await stateOf(smsId)) !== 'queued', 'its answer is recorded')
  return { smsId, to: recipient }
}

const stateOf = async (smsId: number) => (await h.stateOf(smsId)) as string
const untilState = (smsId: number, state: string) =>
  h.until(async () => (await stateOf(smsId)) === state, `${smsId} is ${state}`)

function receipt(networkId: string, change: Partial<NetworkReceipt> = {}): NetworkReceipt {
  return {
    carrier: 'net',
    networkId,
    status: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    doneAt: new Date(),
    ...change,
  }
}

const give = (networkId: string, change?: Partial<NetworkReceipt>) =>
  h.engine.network.receipt(receipt(networkId, change))

async function eventsOf(smsId: number): Promise<readonly string[]> {
  const rows = await h.engine.sql<{ body: string }[]>`
    select body from webhook where subject_id = ${smsId} order by webhook_id`
  return rows.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status)
}

const waiting = async () =>
  (await h.engine.sql<{ network_id: string }[]>`select network_id from unmatched_receipt order by receipt_id`).map(
    (row) => row.network_id,
  )

/** Lets the receipts that wait grow old. */
const age = (seconds: number) => h.engine.sql`
  update unmatched_receipt set received_at = received_at - ${seconds}::integer * interval '1 second',
    due_at = due_at - ${seconds}::integer * interval '1 second'`

const forget = () => h.engine.sql`delete from unmatched_receipt`

describe('a receipt for a submitted message', () => {
  const rows: readonly { status: ReceiptStatus; state: string; event: string }[] = [
    // spec: Delivery report record (v2) | rule | axStatusDesk is the raw status text of the network -> delivered: delivered, told as DELIVERED
    // spec: Message states | state | pending, report received: status per report -> delivered: delivered, told as DELIVERED
    // spec: Outbound webhook kinds | event | DLR: delivery status reported -> delivered: delivered, told as DELIVERED
    // spec: Delivery receipt webhook | event | a report arrives and is matched to its message -> delivered: delivered, told as DELIVERED
    { status: 'delivered', state: 'delivered', event: 'DELIVERED' },
    // spec: Message states | state | pending, report received: status per report -> undeliverable: undeliverable, told as FAILED
    { status: 'undeliverable', state: 'undeliverable', event: 'FAILED' },
    { status: 'rejected', state: 'refused-by-network', event: 'FAILED' },
    // spec: Message states | state | pending, report received: status per report -> expired: expired, told as EXPIRED
    { status: 'expired', state: 'expired', event: 'EXPIRED' },
    { status: 'unknown', state: 'unconfirmed', event: 'EXPIRED' },
    // spec: Message states | state | pending, report received: status per report -> enroute: submitted, told as PENDING
    { status: 'enroute', state: 'submitted', event: 'PENDING' },
  ]
  for (const { status, state, event } of rows) {
    it(`${status}: ${state}, told as ${event}`, async () => {
      const { smsId } = await submitted([`s-${status}`])
      await give(`s-${status}`, { status, networkStatus: 'WORD', errorId: status === 'delivered' ? null : 1 })
      assert.equal(await stateOf(smsId), state)
      assert.deepEqual(await eventsOf(smsId), [event])
      const {
        records: [row],
      } = await h.reports.find(h.principal, { smsId, limit: 1 })
      assert.equal(row?.networkStatus, 'WORD')
      assert.equal(row?.doneAt === null, state === 'submitted')
    })
  }

  it('doubled, one after the other or at once: one event', async () => {
    const { smsId } = await submitted(['doubled'])
    await give('doubled')
    await Promise.all([give('doubled'), give('doubled'), give('doubled', { status: 'undeliverable' })])
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
    assert.deepEqual(await waiting(), [])
  })

  it('several of one message in one batch: each is told, the last stands', async () => {
    const { smsId } = await submitted(['several'])
    await Promise.all([
      give('several', { status: 'accepted' }),
      give('several', { status: 'enroute' }),
      give('several', { status: 'expired' }),
      give('several'),
    ])
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['PENDING', 'PENDING', 'EXPIRED', 'DELIVERED'])
  })

  it('late, after the message expired: delivered, with one event more', async () => {
    const { smsId } = await submitted(['late'])
    await give('late', { status: 'expired' })
    await give('late')
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED', 'DELIVERED'])
  })
})

describe('the parts of one message', () => {
  it('all delivered, in one batch: delivered once', async () => {
    const ids = ['p-1', 'p-2', 'p-3']
    const { smsId } = await submitted(ids)
    await Promise.all(ids.map((id) => give(id)))
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
  })

  it('one failed: failed once, whatever the others say', async () => {
    const { smsId } = await submitted(['q-1', 'q-2', 'q-3'])
    await give('q-2', { status: 'undeliverable' })
    await Promise.all([give('q-1'), give('q-3'), give('q-2')])
    assert.equal(await stateOf(smsId), 'undeliverable')
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
  })

  it('an expired part delivered late in the same batch leaves no trace of expiry', async () => {
    const { smsId } = await submitted(['e-1', 'e-2'])
    await Promise.all([give('e-1', { status: 'expired' }), give('e-1'), give('e-2')])
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED', 'DELIVERED'])
  })

  it('an expired part delivered late, while another is open, leaves the message as it was told', async () => {
    const { smsId } = await submitted(['o-1', 'o-2'])
    await Promise.all([give('o-1', { status: 'expired' }), give('o-1')])
    assert.equal(await stateOf(smsId), 'expired')
    await give('o-2')
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED', 'DELIVERED'])
  })

  for (const [policy, deciding] of [
    ['first', 'f-1'],
    ['last', 'f-3'],
  ] as const) {
    it(`of a link that reports the ${policy} part only`, async () => {
      const ids = ['f-1', 'f-2', 'f-3'].map((id) => `${policy}-${id}`)
      link.receipts = policy
      const { smsId } = await submitted(ids)
      await give(`${policy}-f-2`, { status: 'undeliverable' })
      assert.equal(await stateOf(smsId), 'submitted')
      await give(`${policy}-${deciding}`)
      link.receipts = 'all'
      assert.equal(await stateOf(smsId), 'delivered')
    })
  }

  it('reported to two nodes at once: delivered once', async () => {
    const other = createNetwork(h.engine.sql, tools, async () => {})
    for (let turn = 0; turn < 10; turn += 1) {
      const ids = Array.from({ length: 6 }, (_, part) => `two-${turn}-${part}`)
      const { smsId } = await submitted(ids)
      await Promise.all(ids.map((id, part) => (part % 2 === 0 ? h.engine.network : other).receipt(receipt(id))))
      assert.equal(await stateOf(smsId), 'delivered')
      assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
    }
  })

  it('a message that was only partly taken is not delivered by the receipts of those parts', async () => {
    serial += 1
    link.answer = (message) =>
      message.attempt === 1
        ? [
            { kind: 'accepted', networkId: 'partly-1' },
            { kind: 'throttled', status: 'SLOW' },
          ]
        : accept(message)
    const { entries } = await h.submit({ text: 'a'.repeat(200) })
    const smsId = entries[0]?.smsId as number
    await untilState(smsId, 'retrying')
    await give('partly-1')
    assert.equal(await stateOf(smsId), 'retrying')
    await h.engine.sql`update batch set due_at = now() where owner is null`
    await untilState(smsId, 'submitted')
    for (const part of [1, 2]) await give(networkIdOf(smsId, 2, part))
    assert.equal(await stateOf(smsId), 'delivered')
  })
})

describe('the id of a receipt', () => {
  const rows = [
    { name: 'as given', given: 'abc-123', reported: 'abc-123' },
    { name: 'hexadecimal, reported decimal', given: '812FC7470000001B', reported: '9308878062554710043' },
    { name: 'decimal, reported hexadecimal', given: '305419896', reported: '12345678' },
    { name: 'decimal, reported with leading zeros', given: '987654321', reported: '0000987654321' },
    { name: 'given with leading zeros', given: '000000555001', reported: '555001' },
    { name: 'hexadecimal in another case', given: 'DEADBEEF01', reported: 'deadbeef01' },
    {
      name: 'a UUID in another case',
      given: '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
      reported: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    },
    { name: 'with blanks around', given: 'blank-1', reported: ' blank-1 ' },
  ]
  for (const { name, given, reported } of rows) {
    it(`matches ${name}`, async () => {
      const { smsId } = await submitted([given])
      await give(reported)
      assert.equal(await stateOf(smsId), 'delivered')
    })
  }

  it('of another carrier matches nothing', async () => {
    const { smsId } = await submitted(['carrier-1'])
    await give('carrier-1', { carrier: 'other' })
    assert.equal(await stateOf(smsId), 'submitted')
    assert.deepEqual(await waiting(), ['carrier-1'])
    await forget()
  })

  it('used for two messages: the recipient tells which', async () => {
    const first = await submitted(['twice'])
    const second = await submitted(['twice'])
    await give('twice', { to: first.to })
    assert.deepEqual([await stateOf(first.smsId), await stateOf(second.smsId)], ['delivered', 'submitted'])
  })

  it('used for two messages, without a recipient: the latest', async () => {
    const first = await submitted(['again'])
    const second = await submitted(['again'])
    await give('again')
    assert.deepEqual([await stateOf(first.smsId), await stateOf(second.smsId)], ['submitted', 'delivered'])
  })

  it('as received beats one that has to be converted', async () => {
    const exact = await submitted(['10'])
    const converted = await submitted(['16'])
    await give('10')
    assert.deepEqual([await stateOf(exact.smsId), await stateOf(converted.smsId)], ['delivered', 'submitted'])
  })

  const bad = [
    { name: 'empty', change: { networkId: '' } },
    { name: 'far too long', change: { networkId: 'x'.repeat(256) } },
    { name: 'of no time', change: { doneAt: new Date(Number.NaN) } },
  ]
  for (const { name, change } of bad) {
    it(`${name} is refused for good`, async () => {
      await assert.rejects(give('x', change), (error: GatewayError) => error.category === 'invalid')
    })
  }

  it('and its words may hold what Postgres cannot store', async () => {
    await give('odd\0id', { networkStatus: 'ODD\0WORD' })
    assert.deepEqual(await waiting(), ['odd\uFFFDid'])
    await forget()
    const { smsId } = await submitted(['odd-word'])
    await give('odd-word', { networkStatus: 'ODD\0WORD' })
    assert.equal(await stateOf(smsId), 'delivered')
  })
})

describe('a message older than receipts usually are', () => {
  it('is still found while it is open, since it may have been sent just now', async () => {
    const { smsId } = await submitted(['old-open'])
    tools.floor = smsId + 1
    const network = createNetwork(h.engine.sql, tools, async () => {})
    await network.receipt(receipt('old-open'))
    tools.floor = 0
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('is not found when it is done: its id may be in use again', async () => {
    const { smsId } = await submitted(['old-done'])
    await give('old-done')
    tools.floor = smsId + 1
    const network = createNetwork(h.engine.sql, tools, async () => {})
    await network.receipt(receipt('old-done', { status: 'undeliverable' }))
    tools.floor = 0
    assert.deepEqual(await waiting(), ['old-done'])
    await forget()
  })
})

describe('a receipt that comes before the submit response', () => {
  it('waits and is matched when the answer is recorded', async () => {
    let answer: () => void = () => {}
    link.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve([{ kind: 'accepted', networkId: 'early' }])
      })
    const handed = link.submitted.length
    const { entries } = await h.submit({})
    await h.until(() => link.submitted.length > handed, 'it is handed over')
    await give('early')
    assert.deepEqual(await waiting(), ['early'])
    answer()
    await untilState(entries[0]?.smsId as number, 'delivered')
    assert.deepEqual(await waiting(), [])
    assert.deepEqual(await eventsOf(entries[0]?.smsId as number), ['DELIVERED'])
  })

  it('at the same time as the answer is never lost: a thousand times', async () => {
    link.answer = (message) => {
      const outcomes = accept(message)
      void h.engine.network.receipt(receipt(networkIdOf(message.smsId, 1, 1)))
      return outcomes
    }
    const to = Array.from({ length: 1_000 }, (_, n) => `2784${String(n).padStart(7, '0')}`)
    const { entries } = await h.submit({ to })
    const ids = entries.map(({ smsId }) => smsId)
    await h.until(async () => {
      const rows = await h.engine.sql`
        select from message_state where state = 'delivered' and sms_id between ${ids[0] as number} and ${ids.at(-1) as number}`
      return rows.length === 1_000
    }, 'all are delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('in another spelling is matched all the same, by whichever node', async () => {
    await give('0000AB12')
    const { smsId } = await submitted(['ab12'])
    await rematch(h.engine.sql, tools, ['ab12'])
    await untilState(smsId, 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('is found by the sweep when nobody else looked', async () => {
    const { smsId } = await submitted(['swept'])
    await h.engine.sql.begin((tx) => keepUnmatched(tx, [receipt('swept')]))
    await age(2)
    assert.equal(await sweepUnmatched(h.engine.sql, tools), 0)
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('for which nothing ever comes is kept four days and then given up', async () => {
    await give('nobody-1')
    await age(96 * 3_600 - 60)
    assert.equal(await sweepUnmatched(h.engine.sql, tools), 0)
    assert.deepEqual(await waiting(), ['nobody-1'])
    await age(120)
    assert.equal(await sweepUnmatched(h.engine.sql, tools), 1)
    assert.deepEqual(await waiting(), [])
  })

  it('is tried less and less often, and only when it is due', async () => {
    const look = async () => {
      const [row] = await h.engine.sql<{ tries: number; wait: number }[]>`
        select tries, extract(epoch from due_at - now())::float8 as wait from unmatched_receipt`
      return row as { tries: number; wait: number }
    }
    let triedAt = Date.now()
    await give('rare-1')
    for (const [tries, seconds] of [1, 5, 60, 300, 3_600, 3_600].entries()) {
      const row = await look()
      const passed = (Date.now() - triedAt) / 1_000
      assert.equal(row.tries, tries)
      assert.ok(row.wait <= seconds && row.wait >= seconds - passed - 1, `${row.wait} s, ${seconds} were expected`)
      await h.engine.sql`update unmatched_receipt set due_at = now() + interval '1 hour'`
      assert.equal(await sweepUnmatched(h.engine.sql, tools), 0)
      assert.equal((await look()).tries, tries, 'not before its time')
      await h.engine.sql`update unmatched_receipt set due_at = now()`
      triedAt = Date.now()
      assert.equal(await sweepUnmatched(h.engine.sql, tools), 0)
    }
    await forget()
  })

  it('hundreds that wait are swept in pages', async () => {
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => give(`page-${n}`)))
    const { smsId } = await submitted(['late-page'])
    await give('late-page')
    await age(2)
    assert.equal(await sweepUnmatched(h.engine.sql, tools), 0)
    assert.equal((await waiting()).length, 1_100)
    assert.equal(await stateOf(smsId), 'delivered')
    await forget()
  })
})

describe('a message of unknown outcome that waits for a receipt', () => {
  async function held(parts: number, to: string): Promise<number> {
    link.answer = () => [{ kind: 'unknown' }]
    const text = parts === 1 ? 'x' : 'a'.repeat(153 * parts)
    const { entries } = await h.submit({ to, text }, { priority: PRIORITIES.NORMAL })
    const smsId = entries[0]?.smsId as number
    await untilState(smsId, 'unknown')
    return smsId
  }

  it('is settled by a receipt for its recipient, after a minute', async () => {
    const smsId = await held(1, '27850000001')
    await give('held-1', { to: '27850000001' })
    await age(30)
    await sweepUnmatched(h.engine.sql, tools)
    assert.equal(await stateOf(smsId), 'unknown')
    await age(31)
    await sweepUnmatched(h.engine.sql, tools)
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
    assert.deepEqual(await waiting(), [])
    await give('held-1', { status: 'undeliverable' })
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('is not settled when two fit, nor by another carrier, nor without a recipient', async () => {
    const ids = [await held(1, '27850000002'), await held(1, '27850000002'), await held(1, '27850000003')]
    await give('held-2', { to: '27850000002' })
    await give('held-3', { to: '27850000003', carrier: 'other' })
    await give('held-4')
    await age(120)
    await sweepUnmatched(h.engine.sql, tools)
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['unknown', 'unknown', 'unknown'])
    assert.equal((await waiting()).length, 3)
    await forget()
  })

  it('of several parts takes a receipt for each', async () => {
    const smsId = await held(3, '27850000004')
    for (const part of [1, 2]) await give(`held-part-${part}`, { to: '27850000004' })
    await age(120)
    await sweepUnmatched(h.engine.sql, tools)
    assert.equal(await stateOf(smsId), 'submitted')
    await give('held-part-3', { to: '27850000004' })
    await age(120)
    await sweepUnmatched(h.engine.sql, tools)
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('a receipt whose own message is known does not settle it', async () => {
    const smsId = await held(1, '27850000005')
    await give('its-own', { to: '27850000005' })
    await age(120)
    const other = await submitted(['its-own'], { to: '27850000005' })
    await sweepUnmatched(h.engine.sql, tools)
    await untilState(other.smsId, 'delivered')
    assert.equal(await stateOf(smsId), 'unknown')
  })
})

describe('while the database is away', () => {
  it('a receipt is refused, so that the network sends it again', async () => {
    const away = await startEngine({ joinTo: h })
    await away.engine.sql.end({ timeout: 1 })
    const network = createNetwork(away.engine.sql, { ...tools, clock: systemClock }, () => new Promise(() => {}))
    await assert.rejects(network.receipt(receipt('away')), (error: GatewayError) => error.category === 'unavailable')
  })
})

describe('incoming SMS', () => {
  const incoming = (to: string, text = 'hi') =>
    h.engine.network.incoming({
      carrier: 'net',
      link: 'main',
      from: '27831230000',
      to,
      text,
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(0),
    })
  const storedAs = async (incomingId: number | null) => {
    const [row] = await h.engine.sql`
      select carrier, channel_id, client_id, sender, recipient, body, status, received_at from incoming_message
      where incoming_id = ${incomingId}`
    return row
  }

  it('is stored, unread, for the channel it was sent to', async () => {
    const client = await h.addClient()
    const [channel] = await h.engine.sql<{ channel_id: number; address: string }[]>`
      select channel_id, address from channel where client_id = ${client.clientId}`
    const result = await incoming(channel?.address as string, `it's "odd" \\ 👋\0`)
    assert.equal(result.channelId, channel?.channel_id)
    assert.deepEqual(await storedAs(result.incomingId), {
      carrier: 'net',
      channel_id: channel?.channel_id,
      client_id: client.clientId,
      sender: '27831230000',
      recipient: channel?.address,
      body: `it's "odd" \\ 👋\uFFFD`,
      status: 1,
      received_at: new Date(0),
    })
  })

  it('to no channel, or to a disabled one, is stored without', async () => {
    const client = await h.addClient()
    const [channel] = await h.engine.sql<{ address: string }[]>`
      update channel set enabled = false where client_id = ${client.clientId} returning address`
    for (const to of ['27999999999', channel?.address as string, 'odd\0number']) {
      const result = await incoming(to)
      assert.equal(result.channelId, null)
      assert.equal((await storedAs(result.incomingId))?.client_id, null)
    }
  })

  it('many at once have ids of their own', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, (_, n) => incoming(`279${n}`)))
    assert.equal(new Set(results.map(({ incomingId }) => incomingId)).size, 200)
  })
})
