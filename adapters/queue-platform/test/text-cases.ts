import type { AdapterCase } from '@heliograph/testkit'
import { dispatched, event } from './requests.ts'

const FALLBACK = 'Hi Valued Customer, you are in the queue of Acme.'

type Row = readonly [name: string, data: Readonly<Record<string, unknown>>, text: string | RegExp]

const NAMES: readonly Row[] = [
  // spec: Queue-platform webhook receiver | field | data.name -> text: name
  ['name', { name: 'Jo Mbeki' }, 'Hi Jo Mbeki, you are in the queue of Acme.'],
  // spec: Queue-platform webhook receiver | field | data.firstName -> text: firstName alone
  ['firstName alone', { firstName: 'Jo' }, 'Hi Jo, you are in the queue of Acme.'],
  // spec: Queue-platform webhook receiver | field | data.lastName -> text: lastName alone
  ['lastName alone', { lastName: 'Mbeki' }, 'Hi Mbeki, you are in the queue of Acme.'],
  ['firstName and lastName', { firstName: 'Jo', lastName: 'Mbeki' }, 'Hi Jo Mbeki, you are in the queue of Acme.'],
  ['name before its parts', { name: 'Jo M', firstName: 'Johanna' }, 'Hi Jo M, you are in the queue of Acme.'],
  ['a blank name counts as no name', { name: ' ', firstName: 'Jo' }, 'Hi Jo, you are in the queue of Acme.'],
  // spec: Queue-platform webhook receiver | default | name: Valued Customer -> text: no name
  ['no name', {}, FALLBACK],
  ['a name that is no text', { name: { first: 'Jo' } }, FALLBACK],
  ['line breaks in a name', { name: 'Jo\n\nMbeki' }, 'Hi Jo Mbeki, you are in the queue of Acme.'],
  ['line breaks in a long name', { name: `Jo\n\nMbeki${'\nx'.repeat(1_000)}` }, /^Hi Jo Mbeki(?: x){26}, you/],
  ['a name that would be a message', { name: 'x'.repeat(500) }, `Hi ${'x'.repeat(60)}, you are in the queue of Acme.`],
  ['placeholders in a name stay as they are', { name: '{ticket}', ticket: 'A1' }, /^Hi \{ticket\}, .* Ticket: A1\.$/],
  ['brackets in a name stay as they are', { name: '[Jo]' }, 'Hi [Jo], you are in the queue of Acme.'],
  ['half a surrogate pair', { name: 'Jo\ud800' }, 'Hi Jo\ufffd, you are in the queue of Acme.'],
]

const NUMBERS: readonly Row[] = [
  // spec: Queue-platform webhook receiver | field | data.ticket -> text: a ticket
  ['a ticket', { ticket: 'B7' }, `${FALLBACK} Ticket: B7.`],
  ['a ticket that is a number', { ticket: 7 }, `${FALLBACK} Ticket: 7.`],
  ['no ticket', { ticket: '' }, FALLBACK],
  // spec: Queue-platform webhook receiver | field | data.position -> text: a position
  ['a position', { position: 12 }, `${FALLBACK} Position: 12.`],
  ['a position as text', { position: '12' }, `${FALLBACK} Position: 12.`],
  ['position 0', { position: 0 }, FALLBACK],
  ['an invalid position', { position: 'soon' }, FALLBACK],
  ['a wait of 1 s', { estWaitDuration: 1 }, `${FALLBACK} Estimated wait: 1 min.`],
  // spec: Queue-platform webhook receiver | field | data.estWaitDuration -> text: a wait of 60 s
  // spec: Queue-platform webhook receiver | rule | estWaitDuration: seconds in, minutes shown -> text: a wait of 60 s
  ['a wait of 60 s', { estWaitDuration: 60 }, `${FALLBACK} Estimated wait: 1 min.`],
  // spec: Queue-platform webhook receiver | rule | estWaitDuration: seconds in, minutes shown -> text: a wait of 61 s
  ['a wait of 61 s', { estWaitDuration: 61 }, `${FALLBACK} Estimated wait: 2 min.`],
  ['a wait of 0 s', { estWaitDuration: 0 }, FALLBACK],
  ['a wait below 0', { estWaitDuration: -5 }, FALLBACK],
  ['no wait', { estWaitDuration: null }, FALLBACK],
]

const booking = (fields: string) => `Hi Valued Customer, your appointment with Acme is confirmed${fields}`

const BOOKINGS: readonly Row[] = [
  ['a local time', { date: '2026-02-03T14:30' }, booking(' for Tue 3 Feb 2026 14:30. Reference: v1.')],
  ['a time with a zone', { date: '2026-02-03T14:30:00+02:00' }, booking(' for Tue 3 Feb 2026 14:30. Reference: v1.')],
  ['a time in UTC', { date: '2026-02-03T14:30:00Z' }, booking(' for Tue 3 Feb 2026 14:30. Reference: v1.')],
  ['a blank for the T', { date: '2026-02-03 14:30' }, booking(' for Tue 3 Feb 2026 14:30. Reference: v1.')],
  // spec: Queue-platform webhook receiver | text | booking confirmation: formatted date -> booking: a date
  ['a date', { date: '2026-02-03' }, booking(' for Tue 3 Feb 2026. Reference: v1.')],
  ['seconds since the epoch', { date: 1_770_129_000 }, booking(' for Tue 3 Feb 2026 16:30. Reference: v1.')],
  ['milliseconds since the epoch', { date: '1770129000000' }, booking(' for Tue 3 Feb 2026 16:30. Reference: v1.')],
  ['a text', { date: 'next Tuesday' }, booking(' for next Tuesday. Reference: v1.')],
  ['no date', {}, booking('. Reference: v1.')],
  ['the first of several names', { time: '2026-02-05', bookingTime: '2026-02-04' }, /for Wed 4 Feb 2026\./],
  ...['date', 'bookingTime', 'bookingDate', 'appointmentTime', 'startTime', 'time'].map(
    (name): Row => [name, { [name]: '2026-02-04' }, /for Wed 4 Feb 2026\./],
  ),
  ...['reference', 'bookingReference', 'publicId', 'ticket', 'id'].map(
    (name): Row => [`reference from ${name}`, { [name]: 'R9' }, booking('. Reference: R9.')],
  ),
  ['reference before the others', { ticket: 'T', publicId: 'P', reference: 'R' }, booking('. Reference: R.')],
]

/** What the texts say. */
export const textCases: readonly AdapterCase[] = [
  ...[...NAMES, ...NUMBERS].map(
    ([name, data, text]): AdapterCase => ({
      name: `text: ${name}`,
      request: event({ data }),
      expect: dispatched(text),
    }),
  ),
  ...BOOKINGS.map(
    ([name, data, text]): AdapterCase => ({
      name: `booking: ${name}`,
      request: event({ data: { state: 'BOOKED', ...data } }),
      expect: dispatched(text),
    }),
  ),
]
