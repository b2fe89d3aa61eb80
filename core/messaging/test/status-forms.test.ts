import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MESSAGE_STATES, type MessageState } from '@heliograph/contracts'
import { errorById, isFinal, mayFollow, STATUS_FORMS, STATUSES, statesOfGroup } from '../src/index.ts'

type Row = readonly [
  state: MessageState,
  v2: string,
  webhook: string,
  text: string,
  smpp: string,
  final: boolean,
  error: string,
]

// Status of v2 reports as group/id NAME, webhook status and code, word of the text interfaces, SMPP stat and
// message_state, default error.
const ROWS: readonly Row[] = [
  ['scheduled', '1/26 PENDING_ACCEPTED', 'PENDING 0', 'PENDING', 'ENROUTE 1', false, '-'],
  // spec: Status object | status | 1 PENDING, 26 PENDING_ACCEPTED in a send result -> are as decided for queued
  // spec: Message states | status | group PENDING, name PENDING_ACCEPTED ; text interfaces: PENDING -> are as decided for queued
  ['queued', '1/26 PENDING_ACCEPTED', 'PENDING 0', 'PENDING', 'ACCEPTD 6', false, '-'],
  ['submitting', '1/7 PENDING_ENROUTE', 'PENDING 1', 'PENDING', 'ENROUTE 1', false, '-'],
  ['unknown', '1/7 PENDING_ENROUTE', 'PENDING 1', 'PENDING', 'ENROUTE 1', false, '-'],
  // spec: Message states | status | group PENDING, name PENDING_ENROUTE -> are as decided for submitted
  ['submitted', '1/7 PENDING_ENROUTE', 'PENDING 1', 'PENDING', 'ENROUTE 1', false, '-'],
  ['retrying', '1/3 PENDING_WAITING_DELIVERY', 'FAILED 5', 'PENDING', 'ENROUTE 1', false, '27 EC_ABSENT_SUBSCRIBER'],
  // spec: Status object | status | 3 DELIVERED, 5 DELIVERED in a delivery report -> are as decided for delivered
  // spec: Message states | status | group DELIVERED, name DELIVERED ; text interfaces: DELIVERED -> are as decided for delivered
  ['delivered', '3/5 DELIVERED', 'DELIVERED 2', 'DELIVERED', 'DELIVRD 2', true, '-'],
  // spec: Message states | status | text interfaces: FAILED -> are as decided for undeliverable
  [
    'undeliverable',
    '2/9 UNDELIVERABLE_NOT_DELIVERED',
    'FAILED 4',
    'FAILED',
    'UNDELIV 5',
    true,
    '1 EC_UNKNOWN_SUBSCRIBER',
  ],
  [
    'refused-by-network',
    '2/4 UNDELIVERABLE_REJECTED_OPERATOR',
    'FAILED 4',
    'FAILED',
    'REJECTD 8',
    true,
    '632 EC_SMS_REJECTED_BY_MOBILE_OPERATOR',
  ],
  ['expired', '4/15 EXPIRED_EXPIRED', 'EXPIRED 4', 'FAILED', 'EXPIRED 3', true, '4098 EC_VP_EXPIRED'],
  ['unconfirmed', '4/29 EXPIRED_DLR_UNKNOWN', 'EXPIRED 4', 'FAILED', 'UNKNOWN 7', true, '2048 EC_TIME_OUT'],
  ['cancelled', '2/31 UNDELIVERABLE_NOT_SENT', 'FAILED 9', 'FAILED', 'DELETED 4', true, '4100 EC_MESSAGE_CANCELED'],
  [
    'no-route',
    '5/19 REJECTED_ROUTE_NOT_AVAILABLE',
    'FAILED 4',
    'FAILED',
    'REJECTD 8',
    true,
    '345 EC_OPERATOR_NOT_FOUND',
  ],
  [
    'opted-out',
    '5/14 REJECTED_DESTINATION_BLOCKLISTED',
    'FAILED 4',
    'ERROR',
    'REJECTD 8',
    true,
    '2052 EC_BLACKLISTED_DESTINATIONADDRESS',
  ],
  // spec: Message states | status | text interfaces: ERROR -> are as decided for bad-number
  ['bad-number', '5/52 REJECTED_DESTINATION', '-', 'ERROR', '-', true, '352 EC_INVALID_REQUEST_DESTINATION'],
  ['no-credit', '5/12 REJECTED_NOT_ENOUGH_CREDITS', '-', 'ERROR', '-', true, '542 EC_QUOTA_REACHED'],
  ['too-long', '5/25 REJECTED_MESSAGE_TOO_LONG', '-', 'ERROR', '-', true, '355 EC_MSG_TEXT_TOO_LONG'],
  ['duplicate', '5/23 REJECTED_DUPLICATE_MESSAGE_ID', '-', 'ERROR', '-', true, '5492 EC_DUPLICATE_MESSAGE'],
]

