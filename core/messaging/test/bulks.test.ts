import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BULK_STATES, type BulkState, MESSAGE_STATES, type MessageState } from '@heliograph/contracts'
import { bulkState } from '../src/index.ts'

type Counts = Readonly<Partial<Record<MessageState, number>>>

const ROWS: readonly (readonly [what: string, messages: Counts, isPaused: boolean, expected: BulkState])[] = [
  ['all of it is scheduled', { scheduled: 2 }, false, 'pending'],
  ['scheduled and paused', { scheduled: 2 }, true, 'paused'],
  ['some of it was cancelled, and the rest is scheduled', { scheduled: 1, cancelled: 1 }, false, 'processing'],
  ['it waits for a link', { queued: 1 }, false, 'processing'],
  ['part of it is out', { queued: 1, delivered: 5 }, false, 'processing'],
  ['part of it was out when it was paused', { queued: 1, delivered: 5 }, true, 'paused'],
  ['its last message is tried again', { retrying: 1, delivered: 5 }, false, 'processing'],
  ['the network has all of it', { submitted: 1, delivered: 5 }, false, 'finished'],
  ['nothing waits for the pause to end', { delivered: 5 }, true, 'finished'],
  ['no phone was reached', { undeliverable: 5 }, false, 'finished'],
  ['the rest was cancelled', { delivered: 1, cancelled: 4 }, false, 'finished'],
  ['all of it was cancelled', { cancelled: 4 }, false, 'cancelled'],
  ['some expired before the rest was cancelled', { expired: 1, cancelled: 4 }, false, 'cancelled'],
  ['it expired before it went', { expired: 4 }, false, 'failed'],
  ['it found no route', { 'no-route': 4 }, false, 'failed'],
]

describe('where a bulk stands', () => {
  for (const [what, messages, isPaused, expected] of ROWS)
    test(`${what}: ${expected}`, () => assert.equal(bulkState(messages, isPaused), expected))

  test('every state is one of some bulk, and every message leads to one', () => {
    assert.deepEqual(new Set(ROWS.map(([, , , expected]) => expected)), new Set(BULK_STATES))
    for (const state of MESSAGE_STATES) assert.ok(BULK_STATES.includes(bulkState({ [state]: 1 }, false)), state)
  })
})
