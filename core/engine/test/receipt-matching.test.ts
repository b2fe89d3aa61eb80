import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type NetworkReceipt, type PartOutcome, PRIORITIES } from '@heliograph/contracts'
import type { ReceiptTools } from '../src/outbound/receipts/process-receipts.ts'
import { sweepUnmatched } from '../src/outbound/receipts/unmatched-receipts.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { createReceiptTools } from './support/receipt-tools.ts'

/** Numbers with this prefix go over link b of the carrier, all others over link a. */
const OVER_B = '2784'

let h: Harness
let tools: ReceiptTools
const links = { a: new FakeLink('a'), b: new FakeLink('b') }
let serial = 0

before(async () => {
  h = await startEngine({
    carriers: new Map([['net', carrierOf(links.a, links.b)]]),
    roles: ['dispatch'],
    settings: {
      routes: { default: { links: ['net/a'] }, b: { links: ['net/b'] } },
      routing: [{ when: { to: [OVER_B] }, route: 'b' }],
      dispatch: { retryDelaysSeconds: [3_600] },
    },
  })
  tools = createReceiptTools(h.engine.sql, systemClock)
})
after(() => h.close())

const accepted = (...ids: readonly string[]): readonly PartOutcome[] =>
  ids.map((networkId) => ({ kind: 'accepted', networkId }))

const stateOf = async (smsId: number) => (await h.stateOf(smsId)) as string
const untilState = (smsId: number, state: string) =>
  h.until(async () => (await stateOf(smsId)) === state, `${smsId} is ${state}`)

/** Sends a message with this many parts over a link; resolves with its id and recipient. */
async function send(link: 'a' | 'b', parts: number, priority: number = PRIORITIES.HIGH, number?: string) {
  serial += 1
  const to = number ?? `${link === 'b' ? OVER_B : '2783'}${String(serial).padStart(7, '0')}`
  const text = parts === 1 ? 'x' : 'a'.repeat(153 * parts)
  const { entries } = await h.submit({ to, text }, { priority: priority as 10 })
  return { smsId: entries[0]?.smsId as number, to }
}

async function submitted(link: 'a' | 'b', ...networkIds: readonly string[]) {
  links[link].answer = () => accepted(...networkIds)
  const sent = await send(link, networkIds.length)
  await untilState(sent.smsId, 'submitted')
  return sent
}

async function held(link: 'a' | 'b', number: string) {
  links[link].answer = () => [{ kind: 'unknown' }]
  const sent = await send(link, 1, PRIORITIES.NORMAL, number)
  await untilState(sent.smsId, 'unknown')
  return sent
}

const makeReceipt = (networkId: string): NetworkReceipt => ({
  carrier: 'net',
  networkId,
  status: 'delivered',
  networkStatus: 'DELIVRD',
  errorId: null,
  doneAt: new Date(),
})
const give = (networkId: string, change: Partial<NetworkReceipt> = {}) =>
  h.engine.network.receipt({ ...makeReceipt(networkId), ...change })

const waiting = async () =>
  (await h.engine.sql<{ network_id: string }[]>`select network_id from unmatched_receipt order by receipt_id`).map(
    (row) => row.network_id,
  )
// What one test leaves behind, one that failed above all, must not fail the next.
afterEach(() => h.engine.sql`delete from unmatched_receipt`)

