import { type AdapterCase, ELSEWHERE, MANUAL_CLOCK_START, THERE } from '@heliograph/testkit'
import { ACCEPTED, NOT_SERVED_LOG, OK, refused3, send3 } from './requests.ts'

const DAY_MS = 86_400_000
const SCHEDULE = { options: { schedule: { bulkId: 'B', sendAt: '2026-02-01T10:00:00.000+0200' } } }
const at = (sendAt: string) => send3({}, { options: { schedule: { sendAt } } })
const speed = (sendingSpeedLimit: object) => send3({}, { options: { schedule: { sendingSpeedLimit } } })
const webhooks = (over: object) => send3({ webhooks: over })
const options = (over: object) => send3({ options: over })
const octets = (over: object) => send3({ content: over })
const WINDOW = { days: ['MONDAY', 'FRIDAY'], from: { hour: 9, minute: 0 }, to: { hour: 17, minute: 30 } }

/** Delivery windows that are refused, each with what is named of them. */
const WRONG_WINDOWS: readonly (readonly [name: string, over: object, field: string, violation: RegExp])[] = [
  ['without days', { days: undefined }, 'days', /is required/],
  ['on no day', { days: [] }, 'days', /must not be empty/],
  ['on a day that there is not', { days: ['FUNDAY'] }, 'days', /MONDAY, TUESDAY/],
  ['without a beginning', { from: undefined }, 'from', /is required/],
  ['without an end', { to: null }, 'to', /is required/],
  ['with an end that is no object', { to: '17:30' }, 'to', /an object/],
  ['at an hour that there is not', { to: { hour: 24, minute: 0 } }, 'to.hour', /0 to 23/],
  ['at an hour without a minute', { from: { hour: 9 } }, 'from.minute', /is required/],
  ['of no length', { to: WINDOW.from }, 'to', /must differ/],
]

/** Fields that are refused, each with the property that is named. */
const WRONG: readonly (readonly [
  name: string,
  request: ReturnType<typeof send3>,
  violations: Record<string, RegExp>,
])[] = [
  ['no messages', { json: {} }, { messages: /is required/ }],
  ['an empty list of messages', { json: { messages: [] } }, { messages: /must not be empty/ }],
  ['a message that is no object', { json: { messages: ['Hello'] } }, { 'messages[0]': /must be an object/ }],
  ['no content', send3({ content: undefined }), { 'messages[0].content': /is required/ }],
  ['an empty text', octets({ text: '' }), { 'messages[0].content.text': /must not be empty/ }],
  ['no destinations', send3({ destinations: [] }), { 'messages[0].destinations': /must not be empty/ }],
  ['a destination that is no object', send3({ destinations: [1] }), { 'messages[0].destinations[0]': /an object/ }],
  ['no number', send3({ destinations: [{}] }), { 'messages[0].destinations[0].to': /is required/ }],
  [
    'a number of 65 characters',
    send3({ destinations: [{ to: '1'.repeat(65) }] }),
    { 'messages[0].destinations[0].to': /1 to 64 characters/ },
  ],
  [
    'an id of 201 characters',
    send3({ destinations: [{ to: THERE, messageId: 'm'.repeat(201) }] }),
    { 'messages[0].destinations[0].messageId': /1 to 200 characters/ },
  ],
  [
    'callbackData of 4,001 characters',
    webhooks({ callbackData: 'c'.repeat(4_001) }),
    { 'messages[0].webhooks.callbackData': /4000/ },
  ],
  [
    'a URL with a password',
    webhooks({ delivery: { url: 'https://a:b@c.example/' } }),
    { 'messages[0].webhooks.delivery.url': /credentials/ },
  ],
  [
    'another media type',
    webhooks({ contentType: 'text/csv' }),
    { 'messages[0].webhooks.contentType': /application\/json/ },
  ],
  [
    'a validity without an amount',
    options({ validityPeriod: {} }),
    { 'messages[0].options.validityPeriod.amount': /is required/ },
  ],
  [
    'another unit',
    options({ validityPeriod: { amount: 1, timeUnit: 'DAYS' } }),
    { 'messages[0].options.validityPeriod.timeUnit': /SECONDS, MINUTES, HOURS/ },
  ],
  ['a speed of nothing', speed({ amount: 0 }), { 'options.schedule.sendingSpeedLimit.amount': /whole number/ }],
  [
    'a speed in another unit',
    speed({ amount: 1, timeUnit: 'WEEK' }),
    { 'options.schedule.sendingSpeedLimit.timeUnit': /MINUTE, HOUR, DAY/ },
  ],
  ['an invalid time', at('tomorrow'), { 'options.schedule.sendAt': /ISO 8601/ }],
  [
    'a time 181 days ahead',
    at(new Date(MANUAL_CLOCK_START + 181 * DAY_MS).toISOString()),
    { 'options.schedule.sendAt': /180 days/ },
  ],
  ['invalid octets', octets({ hex: '5' }), { 'messages[0].content.hex': /hexadecimal/ }],
  [
    'octets that are only a header',
    octets({ hex: '0500', esmClass: 64 }),
    { 'messages[0].content.hex': /user data header/ },
  ],
]