function describeForms(state: MessageState): Row {
  const { v2, webhook, text, smpp, final, errorId } = STATUS_FORMS[state]
  return [
    state,
    `${v2.groupId}/${v2.id} ${v2.name}`,
    webhook === null ? '-' : `${webhook.status} ${webhook.code}`,
    text,
    smpp === null ? '-' : `${smpp.stat} ${smpp.messageState}`,
    final,
    errorId === null ? '-' : `${errorId} ${errorById(errorId)?.name}`,
  ]
}

describe('the faces of a state', () => {
  for (const row of ROWS) it(`are as decided for ${row[0]}`, () => assert.deepEqual(describeForms(row[0]), row))

  it('are decided for every state', () => {
    assert.deepEqual(
      ROWS.map(([state]) => state),
      MESSAGE_STATES,
    )
  })

  // spec: Status object | status | 3 DELIVERED, 5 DELIVERED_TO_HANDSET in a log record
  // spec: Message states | status | group DELIVERED, name DELIVERED_TO_HANDSET
  it('differ between v2 reports and v2 logs for delivered messages only', () => {
    const different = MESSAGE_STATES.filter((state) => STATUS_FORMS[state].v2.name !== STATUS_FORMS[state].v2LogName)
    assert.deepEqual(different, ['delivered'])
    assert.equal(STATUS_FORMS.delivered.v2LogName, 'DELIVERED_TO_HANDSET')
  })

  it('take their status objects from the registry', () => {
    for (const state of MESSAGE_STATES) {
      const { v2, v2LogName } = STATUS_FORMS[state]
      assert.ok(
        STATUSES.some(
          (status) => status.id === v2.id && status.name === v2LogName && status.groupName === v2.groupName,
        ),
      )
    }
  })

  // spec: v2 REST | error | Contact has opted out
  // spec: What the service does | error | Contact has opted out
  it('tell opted-out contacts in the words of the specification', () => {
    assert.equal(STATUS_FORMS['opted-out'].v2.description, 'Contact has opted out')
  })
})

describe('statesOfGroup', () => {
  const rows: readonly (readonly [string, readonly MessageState[]])[] = [
    ['PENDING', ['scheduled', 'queued', 'submitting', 'unknown', 'submitted', 'retrying']],
    ['UNDELIVERABLE', ['undeliverable', 'refused-by-network', 'cancelled']],
    ['DELIVERED', ['delivered']],
    ['EXPIRED', ['expired', 'unconfirmed']],
    ['REJECTED', ['no-route', 'opted-out', 'bad-number', 'no-credit', 'too-long', 'duplicate']],
    ['pending', []],
    ['ACCEPTED', []],
  ]
  for (const [groupName, states] of rows) {
    it(`lists ${groupName}`, () => assert.deepEqual(statesOfGroup(groupName), states))
  }
})

describe('mayFollow', () => {
  const network: readonly MessageState[] = [
    'delivered',
    'undeliverable',
    'refused-by-network',
    'expired',
    'unconfirmed',
    'cancelled',
  ]
  const rows: readonly (readonly [MessageState, readonly MessageState[]])[] = [
    ['scheduled', ['queued', 'submitting', 'unknown', 'submitted', 'retrying', ...network, 'no-route', 'opted-out']],
    ['queued', ['submitting', 'unknown', 'submitted', 'retrying', ...network, 'no-route', 'opted-out']],
    ['submitting', ['queued', 'unknown', 'submitted', 'retrying', ...network, 'no-route']],
    ['unknown', ['queued', 'submitting', 'submitted', 'retrying', ...network]],
    ['submitted', network],
    ['retrying', ['queued', 'submitting', 'unknown', 'submitted', ...network, 'no-route']],
    ['delivered', []],
    ['undeliverable', []],
    ['refused-by-network', []],
    ['expired', ['delivered']],
    ['unconfirmed', ['delivered']],
    ['cancelled', []],
    ['no-route', []],
    ['opted-out', []],
    ['bad-number', []],
    ['no-credit', []],
    ['too-long', []],
    ['duplicate', []],
  ]
  for (const [from, followers] of rows) {
    it(`lets ${from} become ${followers.length === 0 ? 'nothing else' : followers.join(', ')}`, () => {
      const allowed = MESSAGE_STATES.filter((to) => mayFollow(from, to))
      assert.deepEqual([...allowed].sort(), [...followers].sort())
    })
  }

  it('never leaves a final state, except for a late delivery', () => {
    for (const from of MESSAGE_STATES.filter(isFinal)) {
      for (const to of MESSAGE_STATES.filter((state) => mayFollow(from, state))) {
        assert.ok(to === 'delivered' && STATUS_FORMS[from].v2.groupName === 'EXPIRED', `${from} to ${to}`)
      }
    }
  })

  it('lets every state on the way reach an end', () => {
    for (const from of MESSAGE_STATES.filter((state) => !isFinal(state))) assert.ok(mayFollow(from, 'delivered'), from)
  })
})
