import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import { keepUnmatched, rematch, sweepUnmatched } from '../src/outbound/receipts/unmatched-receipts.ts'
import { accept, networkIdOf } from './support/fake-carrier.ts'
import { receipt, useReceipts } from './support/receipt-world.ts'

const world = useReceipts()
const { submitted, stateOf, untilState, give, eventsOf, waiting, age, forget } = world

// What one test leaves behind, one that failed above all, must not fail the next.
afterEach(() => forget())

describe('a receipt that comes before the submit response', () => {
  it('waits and is matched when the answer is recorded', async () => {
    let answer: () => void = () => {}
    world.link.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve([{ kind: 'accepted', networkId: 'early' }])
      })
    const handed = world.link.submitted.length
    const { entries } = await world.harness.submit({})
    await world.harness.until(() => world.link.submitted.length > handed, 'it is handed over')
    await give('early')
    assert.deepEqual(await waiting(), ['early'])
    answer()
    await untilState(entries[0]?.smsId as number, 'delivered')
    assert.deepEqual(await waiting(), [])
    assert.deepEqual(await eventsOf(entries[0]?.smsId as number), ['DELIVERED'])
  })

  it('at the same time as the answer is never lost: a thousand times', async () => {
    world.link.answer = (message) => {
      const outcomes = accept(message)
      void world.harness.engine.network.receipt(receipt(networkIdOf(message.smsId, 1, 1)))
      return outcomes
    }
    const to = Array.from({ length: 1_000 }, (_, n) => `2784${String(n).padStart(7, '0')}`)
    const { entries } = await world.harness.submit({ to })
    const ids = entries.map(({ smsId }) => smsId)
    await world.harness.until(async () => {
      const rows = await world.harness.engine.sql`
        select from message_state where state = 'delivered' and sms_id between ${ids[0] as number} and ${ids.at(-1) as number}`
      return rows.length === 1_000
    }, 'all are delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('in another spelling is matched all the same, by whichever node', async () => {
    await give('0000AB12')
    const { smsId } = await submitted(['ab12'])
    await rematch(world.harness.engine.sql, world.tools, ['ab12'])
    await untilState(smsId, 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('is found by the sweep when nobody else looked', async () => {
    const { smsId } = await submitted(['swept'])
    await world.harness.engine.sql.begin((tx) => keepUnmatched(tx, world.tools, [receipt('swept')]))
    await age(2)
    assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 0)
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('for which nothing ever comes is kept four days and then given up', async () => {
    await give('nobody-1')
    await age(96 * 3_600 - 60)
    assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 0)
    assert.deepEqual(await waiting(), ['nobody-1'])
    await age(120)
    assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 1)
    assert.deepEqual(await waiting(), [])
  })

  it('is tried less and less often, and only when it is due', async () => {
    const look = async () => {
      const [row] = await world.harness.engine.sql<{ tries: number; wait: number }[]>`
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
      await world.harness.engine.sql`update unmatched_receipt set due_at = now() + interval '1 hour'`
      assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 0)
      assert.equal((await look()).tries, tries, 'not before its time')
      await world.harness.engine.sql`update unmatched_receipt set due_at = now()`
      triedAt = Date.now()
      assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 0)
    }
  })

  it('hundreds that wait are swept in pages', async () => {
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => give(`page-${n}`)))
    const { smsId } = await submitted(['late-page'])
    await give('late-page')
    await age(2)
    assert.equal(await sweepUnmatched(world.harness.engine.sql, world.tools), 0)
    assert.equal((await waiting()).length, 1_100)
    assert.equal(await stateOf(smsId), 'delivered')
  })
})

describe('a message of unknown outcome that waits for a receipt', () => {
  async function held(parts: number, to: string): Promise<number> {
    world.link.answer = () => [{ kind: 'unknown' }]
    const text = parts === 1 ? 'x' : 'a'.repeat(153 * parts)
    const { entries } = await world.harness.submit({ to, text }, { priority: PRIORITIES.NORMAL })
    const smsId = entries[0]?.smsId as number
    await untilState(smsId, 'unknown')
    return smsId
  }

  it('is settled by a receipt for its recipient, after a minute', async () => {
    const smsId = await held(1, '27850000001')
    await give('held-1', { to: '27850000001' })
    await age(30)
    await sweepUnmatched(world.harness.engine.sql, world.tools)
    assert.equal(await stateOf(smsId), 'unknown')
    await age(31)
    await sweepUnmatched(world.harness.engine.sql, world.tools)
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
    await sweepUnmatched(world.harness.engine.sql, world.tools)
    assert.deepEqual(await Promise.all(ids.map(stateOf)), ['unknown', 'unknown', 'unknown'])
    assert.equal((await waiting()).length, 3)
  })

  it('of several parts takes a receipt for each', async () => {
    const smsId = await held(3, '27850000004')
    for (const part of [1, 2]) await give(`held-part-${part}`, { to: '27850000004' })
    await age(120)
    await sweepUnmatched(world.harness.engine.sql, world.tools)
    assert.equal(await stateOf(smsId), 'submitted')
    await give('held-part-3', { to: '27850000004' })
    await age(120)
    await sweepUnmatched(world.harness.engine.sql, world.tools)
    assert.equal(await stateOf(smsId), 'delivered')
    assert.deepEqual(await waiting(), [])
  })

  it('a receipt whose own message is known does not settle it', async () => {
    const smsId = await held(1, '27850000005')
    await give('its-own', { to: '27850000005' })
    await age(120)
    const other = await submitted(['its-own'], { to: '27850000005' })
    await sweepUnmatched(world.harness.engine.sql, world.tools)
    await untilState(other.smsId, 'delivered')
    assert.equal(await stateOf(smsId), 'unknown')
  })
})