describe('a receipt from another link with the same id', () => {
  // spec: Message states | state | pending, report received: matched to its message
  it('is for the message of its own link', async () => {
    const first = await submitted('a', 'same-1')
    const second = await submitted('b', 'same-1')
    await give('same-1', { link: 'a' })
    assert.deepEqual([await stateOf(first.smsId), await stateOf(second.smsId)], ['delivered', 'submitted'])
    await give('same-1', { link: 'b', status: 'undeliverable' })
    assert.deepEqual([await stateOf(first.smsId), await stateOf(second.smsId)], ['delivered', 'undeliverable'])
  })

  it('is for the message of the number it names, whichever link reports', async () => {
    const first = await submitted('a', 'same-2')
    const second = await submitted('b', 'same-2')
    await give('same-2', { link: 'b', to: first.to })
    assert.deepEqual([await stateOf(first.smsId), await stateOf(second.smsId)], ['delivered', 'submitted'])
  })

  it('comes before its own submit response: it waits and does not take the message of the other', async () => {
    const first = await submitted('a', 'same-3')
    const to = `${OVER_B}9999999`
    await give('same-3', { link: 'b', to })
    assert.equal(await stateOf(first.smsId), 'submitted')
    assert.deepEqual(await waiting(), ['same-3'])
    links.b.answer = () => accepted('same-3')
    const second = await send('b', 1, PRIORITIES.HIGH, to)
    await untilState(second.smsId, 'delivered')
    assert.equal(await stateOf(first.smsId), 'submitted')
    assert.deepEqual(await waiting(), [])
  })

  it('of the same network, which reports on either link, is matched', async () => {
    const one = await submitted('a', 'either-1')
    await give('either-1', { link: 'b', to: one.to })
    assert.equal(await stateOf(one.smsId), 'delivered')
    const two = await submitted('a', 'either-2')
    await give('either-2', { link: 'b' })
    assert.equal(await stateOf(two.smsId), 'delivered')
  })

  it('that writes numbers otherwise is matched on its own link', async () => {
    const { smsId, to } = await submitted('a', 'written-1')
    await give('written-1', { link: 'a', to: `0${to.slice(2)}` })
    assert.equal(await stateOf(smsId), 'delivered')
  })
})

describe('the spelling of an id', () => {
  const rows = [
    { name: 'hexadecimal above 2^63, reported decimal', given: 'F12FC7470000001B', reported: '17379328594802638875' },
    { name: 'decimal above 2^63, reported hexadecimal', given: '17379328594802638876', reported: 'F12FC7470000001C' },
    { name: 'decimal above 2^63, reported as it is', given: '17379328594802638877', reported: '17379328594802638877' },
    { name: 'leading zeros left out', given: '0000000777001', reported: '777001' },
    { name: 'leading zeros added', given: '777002', reported: '00000000000777002' },
    { name: 'leading zeros and hexadecimal', given: '0000ABCD01', reported: '11259137' },
    {
      name: 'UUID ids',
      given: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
      reported: 'C56A4180-65AA-42EC-A945-5FD21DEC0538',
    },
  ]
  for (const { name, given, reported } of rows) {
    it(name, async () => {
      const { smsId, to } = await submitted('a', given)
      await give(reported, { link: 'a', to })
      assert.equal(await stateOf(smsId), 'delivered')
    })
  }

  it('that would fit two messages fits the one as received', async () => {
    const exact = await submitted('a', '30')
    const converted = await submitted('a', '48')
    await give('30', { link: 'a' })
    assert.deepEqual([await stateOf(exact.smsId), await stateOf(converted.smsId)], ['delivered', 'submitted'])
  })

  it('converted, with the number it names, beats the same id of another number', async () => {
    const exact = await submitted('a', '31')
    const converted = await submitted('a', '49')
    await give('31', { link: 'a', to: converted.to })
    assert.deepEqual([await stateOf(exact.smsId), await stateOf(converted.smsId)], ['submitted', 'delivered'])
  })
})

describe('a receipt whose id, read otherwise, is that of another message', () => {
  it('waits, and settles its own of unknown outcome', async () => {
    const taken = await submitted('a', '4096')
    const { smsId, to } = await held('a', '27830000009')
    await give('1000', { link: 'a', to, status: 'undeliverable' })
    assert.deepEqual([await stateOf(taken.smsId), await stateOf(smsId)], ['submitted', 'unknown'])
    assert.deepEqual(await waiting(), ['1000'])
    await h.engine.sql`
      update unmatched_receipt set received_at = received_at - interval '2 minutes', due_at = now()`
    await sweepUnmatched(h.engine.sql, tools)
    assert.deepEqual([await stateOf(taken.smsId), await stateOf(smsId)], ['submitted', 'undeliverable'])
    assert.deepEqual(await waiting(), [])
  })

  it('waits when it names another number than the one with its very id', async () => {
    const { smsId } = await submitted('a', 'mine-1')
    await give('mine-1', { link: 'a', to: '27830000010' })
    assert.equal(await stateOf(smsId), 'submitted')
    assert.deepEqual(await waiting(), ['mine-1'])
  })
})

