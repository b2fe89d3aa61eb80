import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { GatewayError, ReceiptStatus } from '@heliograph/contracts'
import { startEngine, systemClock } from './support/engine-harness.ts'
import { accept, networkIdOf } from './support/fake-carrier.ts'
import { networkOf } from './support/receipt-tools.ts'
import { receipt, useReceipts } from './support/receipt-world.ts'

const world = useReceipts()
const { submitted, stateOf, untilState, give, eventsOf, waiting, forget } = world

// What one test leaves behind, one that failed above all, must not fail the next.
afterEach(() => forget())

describe('a receipt for a submitted message', () => {
  const rows: readonly { status: ReceiptStatus; state: string; event: string }[] = [
    // spec: Delivery report record (v2) | rule | axStatusDesk is the raw status text of the network -> delivered: delivered, reported as DELIVERED
    // spec: Message states | state | pending, report received: status per report -> delivered: delivered, reported as DELIVERED
    // spec: Outbound webhook kinds | event | DLR: delivery status reported -> delivered: delivered, reported as DELIVERED
    // spec: Delivery receipt webhook | event | a report arrives and is matched to its message -> delivered: delivered, reported as DELIVERED
    { status: 'delivered', state: 'delivered', event: 'DELIVERED' },
    // spec: Message states | state | pending, report received: status per report -> undeliverable: undeliverable, reported as FAILED
    { status: 'undeliverable', state: 'undeliverable', event: 'FAILED' },
    { status: 'rejected', state: 'refused-by-network', event: 'FAILED' },
    // spec: Message states | state | pending, report received: status per report -> expired: expired, reported as EXPIRED
    { status: 'expired', state: 'expired', event: 'EXPIRED' },
    { status: 'unknown', state: 'unconfirmed', event: 'EXPIRED' },
    // spec: Message states | state | pending, report received: status per report -> enroute: submitted, reported as PENDING
    { status: 'enroute', state: 'submitted', event: 'PENDING' },
  ]
  for (const { status, state, event } of rows) {
    it(`${status}: ${state}, reported as ${event}`, async () => {
      const { smsId } = await submitted([`s-${status}`])
      await give(`s-${status}`, { status, networkStatus: 'WORD', errorId: status === 'delivered' ? null : 1 })
      assert.equal(await stateOf(smsId), state)
      assert.deepEqual(await eventsOf(smsId), [event])
      const {
        records: [row],
      } = await world.harness.reports.find(world.harness.principal, { smsId, limit: 1 })
      assert.equal(row?.networkStatus, 'WORD')
      assert.equal(row?.doneAt === null, state === 'submitted')
    })
  }

  it('receipts on two parts that come together are each reported with the id of their own part', async () => {
    const networkIds = ['apart-1', 'apart-2']
    const { smsId } = await submitted(networkIds)
    await Promise.all(networkIds.map((networkId) => give(networkId, { status: 'enroute' })))
    const rows = await world.harness.engine.sql<{ id: string }[]>`
      select body::json #>> '{data,externalId}' as id from webhook where subject_id = ${smsId} order by webhook_id`
    assert.deepEqual(
      rows.map(({ id }) => id),
      networkIds,
    )
  })

  it('doubled, one after the other or at once: one event', async () => {
    const { smsId } = await submitted(['doubled'])
    await give('doubled')
    await Promise.all([give('doubled'), give('doubled'), give('doubled', { status: 'undeliverable' })])
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
    assert.deepEqual(await waiting(), [])
  })

  it('several of one message in one batch: each is reported, the last stands', async () => {
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

  it('an expired part delivered late, while another is open, leaves the message as it was reported', async () => {
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
      world.link.receipts = policy
      const { smsId } = await submitted(ids)
      await give(`${policy}-f-2`, { status: 'undeliverable' })
      assert.equal(await stateOf(smsId), 'submitted')
      await give(`${policy}-${deciding}`)
      world.link.receipts = 'all'
      assert.equal(await stateOf(smsId), 'delivered')
    })
  }

  it('reported to two nodes at once: delivered once', async () => {
    const other = networkOf(world.harness.engine.sql, world.tools)
    for (let turn = 0; turn < 10; turn += 1) {
      const ids = Array.from({ length: 6 }, (_, part) => `two-${turn}-${part}`)
      const { smsId } = await submitted(ids)
      await Promise.all(
        ids.map((id, part) => (part % 2 === 0 ? world.harness.engine.network : other).receipt(receipt(id))),
      )
      assert.equal(await stateOf(smsId), 'delivered')
      assert.deepEqual(await eventsOf(smsId), ['DELIVERED'])
    }
  })

  it('a message that was only partly taken is not delivered by the receipts of those parts', async () => {
    let goOn = () => {}
    const isReported = new Promise<void>((resolve) => {
      goOn = resolve
    })
    world.link.answer = (message) =>
      message.attempt === 1
        ? [
            { kind: 'accepted', networkId: 'partly-1' },
            { kind: 'throttled', status: 'SLOW' },
          ]
        : isReported.then(() => accept(message))
    const { entries } = await world.harness.submit({ text: 'a'.repeat(200) })
    const smsId = entries[0]?.smsId as number
    await untilState(smsId, 'retrying')
    await give('partly-1')
    assert.equal(await stateOf(smsId), 'retrying')
    goOn()
    await world.harness.engine.sql`update batch set due_at = now() where owner is null`
    await world.harness.engine.sql`select pg_notify('heliograph', 'batches')`
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
    world.tools.floor = smsId + 1
    const network = networkOf(world.harness.engine.sql, world.tools)
    await network.receipt(receipt('old-open'))
    world.tools.floor = 0
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('is not found when it is done: its id may be in use again', async () => {
    const { smsId } = await submitted(['old-done'])
    await give('old-done')
    world.tools.floor = smsId + 1
    const network = networkOf(world.harness.engine.sql, world.tools)
    await network.receipt(receipt('old-done', { status: 'undeliverable' }))
    world.tools.floor = 0
    assert.deepEqual(await waiting(), ['old-done'])
    await forget()
  })

  it('is found when it was read, however long after its delivery', async () => {
    const { smsId } = await submitted(['old-read'])
    await give('old-read')
    world.tools.floor = smsId + 1
    const network = networkOf(world.harness.engine.sql, world.tools)
    await network.receipt(receipt('old-read', { status: 'read', networkStatus: 'READ' }))
    world.tools.floor = 0
    const notes = await world.harness.engine.sql`select state from message_history where sms_id = ${smsId}`
    assert.deepEqual([[...notes], await waiting()], [[{ state: 'read' }], []])
  })
})

describe('while the database is away', () => {
  it('a receipt is refused, so that the network sends it again', async () => {
    const away = await startEngine({ joinTo: world.harness })
    await away.engine.sql.end({ timeout: 1 })
    const network = networkOf(away.engine.sql, { ...world.tools, clock: systemClock }, () => new Promise(() => {}))
    await assert.rejects(network.receipt(receipt('away')), (error: GatewayError) => error.category === 'unavailable')
  })
})
