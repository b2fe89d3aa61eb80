import type { AdapterCase } from '@heliograph/testkit'
import { after, dispatched, event, ok, update } from './requests.ts'

const FULL = { firstName: 'Jo', ticket: 'A001', position: 3, estWaitDuration: 368 }
const BOOKING = { state: 'BOOKED', name: 'Jo', date: '2026-02-03T14:30', publicId: 'Kk1Bui' }

const created = event({ data: FULL })
const booked = event({ data: BOOKING })
const removed = (id = 'gone', data = {}) => event({ id, type: 'visit.removed', data })

const CONFIRMED = 'Hi Jo, you are in the queue of Acme. Ticket: A001. Position: 3. Estimated wait: 7 min.'
const BACK = 'Hi Jo, you are back in the queue of Acme. Ticket: A001. Position: 3. Estimated wait: 7 min.'
const TURN = 'Hi Jo, it is your turn at Acme. Ticket: A001.'
const COMPLETE = 'Hi Jo, thank you for visiting Acme.'
const CANCELLED = 'Hi Jo, your visit to Acme is cancelled. Ticket: A001. Please contact us to choose another time.'

/** The event that brings a visit into each state. */
const INTO = {
  WAITING: created,
  BOOKED: booked,
  SERVING: update('SERVING', { data: FULL }),
  COMPLETE: update('COMPLETE', { data: FULL }),
}

/** Changes that need nothing but the state before them. */
const CHANGES = [
  ['WAITING', 'COMPLETE', COMPLETE],
  ['BOOKED', 'SERVING', TURN],
  ['BOOKED', 'COMPLETE', COMPLETE],
  ['COMPLETE', 'SERVING', TURN],
] as const

const UNCHANGED = 'No SMS sent: the state of the visit has not changed'
const GONE = 'No SMS sent: the visit was removed before'

