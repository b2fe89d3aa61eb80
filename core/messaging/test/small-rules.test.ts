import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type MessageState, PRIORITIES, type PushRequest, type SubscriptionSource } from '@heliograph/contracts'
import { describeSubscription, errorIdOf, formsBulk, isPushed, priorityName } from '../src/index.ts'

describe('receipts that were asked for', () => {
  const rows: [PushRequest['on'], MessageState, boolean][] = [
    ['every', 'delivered', true],
    ['every', 'expired', true],
    ['success', 'delivered', true],
    ['success', 'undeliverable', false],
    ['failure', 'delivered', false],
    ['failure', 'cancelled', true],
    ['none', 'delivered', false],
    ['none', 'cancelled', false],
  ]
  for (const [on, state, expected] of rows) {
    test(`${on}: ${state} is ${expected ? '' : 'not '}told`, () => assert.equal(isPushed(on, state), expected))
  }
})

describe('what forms a bulk', () => {
  const to = (count: number) => Array.from({ length: count }, () => ({ to: '27821110000' }))
  const message = (count: number, sendAt?: number) => ({
    text: 'hello',
    destinations: to(count),
    sendAt: sendAt === undefined ? undefined : new Date(sendAt),
  })
  const rows: [string, ReturnType<typeof message>[], boolean][] = [
    ['one destination', [message(1)], false],
    ['two destinations', [message(2)], true],
    ['two messages', [message(1), message(1)], true],
    ['one that is scheduled', [message(1, 1001)], true],
    ['one whose time has come', [message(1, 1000)], false],
  ]
  for (const [name, messages, expected] of rows) {
    test(name, () => assert.equal(formsBulk({ messages }, 1000), expected))
  }
})

describe('the description of a contact', () => {
  const at = new Date('2026-01-31T08:15:00.500Z')
  const rows: ['opted-in' | 'opted-out', SubscriptionSource, string][] = [
    // spec: Contact subscription record | text | OPTED OUT - <yyyy-MM-dd HH:mm:ss> UTC - SMS ID: <incoming_sms_id> -> OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042
    ['opted-out', { kind: 'sms', incomingSmsId: 1042 }, 'OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042'],
    // spec: Contact subscription record | text | OPTED OUT - <yyyy-MM-dd HH:mm:ss> UTC - Web request -> OPTED OUT - 2026-01-31 08:15:00 UTC - Web request
    ['opted-out', { kind: 'web' }, 'OPTED OUT - 2026-01-31 08:15:00 UTC - Web request'],
    ['opted-in', { kind: 'web' }, 'OPTED IN - 2026-01-31 08:15:00 UTC - Web request'],
    ['opted-out', { kind: 'user', userId: 1005 }, 'OPTED OUT - 2026-01-31 08:15:00 UTC - User ID: 1005'],
    ['opted-in', { kind: 'undo', userId: 1005 }, 'OPTED IN - 2026-01-31 08:15:00 UTC - Undone by user ID: 1005'],
    ['opted-in', { kind: 'operator' }, 'OPTED IN - 2026-01-31 08:15:00 UTC - Operator'],
    ['opted-out', { kind: 'import' }, 'OPTED OUT - 2026-01-31 08:15:00 UTC - Import'],
  ]
  for (const [status, source, expected] of rows) {
    test(expected, () => assert.equal(describeSubscription(status, at, source), expected))
  }
})

describe('the error a message shows', () => {
  const rows: [string, MessageState, number | null, number | null][] = [
    ['the recorded one', 'undeliverable', 27, 27],
    ['the usual one of the state', 'undeliverable', null, 1],
    ['the usual one when none is recorded as 0', 'expired', 0, 4098],
    ['none after a late receipt', 'delivered', 27, null],
  ]
  for (const [name, state, recorded, expected] of rows) {
    test(name, () => assert.equal(errorIdOf(state, recorded), expected))
  }
})

describe('names of priorities', () => {
  for (const [name, priority] of Object.entries(PRIORITIES)) {
    test(name, () => assert.equal(priorityName(priority), name))
  }
  test('an unknown number', () => assert.equal(priorityName(7), 'NORMAL'))
})
