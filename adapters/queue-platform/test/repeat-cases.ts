import type { AdapterCase } from '@heliograph/testkit'
import { after, dispatched, event, ok, PHONE, update } from './requests.ts'

const HELLO = /^Hi Valued Customer, you are in the queue of Acme\.$/

const optOut: AdapterCase['before'] = ({ engine, account }) => {
  engine.contacts.set(account.clientId, PHONE.slice(1), 'opted-out', { kind: 'web' })
}

/** Repeated events: they are recognised by their id, per client. */
export const repeatCases: readonly AdapterCase[] = [
  // spec: Queue-platform webhook receiver | field | id
  // spec: Queue-platform webhook receiver | text | OK:<sms_id>:<status>
  {
    name: 'an event that comes again is answered as the first time, and sends nothing',
    before: after(event()),
    request: event(),
    expect: (kit) => ({
      status: 200,
      body: {
        status: 'ok',
        message: `SMS dispatched to 27821234567: OK:${kit.engine.messages[0]?.smsId}:PENDING_ENROUTE`,
      },
    }),
  },
  {
    name: 'an event that comes again when the visit has moved on is answered as the first time',
    before: after(event(), update('SERVING')),
    request: event(),
    expect: (kit) => ({
      status: 200,
      body: { message: `SMS dispatched to 27821234567: OK:${kit.engine.messages[0]?.smsId}:PENDING_ENROUTE` },
    }),
  },
  {
    name: 'an event that comes again when its contact has opted out is answered as the first time',
    before: async (kit) => {
      await kit.request(event())
      await optOut(kit)
    },
    request: event(),
    expect: (kit) => ({
      status: 200,
      body: { message: `SMS dispatched to 27821234567: OK:${kit.engine.messages[0]?.smsId}:PENDING_ENROUTE` },
    }),
  },
  {
    name: 'an event without a text that comes again is answered as the first time',
    before: after(event(), update('WAITING', { id: 'same' }), update('SERVING')),
    request: update('WAITING', { id: 'same' }),
    expect: ok('No SMS sent: the state of the visit has not changed', 'visit.updated'),
  },
  {
    name: 'an event that could not be sent is answered as the first time, although it could be now',
    before: async (kit) => {
      await optOut(kit)
      await kit.request(event())
      kit.engine.contacts.set(kit.account.clientId, PHONE.slice(1), 'opted-in', { kind: 'web' })
    },
    request: event(),
    expect: ok('No SMS sent: Contact has opted out'),
  },
  {
    name: 'an event is known for seven days',
    before: async (kit) => {
      await kit.request(event())
      await kit.clock.advance(7 * 24 * 3_600_000)
    },
    request: event(),
    expect: { status: 200, body: { message: /^SMS dispatched/ } },
  },
  {
    name: 'without an id an event is never known',
    before: after(event({ id: undefined })),
    request: event({ id: undefined }),
    expect: dispatched(HELLO),
  },
  {
    name: 'an empty id counts as no id',
    before: after(event({ id: '' })),
    request: event({ id: '' }),
    expect: dispatched(HELLO),
  },
  {
    name: 'without an id an update that changes nothing sends nothing',
    before: after(update('SERVING', { id: undefined })),
    request: update('SERVING', { id: undefined }),
    expect: ok('No SMS sent: the state of the visit has not changed', 'visit.updated'),
  },
  {
    name: 'without an id of the visit the event stands for it',
    before: after(event({ data: { id: undefined } })),
    request: event({ data: { id: undefined } }),
    expect: { status: 200, body: { message: /^SMS dispatched/ } },
  },
  {
    name: 'without any id each event is a new one',
    before: after(event({ id: undefined, data: { id: undefined } })),
    request: event({ id: undefined, data: { id: undefined } }),
    expect: dispatched(HELLO),
  },
  {
    name: 'another client has events of its own under the same ids',
    before: async (kit) => {
      await kit.request({ ...event(), query: { key: kit.stranger.apiKey } })
    },
    request: event(),
    expect: dispatched(HELLO),
  },
  {
    name: 'what failed when the text was handed over is sent when the event comes again',
    before: async (kit) => {
      kit.engine.failNext('unavailable', 'submissions')
      await kit.request(update('SERVING'))
    },
    request: update('SERVING'),
    expect: dispatched('Hi Valued Customer, it is your turn at Acme.', 'visit.updated'),
  },
  {
    name: 'what failed without an id is sent when the event comes again',
    before: async (kit) => {
      kit.engine.failNext('unavailable', 'submissions')
      await kit.request(update('SERVING', { id: undefined }))
    },
    request: update('SERVING', { id: undefined }),
    expect: dispatched('Hi Valued Customer, it is your turn at Acme.', 'visit.updated'),
  },
  {
    name: 'two hundred events of one visit: the last ones are known',
    before: async (kit) => {
      for (let count = 0; count < 200; count += 1) await kit.request(update('WAITING', { id: `position ${count}` }))
    },
    request: update('WAITING', { id: 'position 199' }),
    expect: ok('No SMS sent: the state of the visit has not changed', 'visit.updated'),
  },
]