/** The table of visit states and what each event sends. */
export const visitCases: readonly AdapterCase[] = [
  // spec: Queue-platform visit states (inbound) | state | WAITING ; none to WAITING: visit.created, confirmation SMS
  // spec: Inbound events from the queue-management platform | event | visit.created, WAITING: confirmation
  // spec: Queue-platform webhook receiver | field | type ; data.state
  // spec: Queue-platform webhook receiver | text | waitlist confirmation: customer name ; waitlist confirmation: client name ; waitlist confirmation: ticket
  // spec: Queue-platform webhook receiver | text | waitlist confirmation: position ; waitlist confirmation: estimated wait in minutes
  { name: 'visit.created, WAITING: confirmation', request: created, expect: dispatched(CONFIRMED) },
  // spec: Queue-platform visit states (inbound) | state | BOOKED ; none to BOOKED: visit.created, appointment confirmation SMS
  // spec: Inbound events from the queue-management platform | event | visit.created, BOOKED: appointment confirmation
  // spec: Queue-platform webhook receiver | text | booking confirmation: name ; booking confirmation: client name
  // spec: Queue-platform webhook receiver | text | booking confirmation: formatted date ; booking confirmation: booking reference
  {
    name: 'visit.created, BOOKED: appointment confirmation',
    request: booked,
    expect: dispatched('Hi Jo, your appointment with Acme is confirmed for Tue 3 Feb 2026 14:30. Reference: Kk1Bui.'),
  },
  ...['SERVING', 'COMPLETE', 'PENDING', 'DRAFT', ''].map(
    (state): AdapterCase => ({
      name: `visit.created, ${state || 'no state'}: nothing`,
      request: event({ data: { ...FULL, state } }),
      expect: ok('No SMS sent: no text belongs to a new visit in this state'),
    }),
  ),
  // spec: Queue-platform visit states (inbound) | state | SERVING ; any to SERVING: visit.updated, your-turn SMS
  // spec: Inbound events from the queue-management platform | event | visit.updated to SERVING: SMS
  // spec: Queue-platform webhook receiver | field | type ; data.state ; eventType
  // spec: Queue-platform webhook receiver | text | your turn: name ; your turn: client name ; your turn: ticket
  {
    name: 'visit.updated to SERVING: your turn',
    before: after(created),
    request: update('SERVING', { data: FULL }),
    expect: dispatched(TURN, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | COMPLETE ; any to COMPLETE: visit.updated, visit-complete SMS
  // spec: Inbound events from the queue-management platform | event | visit.updated to COMPLETE: SMS
  // spec: Queue-platform webhook receiver | text | completion: name ; completion: client name
  {
    name: 'visit.updated to COMPLETE: visit complete',
    before: after(created, update('SERVING', { data: FULL })),
    request: update('COMPLETE', { data: FULL }),
    expect: dispatched(COMPLETE, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any to COMPLETE: visit.updated, visit-complete SMS -> visit.updated from WAITING to COMPLETE
  // spec: Queue-platform visit states (inbound) | state | any to SERVING: visit.updated, your-turn SMS -> visit.updated from BOOKED to SERVING
  // spec: Queue-platform visit states (inbound) | state | any to COMPLETE: visit.updated, visit-complete SMS -> visit.updated from BOOKED to COMPLETE
  // spec: Queue-platform visit states (inbound) | state | any to SERVING: visit.updated, your-turn SMS -> visit.updated from COMPLETE to SERVING
  ...CHANGES.map(
    ([from, to, text]): AdapterCase => ({
      name: `visit.updated from ${from} to ${to}`,
      before: after(INTO[from]),
      request: INTO[to],
      expect: dispatched(text, 'visit.updated'),
    }),
  ),
  {
    name: 'visit.updated to COMPLETE with the tag CANCELLED: cancellation',
    before: after(created),
    request: update('COMPLETE', { data: { ...FULL, tags: ['VIP', 'cancelled'] } }),
    expect: dispatched(CANCELLED, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any back to WAITING: visit.updated, SMS
  // spec: Inbound events from the queue-management platform | event | visit.updated back to WAITING: SMS
  {
    name: 'visit.updated from SERVING back to WAITING: back in the queue',
    before: after(created, update('SERVING', { data: FULL })),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(BACK, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any back to WAITING: visit.updated, SMS
  {
    name: 'visit.updated from COMPLETE back to WAITING: back in the queue',
    before: after(update('COMPLETE', { data: FULL })),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(BACK, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any back to WAITING: visit.updated, SMS
  {
    name: 'visit.updated from BOOKED to WAITING: confirmation, as it was not in the queue before',
    before: after(booked),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(CONFIRMED, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any to removed: visit.removed, cancellation SMS
  // spec: Inbound events from the queue-management platform | event | visit.removed: cancellation SMS
  // spec: Queue-platform webhook receiver | text | cancellation: name ; cancellation: client name ; cancellation: ticket ; cancellation: invites rescheduling
  {
    name: 'visit.removed: cancellation',
    before: after(created),
    request: removed('gone', FULL),
    expect: dispatched(CANCELLED, 'visit.removed'),
  },
  // spec: Queue-platform visit states (inbound) | state | any to removed: visit.removed, cancellation SMS -> visit.removed when BOOKED: cancellation
  // spec: Queue-platform visit states (inbound) | state | any to removed: visit.removed, cancellation SMS -> visit.removed when SERVING: cancellation
  // spec: Queue-platform visit states (inbound) | state | any to removed: visit.removed, cancellation SMS -> visit.removed when COMPLETE: cancellation
  ...(['BOOKED', 'SERVING', 'COMPLETE'] as const).map(
    (state): AdapterCase => ({
      name: `visit.removed when ${state}: cancellation`,
      before: after(INTO[state]),
      request: removed('gone', FULL),
      expect: dispatched(CANCELLED, 'visit.removed'),
    }),
  ),
  // spec: Queue-platform visit states (inbound) | state | any to removed: visit.removed, cancellation SMS
  {
    name: 'visit.removed, first seen: cancellation',
    request: removed('gone', FULL),
    expect: dispatched(CANCELLED, 'visit.removed'),
  },
  {
    name: 'visit.removed a second time: nothing',
    before: after(removed('gone', FULL)),
    request: removed('gone again', FULL),
    expect: ok(GONE, 'visit.removed'),
  },
  {
    name: 'visit.updated after visit.removed: nothing',
    before: after(created, removed('gone', FULL)),
    request: update('SERVING', { data: FULL }),
    expect: ok(GONE, 'visit.updated'),
  },
  // spec: Queue-platform visit states (inbound) | state | any to SERVING: visit.updated, your-turn SMS -> visit.updated, first seen, to SERVING: counts as a change
  // spec: Queue-platform visit states (inbound) | state | any to COMPLETE: visit.updated, visit-complete SMS -> visit.updated, first seen, to COMPLETE: counts as a change
  ...(['WAITING', 'SERVING', 'COMPLETE'] as const).map(
    (state): AdapterCase => ({
      name: `visit.updated, first seen, to ${state}: counts as a change`,
      request: update(state, { data: FULL }),
      expect: dispatched({ WAITING: CONFIRMED, SERVING: TURN, COMPLETE }[state], 'visit.updated'),
    }),
  ),
  ...['BOOKED', 'PENDING', 'DRAFT'].map(
    (state): AdapterCase => ({
      name: `visit.updated to ${state}: nothing`,
      before: after(created),
      request: update(state, { data: FULL }),
      expect: ok('No SMS sent: no text belongs to this state', 'visit.updated'),
    }),
  ),
  // spec: Inbound events from the queue-management platform | event | visit.updated: no SMS without a change of state
  {
    name: 'visit.updated without a change of state: nothing',
    before: after(created),
    request: update('WAITING', { data: { ...FULL, position: 2 } }),
    expect: ok(UNCHANGED, 'visit.updated'),
  },
  {
    name: 'visit.updated without a change of state after one that could not be sent: nothing',
    before: after(update('SERVING', { data: { ...FULL, phone: '' } })),
    request: update('SERVING', { id: 'later', data: FULL }),
    expect: ok(UNCHANGED, 'visit.updated'),
  },
  // spec: Queue-platform webhook receiver | field | data.id
  {
    name: 'another visit has a state of its own',
    before: after(created),
    request: update('WAITING', { data: { ...FULL, id: 'v2' } }),
    expect: dispatched(CONFIRMED, 'visit.updated'),
  },
  {
    name: 'the state in small letters',
    request: event({ data: { ...FULL, state: 'waiting' } }),
    expect: dispatched(CONFIRMED),
  },
  {
    name: 'the id of the visit as a number',
    before: after(event({ data: { ...FULL, id: 17 } })),
    request: update('WAITING', { data: { ...FULL, id: 17 } }),
    expect: ok(UNCHANGED, 'visit.updated'),
  },
  {
    name: 'an id of the visit of 10,000 characters',
    before: after(event({ data: { ...FULL, id: 'v'.repeat(10_000) } })),
    request: update('WAITING', { data: { ...FULL, id: 'v'.repeat(10_000) } }),
    expect: ok(UNCHANGED, 'visit.updated'),
  },
  ...['message.created', 'location.created', 'location.updated', 'location.removed', 'visit.exploded', ''].map(
    (type): AdapterCase => ({
      name: `${type || 'no type'}: logged only`,
      request: event({ type, data: FULL }),
      expect: ok('No SMS sent: no text belongs to this type of event', type),
    }),
  ),
]