/** Octets, and what is sent for them. */
const OCTETS: readonly (readonly [name: string, content: object, submitted: object])[] = [
  ['the default alphabet', { hex: '54 65 73 74', dataCoding: 0, esmClass: 0 }, { text: 'Test', encoding: 'gsm' }],
  ['UCS-2 in groups', { hex: '0048 039a', dataCoding: 8 }, { text: 'HΚ', encoding: 'ucs2' }],
  ['other octets', { hex: 'cafe', dataCoding: 4 }, { text: 'CAFE', encoding: 'binary', userDataHeader: null }],
  [
    'octets with a header',
    { hex: '0605040b8423f0cafe', dataCoding: 245, esmClass: 64 },
    { text: 'CAFE', encoding: 'binary', userDataHeader: '05040B8423F0' },
  ],
]

/** Units of a validity in seconds; more than two days count as two. */
const VALIDITIES: readonly (readonly [validity: object, seconds: number])[] = [
  [{ amount: 90, timeUnit: 'SECONDS' }, 90],
  [{ amount: 30 }, 1_800],
  [{ amount: 12, timeUnit: 'HOURS' }, 43_200],
  [{ amount: 720, timeUnit: 'HOURS' }, 172_800],
]

/** Speeds of a bulk, and the limits that they are. */
const SPEEDS: readonly (readonly [given: object, speedLimit: object])[] = [
  [{ amount: 10 }, { parts: 10, seconds: 60 }],
  [
    { amount: 1_000, timeUnit: 'HOUR' },
    { parts: 1_000, seconds: 3_600 },
  ],
  [
    { amount: 1, timeUnit: 'DAY' },
    { parts: 1, seconds: 86_400 },
  ],
]

const NOT_SERVED: readonly (readonly [name: string, request: ReturnType<typeof send3>])[] = [
  ['networkId', send3({ destinations: [{ to: THERE, networkId: 7 }] })],
  ['regional', options({ regional: { indiaDlt: { principalEntityId: 'x' } } })],
  ['tracking', send3({}, { options: { tracking: { shortenUrl: true } } })],
  ['conversionTracking', send3({}, { options: { conversionTracking: { useConversionTracking: true } } })],
]

