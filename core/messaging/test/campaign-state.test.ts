import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UPLOAD_STATES, type UploadState } from '@heliograph/contracts'
import { campaignState, FAILED_STATES, isFinal } from '../src/index.ts'

describe('where a campaign stands', () => {
  const rows: [stored: UploadState, isAllSubmitted: boolean, isLater: boolean, expected: UploadState][] = [
    ['sending', false, false, 'sending'],
    ['sending', false, true, 'sending'],
    ['sending', true, false, 'sending'],
    ['sending', true, true, 'scheduled'],
    ['paused', true, true, 'paused'],
    ['cancelled', true, true, 'cancelled'],
    ['done', true, true, 'done'],
  ]
  for (const [stored, isAllSubmitted, isLater, expected] of rows)
    test(`${stored}, ${isAllSubmitted ? 'all' : 'not all'} submitted, ${isLater ? 'later' : 'now'}: ${expected}`, () =>
      assert.equal(campaignState({ stored, isAllSubmitted, isLater }), expected))

  test('what is not being sent is as it is stored', () => {
    for (const stored of UPLOAD_STATES)
      if (stored !== 'sending') assert.equal(campaignState({ stored, isAllSubmitted: true, isLater: true }), stored)
  })
})

test('what is sent again is at its end, and cannot have arrived', () => {
  for (const state of FAILED_STATES) assert.ok(isFinal(state), state)
  for (const state of ['delivered', 'unconfirmed', 'cancelled', 'opted-out'] as const)
    assert.ok(!FAILED_STATES.includes(state), state)
})
