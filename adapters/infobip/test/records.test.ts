import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MESSAGE_STATES } from '@heliograph/contracts'
import { mapReport, statusOf } from '../src/records.ts'

// Infobip's clients refuse any other value.
const GROUPS = ['ACCEPTED', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED']
const ERROR_GROUPS = ['OK', 'HANDSET_ERRORS', 'USER_ERRORS', 'OPERATOR_ERRORS']

const FACTS = { bulkId: null, messageId: 'm', from: 'ACME', to: '27821234567', parts: 1, reference: null }

test('every state has a group, and an error of a group, that the clients know', () => {
  for (const state of MESSAGE_STATES) {
    assert.ok(GROUPS.includes(statusOf(state).groupName), state)
    const facts = { ...FACTS, state, errorId: null, sentAt: null, doneAt: null }
    for (const version of [1, 3] as const) {
      const { error } = mapReport(facts, version)
      assert.ok(ERROR_GROUPS.includes(error?.groupName ?? ''), state)
    }
  }
})
