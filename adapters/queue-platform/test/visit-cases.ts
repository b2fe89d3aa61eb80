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

/** What brings a visit into a state. */
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
  { name: 'visit.created, WAITING: confirmation', request: created, expect: dispatched(CONFIRMED) },
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
  {
    name: 'visit.updated to SERVING: your turn',
    before: after(created),
    request: update('SERVING', { data: FULL }),
    expect: dispatched(TURN, 'visit.updated'),
  },
  {
    name: 'visit.updated to COMPLETE: visit complete',
    before: after(created, update('SERVING', { data: FULL })),
    request: update('COMPLETE', { data: FULL }),
    expect: dispatched(COMPLETE, 'visit.updated'),
  },
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
  {
    name: 'visit.updated from SERVING back to WAITING: back in the queue',
    before: after(created, update('SERVING', { data: FULL })),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(BACK, 'visit.updated'),
  },
  {
    name: 'visit.updated from COMPLETE back to WAITING: back in the queue',
    before: after(update('COMPLETE', { data: FULL })),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(BACK, 'visit.updated'),
  },
  {
    name: 'visit.updated from BOOKED to WAITING: confirmation, as it was not in the queue before',
    before: after(booked),
    request: update('WAITING', { data: FULL }),
    expect: dispatched(CONFIRMED, 'visit.updated'),
  },
  {
    name: 'visit.removed: cancellation',
    before: after(created),
    request: removed('gone', FULL),
    expect: dispatched(CANCELLED, 'visit.removed'),
  },
  ...(['BOOKED', 'SERVING', 'COMPLETE'] as const).map(
    (state): AdapterCase => ({
      name: `visit.removed when ${state}: cancellation`,
      before: after(INTO[state]),
      request: removed('gone', FULL),
      expect: dispatched(CANCELLED, 'visit.removed'),
    }),
  ),
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