describe('parts that the network took one after the other', () => {
  const THROTTLED: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }

  /** Part 1 is taken at once, the others at the next attempt. */
  async function inTwo(networkIds: readonly [string, string, string]) {
    links.a.answer = (message) =>
      message.only === null
        ? [...accepted(networkIds[0]), THROTTLED, THROTTLED]
        : accepted(...message.only.map((part) => networkIds[part - 1] as string))
    const sent = await send('a', 3)
    await untilState(sent.smsId, 'submitted')
    return sent
  }

  it('all delivered: delivered', async () => {
    const { smsId } = await inTwo(['two-1', 'two-2', 'two-3'])
    await give('two-1')
    await give('two-3')
    assert.equal(await stateOf(smsId), 'submitted')
    await give('two-2')
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('one part of three failed: failed', async () => {
    const { smsId } = await inTwo(['fail-1', 'fail-2', 'fail-3'])
    await Promise.all([give('fail-1', { status: 'undeliverable' }), give('fail-2'), give('fail-3')])
    assert.equal(await stateOf(smsId), 'undeliverable')
  })

  it('doubled receipts change nothing', async () => {
    const { smsId } = await inTwo(['double-1', 'double-2', 'double-3'])
    for (const id of ['double-1', 'double-1', 'double-2', 'double-2', 'double-1']) await give(id)
    assert.equal(await stateOf(smsId), 'submitted')
    await give('double-3')
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('the first part fails while the others wait: nothing more is sent', async () => {
    links.a.answer = (message) =>
      message.only === null
        ? [...accepted('early-fail'), { kind: 'try-later', status: 'ESME_RMSGQFUL' }]
        : accepted('never')
    const { smsId } = await send('a', 2)
    await untilState(smsId, 'retrying')
    await give('early-fail', { status: 'undeliverable' })
    assert.equal(await stateOf(smsId), 'undeliverable')
    const handed = links.a.submitted.length
    await h.engine.sql`update batch set due_at = now() where owner is null`
    await h.engine.sql`select pg_notify('heliograph', 'batches')`
    await h.until(async () => {
      const batches = await h.engine.sql`select from batch`
      return batches.length === 0
    }, 'its batch is done')
    assert.equal(links.a.submitted.length, handed)
  })
})

describe('a held message', () => {
  const age = () => h.engine.sql`
    update unmatched_receipt set received_at = received_at - interval '2 minutes', due_at = now()`
  const sweep = async () => {
    await age()
    await sweepUnmatched(h.engine.sql, tools)
  }

  it('is settled by a receipt of its own link, not by that of another', async () => {
    const { smsId, to } = await held('a', '27830000001')
    await give('held-b', { link: 'b', to })
    await sweep()
    assert.equal(await stateOf(smsId), 'unknown')
    await give('held-a', { link: 'a', to })
    await sweep()
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await waiting(), ['held-b'])
  })

  it('is settled when the receipt does not tell its link', async () => {
    const { smsId, to } = await held('a', '27830000002')
    await give('held-c', { to })
    await sweep()
    assert.equal(await stateOf(smsId), 'delivered')
  })

  it('is not settled while two on its link fit', async () => {
    const ids = [await held('a', '27830000003'), await held('a', '27830000003')]
    await give('held-d', { link: 'a', to: '27830000003' })
    await sweep()
    assert.deepEqual(await Promise.all(ids.map(({ smsId }) => stateOf(smsId))), ['unknown', 'unknown'])
  })
})