/** `POST /sms/3/messages`. */
export const send3Cases: readonly AdapterCase[] = [
  {
    name: 'v3: sends a text',
    request: send3(),
    expect: {
      ...OK,
      body: {
        bulkId: undefined,
        messages: [
          { messageId: /^[0-9a-f-]{36}$/, status: ACCEPTED, destination: THERE, details: { messageCount: 1 } },
        ],
      },
      submitted: [
        { text: 'Hello', to: THERE, origin: 'infobip', priority: 'NORMAL', notifyUrl: null, receiptWebhook: true },
      ],
    },
  },
  {
    name: 'v3: several destinations are a bulk, which is named after the request',
    request: send3({ destinations: [{ to: `+${THERE}`, messageId: 'a' }, { to: ELSEWHERE }] }),
    expect: {
      ...OK,
      body: { bulkId: /^.+$/, messages: [{ messageId: 'a', destination: THERE }, { destination: ELSEWHERE }] },
      submitted: [{ to: THERE, messageId: 'a', bulkId: /^.+$/ }, { to: ELSEWHERE }],
    },
  },
  ...SPEEDS.map(
    ([given, speedLimit]): AdapterCase => ({
      name: `v3: a speed of ${JSON.stringify(given)}`,
      request: speed(given),
      expect: { ...OK, body: { bulkId: /./ }, submitted: [{ bulkId: /./, speedLimit }] },
    }),
  ),
  {
    name: 'v3: a bulk at a time',
    request: send3({}, SCHEDULE),
    expect: {
      ...OK,
      body: { bulkId: 'B' },
      submitted: [{ bulkId: 'B', scheduledAt: new Date('2026-02-01T08:00:00.000Z'), state: 'scheduled' }],
    },
  },
  {
    name: 'v3: a destination that is no number is rejected, and the others go',
    request: send3({ destinations: [{ to: 'nobody' }, { to: THERE }] }),
    expect: {
      ...OK,
      body: {
        messages: [
          { destination: 'nobody', status: { groupName: 'REJECTED', name: 'REJECTED_DESTINATION' } },
          { status: ACCEPTED },
        ],
      },
      submitted: [{ to: THERE }],
    },
  },
  {
    name: 'v3: a contact that has opted out is rejected',
    before: (kit) => void kit.engine.contacts.set(kit.account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: send3(),
    expect: { ...OK, body: { messages: [{ status: { groupName: 'REJECTED', id: 14 } }] } },
  },
  {
    name: 'v3: flash, callbackData of 4,000 characters, no report',
    request: send3({
      options: { flash: true },
      webhooks: { callbackData: 'c'.repeat(4_000), delivery: { url: 'https://client.example/', notify: false } },
    }),
    expect: {
      ...OK,
      submitted: [{ flash: true, reference: 'c'.repeat(4_000), receiptWebhook: false, notifyUrl: null }],
    },
  },
  {
    name: 'v3: null is absent',
    request: send3({ sender: null, options: null, webhooks: null }, { options: null }),
    expect: { ...OK, submitted: [{ text: 'Hello' }] },
  },
  {
    name: 'v3: fields that are not known are ignored',
    request: send3({ unknown: 1, options: { unknown: {} } }, { unknown: [] }),
    expect: { ...OK, submitted: [{ text: 'Hello' }] },
  },
  ...OCTETS.map(
    ([name, content, submitted]): AdapterCase => ({
      name: `v3: ${name}`,
      request: octets(content),
      expect: { ...OK, submitted: [submitted] },
    }),
  ),
  ...VALIDITIES.map(
    ([validityPeriod, validitySeconds]): AdapterCase => ({
      name: `v3: a validity of ${validitySeconds} seconds from ${JSON.stringify(validityPeriod)}`,
      request: options({ validityPeriod }),
      expect: { ...OK, submitted: [{ validitySeconds }] },
    }),
  ),
  {
    name: 'v3: a delivery window, in UTC',
    request: options({ deliveryTimeWindow: WINDOW }),
    expect: { ...OK, submitted: [{ deliveryWindow: { days: [1, 5], from: '09:00', to: '17:30', zone: 'UTC' } }] },
  },
  {
    name: 'v3: a delivery window of days without hours, which waits for one of them',
    request: options({ deliveryTimeWindow: { days: ['SUNDAY'] } }),
    expect: {
      ...OK,
      body: { messages: [{ status: ACCEPTED }] },
      submitted: [{ deliveryWindow: { days: [7], from: '00:00', to: '23:59', zone: 'UTC' }, state: 'scheduled' }],
    },
  },
  ...WRONG_WINDOWS.map(
    ([name, over, field, violation]): AdapterCase => ({
      name: `v3: refuses a delivery window ${name}`,
      request: options({ deliveryTimeWindow: { ...WINDOW, ...over } }),
      expect: refused3('invalid', { [`messages[0].options.deliveryTimeWindow.${field}`]: violation }),
    }),
  ),
  ...NOT_SERVED.map(
    ([field, request]): AdapterCase => ({
      name: `v3: ${field} is accepted, and named in the log as not served`,
      request,
      expect: { ...OK, submitted: [{ text: 'Hello' }], logs: [NOT_SERVED_LOG] },
    }),
  ),
  ...WRONG.map(
    ([name, request, violations]): AdapterCase => ({
      name: `v3: refuses ${name}`,
      request,
      expect: refused3('invalid', violations),
    }),
  ),
  {
    name: 'v3: refuses another Content-Type',
    request: { body: '{}', headers: { 'content-type': 'text/plain' } },
    expect: refused3('invalid'),
  },
]
