import { type AdapterCase, MANUAL_CLOCK_START } from '@heliograph/testkit'
import { ACCEPTED, badFields, message, sending, THERE } from './requests.ts'

const DAY_MS = 86_400_000

const fromNow = (ms: number) => new Date(MANUAL_CLOCK_START + ms).toISOString()

const ok = { status: 200 } as const

const METADATA = { order: 7, of: { 'é \u0000': [null, true] } }
const WINDOW = { days: ['MONDAY', 'FRIDAY'], from: { hour: 9, minute: 0 }, to: { hour: 17, minute: 30 } }

/** The options of a message: where its delivery reports go, when and how it is sent, what the answer includes. */
export const sendOptionCases: readonly AdapterCase[] = [
  {
    name: 'message.deliveryTimeWindow: days, from, to, in UTC',
    request: sending({ deliveryTimeWindow: WINDOW }),
    expect: {
      ...ok,
      submitted: [{ deliveryWindow: { days: [1, 5], from: '09:00', to: '17:30', zone: 'UTC' } }],
    },
  },
  {
    name: 'message.deliveryTimeWindow: in a zone',
    request: sending({ deliveryTimeWindow: { ...WINDOW, timeZone: 'Africa/Johannesburg' } }),
    expect: { ...ok, submitted: [{ deliveryWindow: { zone: 'Africa/Johannesburg' } }] },
  },
  {
    name: 'message.deliveryTimeWindow: null is absent',
    request: sending({ deliveryTimeWindow: null }),
    expect: { ...ok, submitted: [{ deliveryWindow: null }] },
  },
  ...(
    [
      ['without days', { ...WINDOW, days: undefined }, 'days'],
      ['with a day that there is not', { ...WINDOW, days: ['FUNDAY'] }, 'days'],
      ['without a beginning', { ...WINDOW, from: undefined }, 'from'],
      ['with an hour that there is not', { ...WINDOW, to: { hour: 24, minute: 0 } }, 'to.hour'],
      ['without a minute', { ...WINDOW, to: { hour: 17 } }, 'to.minute'],
      ['of no length', { ...WINDOW, to: WINDOW.from }, 'to'],
      ['in a zone that there is not', { ...WINDOW, timeZone: 'Mars/Olympus' }, 'timeZone'],
    ] as const
  ).map(
    ([what, deliveryTimeWindow, field]): AdapterCase => ({
      name: `message.deliveryTimeWindow: one ${what} is refused`,
      request: sending({ deliveryTimeWindow }),
      expect: badFields({ [`messages[0].deliveryTimeWindow.${field}`]: /./ }),
    }),
  ),
  {
    name: 'sendingSpeedLimit: one of a bulk, of parts in a time',
    request: sending({}, { sendingSpeedLimit: { amount: 100, timeUnit: 'HOUR' } }),
    expect: { ...ok, body: { bulkId: /./ }, submitted: [{ bulkId: /./, speedLimit: { parts: 100, seconds: 3_600 } }] },
  },
  {
    name: 'sendingSpeedLimit: a minute by default, in a request for one text',
    request: { path: '/sms/2/text/single', json: { to: THERE, text: 'Hello', sendingSpeedLimit: { amount: 1 } } },
    expect: { ...ok, submitted: [{ speedLimit: { parts: 1, seconds: 60 } }] },
  },
  {
    name: 'sendingSpeedLimit: null is absent',
    request: sending({}, { sendingSpeedLimit: null }),
    expect: { ...ok, submitted: [{ bulkId: null, speedLimit: null }] },
  },
  ...(
    [
      ['that is no object', 7, ''],
      ['without an amount', {}, '.amount'],
      ['of nothing', { amount: 0 }, '.amount'],
      ['in another unit', { amount: 1, timeUnit: 'WEEK' }, '.timeUnit'],
    ] as const
  ).map(
    ([what, sendingSpeedLimit, field]): AdapterCase => ({
      name: `sendingSpeedLimit: one ${what} is refused`,
      request: sending({}, { sendingSpeedLimit }),
      expect: badFields({ [`sendingSpeedLimit${field}`]: /./ }),
    }),
  ),
  // spec: Outgoing message request (v2) | field | messages[].notifyUrl
  {
    name: 'message.notifyUrl: webhook for delivery reports of this message',
    request: sending({ notifyUrl: 'https://client.example/dlr?a=1' }),
    expect: { ...ok, submitted: [{ notifyUrl: 'https://client.example/dlr?a=1', notifyFormat: 'json' }] },
  },
  ...[
    ['of another scheme', 'ftp://client.example/'],
    ['that does not parse', 'client.example/dlr'],
    ['with a user', 'https://user@client.example/'],
    ['with a password', 'https://:secret@client.example/'],
    ['that is empty', ''],
    ['that is too long', `https://client.example/${'a'.repeat(2100)}`],
    ['that is too long once escaped', `https://client.example/${'ü'.repeat(500)}`],
    // spec: Outgoing message request (v2) | rule | messages[].notifyUrl is a string -> message.notifyUrl: one that is no string is refused
    ['that is no string', 7],
  ].map(
    ([what, notifyUrl]): AdapterCase => ({
      name: `message.notifyUrl: one ${what} is refused`,
      request: sending({ notifyUrl }),
      expect: badFields({ 'messages[0].notifyUrl': /./ }),
    }),
  ),
  {
    name: 'message.notifyUrl: null is absent',
    request: sending({ notifyUrl: null }),
    expect: { ...ok, submitted: [{ notifyUrl: null }] },
  },
  // spec: Outgoing message request (v2) | field | messages[].notifyContentType
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: application/json
  {
    name: 'message.notifyContentType: application/json',
    request: sending({ notifyContentType: 'application/json' }),
    expect: { ...ok, submitted: [{ notifyFormat: 'json' }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: application/x-www-form-urlencoded
  {
    name: 'message.notifyContentType: application/x-www-form-urlencoded',
    request: sending({ notifyContentType: 'application/x-www-form-urlencoded' }),
    expect: { ...ok, submitted: [{ notifyFormat: 'form' }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: no other value
  {
    name: 'message.notifyContentType: anything else is refused',
    request: sending({ notifyContentType: 'text/xml' }),
    expect: badFields({ 'messages[0].notifyContentType': /application\/json, application\/x-www-form-urlencoded/ }),
  },
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType is a string
  {
    name: 'message.notifyContentType: no string',
    request: sending({ notifyContentType: ['application/json'] }),
    expect: badFields({ 'messages[0].notifyContentType': /./ }),
  },
  ...[
    // spec: Outgoing message request (v2) | field | messages[].sendAt -> message.sendAt: ISO 8601 yyyy-MM-ddTHH:mm:ss.SSSZ, schedules the message
    // spec: Outgoing message request (v2) | rule | messages[].sendAt: yyyy-MM-ddTHH:mm:ss.SSSZ -> message.sendAt: ISO 8601 yyyy-MM-ddTHH:mm:ss.SSSZ, schedules the message
    // spec: Outgoing message request (v2) | rule | messages[].sendAt schedules the message -> message.sendAt: ISO 8601 yyyy-MM-ddTHH:mm:ss.SSSZ, schedules the message
    ['yyyy-MM-ddTHH:mm:ss.SSSZ', '2026-02-01T10:00:00.500Z', '2026-02-01T10:00:00.500Z'],
    // spec: Outgoing message request (v2) | rule | messages[].sendAt is an ISO 8601 time -> message.sendAt: ISO 8601 with +hh:mm, schedules the message
    ['with +hh:mm', '2026-02-01T10:00:00.500+02:00', '2026-02-01T08:00:00.500Z'],
    ['with +hhmm', '2026-02-01T10:00:00.500+0200', '2026-02-01T08:00:00.500Z'],
    ['without milliseconds', '2026-02-01T10:00:00Z', '2026-02-01T10:00:00.000Z'],
    ['without seconds', '2026-02-01T10:00Z', '2026-02-01T10:00:00.000Z'],
    ['without zone, meaning UTC', '2026-02-01T10:00:00', '2026-02-01T10:00:00.000Z'],
    ['180 days ahead', fromNow(180 * DAY_MS), fromNow(180 * DAY_MS)],
  ].map(
    ([what, sendAt, utc]): AdapterCase => ({
      name: `message.sendAt: ISO 8601 ${what}, schedules the message`,
      request: sending({ sendAt }),
      expect: {
        ...ok,
        body: { messages: [{ status: ACCEPTED }] },
        submitted: [{ state: 'scheduled', scheduledAt: new Date(utc as string) }],
      },
    }),
  ),
  ...[
    ['in the past', fromNow(-1)],
    ['exactly now', fromNow(0)],
    ['long past', '0001-01-01T00:00:00Z'],
  ].map(
    ([what, sendAt]): AdapterCase => ({
      name: `message.sendAt: ${what}, sends at once`,
      request: sending({ sendAt }),
      expect: { ...ok, body: { bulkId: undefined }, submitted: [{ state: 'queued', scheduledAt: null }] },
    }),
  ),
  {
    name: 'message.sendAt: more than 180 days ahead',
    request: sending({ sendAt: fromNow(180 * DAY_MS + 1) }),
    expect: badFields({ 'messages[0].sendAt': /180 days/ }),
  },
  // spec: Outgoing message request (v2) | rule | messages[].sendAt is an ISO 8601 time
  {
    name: 'message.sendAt: a date that does not exist',
    request: sending({ sendAt: '2026-02-30T10:00:00Z' }),
    expect: badFields({ 'messages[0].sendAt': /ISO 8601/ }),
  },
  {
    name: 'message.sendAt: empty',
    request: sending({ sendAt: '' }),
    expect: badFields({ 'messages[0].sendAt': /ISO 8601/ }),
  },
  // spec: Outgoing message request (v2) | rule | messages[].sendAt is a string
  {
    name: 'message.sendAt: no string',
    request: sending({ sendAt: 1769847300 }),
    expect: badFields({ 'messages[0].sendAt': /string/ }),
  },
  // spec: Outgoing message request (v2) | field | messages[].options.flash
  // spec: Outgoing message request (v2) | rule | messages[].options.flash: true is sent as flash SMS
  {
    name: 'message.options.flash: true sends a flash SMS',
    request: sending({ options: { flash: true } }),
    expect: { ...ok, submitted: [{ flash: true }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].options.flash is optional
  {
    name: 'message.options.flash: absent is no flash',
    request: sending({ options: {} }),
    expect: { ...ok, submitted: [{ flash: false }] },
  },
  {
    name: 'message.flash: works, too',
    request: sending({ flash: true }),
    expect: { ...ok, submitted: [{ flash: true }] },
  },
  {
    name: 'message.options.flash: goes before message.flash',
    request: sending({ flash: true, options: { flash: false } }),
    expect: { ...ok, submitted: [{ flash: false }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].options.flash is a boolean
  {
    name: 'message.options.flash: no boolean',
    request: sending({ options: { flash: 'yes' }, flash: 1 }),
    expect: badFields({ 'messages[0].options.flash': /true or false/, 'messages[0].flash': /true or false/ }),
  },
  {
    name: 'message.options: no object',
    request: sending({ options: [] }),
    expect: badFields({ 'messages[0].options': /object/ }),
  },
  // spec: Outgoing message request (v2) | field | messages[].includeSmsCountInResponse
  // spec: Outgoing message request (v2) | rule | messages[].includeSmsCountInResponse: true puts the part count into the answer
  // spec: Send result (v2) | field | messages[].smsCount
  // spec: Send result (v2) | rule | messages[].smsCount is the number of parts, an integer
  {
    name: 'message.includeSmsCountInResponse: true includes the part count',
    request: sending({ includeSmsCountInResponse: true, text: 'x'.repeat(161) }),
    expect: { ...ok, body: { messages: [{ smsCount: 2 }] }, submitted: [{ parts: 2 }] },
  },
  {
    name: 'includeSmsCountInResponse: at the top level counts for every message',
    request: {
      json: { includeSmsCountInResponse: true, messages: [message(), message({ includeSmsCountInResponse: false })] },
    },
    expect: { ...ok, body: { messages: [{ smsCount: 1 }, { smsCount: undefined }] }, submitted: [{}, {}] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].includeSmsCountInResponse is a boolean
  {
    name: 'message.includeSmsCountInResponse: no boolean',
    request: sending({ includeSmsCountInResponse: 'true' }, { includeSmsCountInResponse: 1 }),
    expect: badFields({
      includeSmsCountInResponse: /true or false/,
      'messages[0].includeSmsCountInResponse': /true or false/,
    }),
  },
  // spec: v2 send | field | messages[].deliveryReport, a boolean
  {
    name: 'message.deliveryReport: false suppresses the delivery-receipt webhook',
    request: sending({ deliveryReport: false }),
    expect: { ...ok, submitted: [{ receiptWebhook: false }] },
  },
  ...[true, null, undefined].map(
    (deliveryReport): AdapterCase => ({
      name: `message.deliveryReport: ${deliveryReport} leaves it on`,
      request: sending({ deliveryReport }),
      expect: { ...ok, submitted: [{ receiptWebhook: true }] },
    }),
  ),
  {
    name: 'delivery receipts carry the message id as their reference',
    request: sending({}),
    expect: { ...ok, submitted: [{ reference: null, messageIdAsReference: true }] },
  },
  // spec: v2 send | field | messages[].deliveryReport, a boolean
  {
    name: 'message.deliveryReport: no boolean',
    request: sending({ deliveryReport: 0 }),
    expect: badFields({ 'messages[0].deliveryReport': /true or false/ }),
  },
  ...[true, false, null, undefined].map(
    (sentReport): AdapterCase => ({
      name: `message.sentReport: ${sentReport} ${sentReport ? 'asks for' : 'means no'} webhook when a network has taken it`,
      request: sending({ sentReport }),
      expect: { ...ok, submitted: [{ sentReceipt: sentReport ?? false }] },
    }),
  ),
  {
    name: 'message.sentReport: no boolean',
    request: sending({ sentReport: 1 }),
    expect: badFields({ 'messages[0].sentReport': /true or false/ }),
  },
  {
    name: 'message.metadata: comes with the message',
    request: sending({ metadata: METADATA }),
    expect: { ...ok, submitted: [{ metadata: METADATA }] },
  },
  {
    name: 'message.metadata: null is absent',
    request: sending({ metadata: null }),
    expect: { ...ok, submitted: [{ metadata: undefined }] },
  },
  ...[
    ['a text', 'order 7'],
    ['a list', [7]],
    ['too large', { a: 'x'.repeat(2_041) }],
  ].map(
    ([what, metadata]): AdapterCase => ({
      name: `message.metadata: what is ${what} is refused`,
      request: sending({ metadata }),
      expect: badFields({ 'messages[0].metadata': 'must be a JSON object of at most 2048 octets' }),
    }),
  ),
]
