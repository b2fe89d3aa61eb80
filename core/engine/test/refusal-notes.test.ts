import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogInRefusal } from '@heliograph/access'
import { createManualClock } from '@heliograph/testkit'
import { createRefusalNotes } from '../src/accounts/audit/refusal-notes.ts'

function createNotes(fails = false) {
  const clock = createManualClock()
  const written: (readonly [string, string, number])[] = []
  const lost: unknown[] = []
  const note = createRefusalNotes({
    clock,
    async write({ account, address }, times) {
      if (fails) throw new Error('away')
      written.push([account, address, times])
    },
    onLost: (error) => lost.push(error),
  })
  return { clock, note, written, lost }
}

function refusal(account: string, address = '192.0.2.1'): LogInRefusal {
  return { reason: 'wrong-password', account, isSystemId: false, clientId: undefined, origin: 'test', address }
}

/** Lets what is under way finish. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('the first refusal is written at once, those of the next second together, with the latest address', async () => {
  const { clock, note, written } = createNotes()
  for (const last of [1, 2, 3, 4]) note(refusal('ann', `192.0.2.${last}`))
  await settled()
  assert.deepEqual(written, [['ann', '192.0.2.1', 1]])
  clock.advance(1_000)
  await settled()
  assert.deepEqual(written.slice(1), [['ann', '192.0.2.4', 3]])
  clock.advance(1_000)
  assert.equal(clock.pending, 0)
  note(refusal('ann'))
  await settled()
  assert.equal(written.length, 3)
})

test('of a flood of accounts a hundred are counted apart, and the others together', async () => {
  const { clock, note, written } = createNotes()
  for (let account = 0; account < 5_000; account += 1) note(refusal(`user ${account}`))
  await settled()
  clock.advance(1_000)
  await settled()
  assert.ok(written.length <= 102, `${written.length} writes`)
  const times = written.filter(([account]) => account === '*').map(([, , count]) => count)
  assert.equal(
    times.reduce((sum, count) => sum + count, 0),
    4_900,
  )
})

test('what cannot be written is reported, and the next is tried', async () => {
  const { clock, note, lost } = createNotes(true)
  note(refusal('ann'))
  await settled()
  clock.advance(1_000)
  note(refusal('ann'))
  await settled()
  assert.equal(lost.length, 2)
})
