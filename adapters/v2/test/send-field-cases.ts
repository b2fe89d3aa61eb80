import { type AdapterCase, MANUAL_CLOCK_START } from '@heliograph/testkit'
import { ACCEPTED, badFields, ELSEWHERE, message, sending, THERE } from './requests.ts'

const DAY_MS = 86_400_000

const fromNow = (ms: number) => new Date(MANUAL_CLOCK_START + ms).toISOString()

const ok = { status: 200 } as const

/** The fields of a request to send: top level, message, destination. */
export const sendFieldCases: readonly AdapterCase[] = [
  {
    name: 'bulkId: echoed in the response',
    request: sending({}, { bulkId: 'Bulk 1' }),
    expect: { ...ok, body: { bulkId: 'Bulk 1' }, submitted: [{ bulkId: 'Bulk 1' }] },
  },
  {
    name: 'bulkId: left out of the answer for one destination at once',
    request: sending(),
    expect: { ...ok, body: { bulkId: undefined }, submitted: [{ bulkId: null }] },
  },
  {
    name: 'bulkId: generated for several destinations',
    request: sending({ destinations: [{ to: THERE }, { to: ELSEWHERE }] }),
    expect: { ...ok, body: { bulkId: /^[0-9a-f-]{36}$/ }, submitted: [{}, {}] },
  },
  {
    name: 'bulkId: generated for a scheduled request',
    request: sending({ sendAt: fromNow(DAY_MS) }),
    expect: { ...ok, body: { bulkId: /^[0-9a-f-]{36}$/ }, submitted: [{ bulkId: /^[0-9a-f-]{36}$/ }] },
  },
  {
    name: 'bulkId: null is absent',
    request: sending({}, { bulkId: null }),
    expect: { ...ok, body: { bulkId: undefined }, submitted: [{ bulkId: null }] },
  },
  {
    name: 'bulkId: 200 characters',
    request: sending({}, { bulkId: 'b'.repeat(200) }),
    expect: { ...ok, submitted: [{ bulkId: 'b'.repeat(200) }] },
  },
  {
    name: 'bulkId: 201 characters',
    request: sending({}, { bulkId: 'b'.repeat(201) }),
    expect: badFields({ bulkId: /200/ }),
  },
  { name: 'bulkId: empty', request: sending({}, { bulkId: '' }), expect: badFields({ bulkId: /1 to 200/ }) },
  { name: 'bulkId: no string', request: sending({}, { bulkId: 7 }), expect: badFields({ bulkId: /string/ }) },
  {
    name: 'messages: array of message, answered in order',
    request: {
      json: { messages: [message({ text: 'One' }), message({ text: 'Two', destinations: [{ to: ELSEWHERE }] })] },
    },
    expect: {
      ...ok,
      body: { messages: [{ to: THERE }, { to: ELSEWHERE }] },
      submitted: [
        { text: 'One', to: THERE },
        { text: 'Two', to: ELSEWHERE },
      ],
    },
  },
  { name: 'messages: required', request: { json: {} }, expect: badFields({ messages: /required/ }) },
  {
    name: 'messages: null is missing',
    request: { json: { messages: null } },
    expect: badFields({ messages: /required/ }),
  },
  { name: 'messages: empty', request: { json: { messages: [] } }, expect: badFields({ messages: /empty/ }) },
  { name: 'messages: no array', request: { json: { messages: message() } }, expect: badFields({ messages: /array/ }) },
  {
    name: 'messages: items that are no objects',
    request: { json: { messages: [7, null, [], message()] } },
    expect: badFields({ 'messages[0]': /object/, 'messages[1]': /object/, 'messages[2]': /object/ }),
  },
  {
    name: 'message.from: a channel of the account is used',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'ACME' }),
    request: sending({ from: 'ACME' }),
    expect: { ...ok, body: { messages: [{ from: 'ACME' }] }, submitted: [{ from: 'ACME' }] },
  },
  {
    name: 'message.from: the number of a channel, written with +',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { number: '27831112222' }),
    request: sending({ from: '+27831112222' }),
    expect: { ...ok, body: { messages: [{ from: '27831112222' }] }, submitted: [{ from: '27831112222' }] },
  },
  ...[
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['unknown', 'NOBODY'],
    ['not storable', 'A\u0000'],
  ].map(
    ([what, from]): AdapterCase => ({
      name: `message.from: ${what}, defaults to the assigned channel`,
      request: sending({ from }),
      expect: ({ account }) => ({
        ...ok,
        body: { messages: [{ from: account.channel.address }] },
        submitted: [{ from: account.channel.address }],
      }),
    }),
  ),
  {
    name: "message.from: another account's channel is not used",
    request: (kit) => sending({ from: kit.stranger.channel.address }),
    expect: ({ account }) => ({ ...ok, submitted: [{ from: account.channel.address }] }),
  },
  {
    name: 'message.from: a disabled channel is not used',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'ACME', enabled: false }),
    request: sending({ from: 'ACME' }),
    expect: ({ account }) => ({ ...ok, submitted: [{ from: account.channel.address }] }),
  },
  {
    name: 'message.from: no string',
    request: sending({ from: 27 }),
    expect: badFields({ 'messages[0].from': /string/ }),
  },
  {
    name: 'message.destinations: array of destination',
    request: sending({ destinations: [{ to: THERE }, { to: ELSEWHERE }] }),
    expect: {
      ...ok,
      body: { messages: [{ to: THERE }, { to: ELSEWHERE }] },
      submitted: [{ to: THERE }, { to: ELSEWHERE }],
    },
  },
  {
    name: 'message.destinations: required',
    request: sending({ destinations: undefined }),
    expect: badFields({ 'messages[0].destinations': /required/ }),
  },
  {
    name: 'message.destinations: empty',
    request: sending({ destinations: [] }),
    expect: badFields({ 'messages[0].destinations': /empty/ }),
  },
  {
    name: 'message.destinations: no array',
    request: sending({ destinations: { to: THERE } }),
    expect: badFields({ 'messages[0].destinations': /array/ }),
  },
  {
    name: 'message.destinations: items that are no objects',
    request: sending({ destinations: [THERE, null] }),
    expect: badFields({ 'messages[0].destinations[0]': /object/, 'messages[0].destinations[1]': /object/ }),
  },
  {
    name: 'message.text: sent as it is',
    request: sending({ text: '  Grüße ☺ €\n' }),
    expect: { ...ok, submitted: [{ text: '  Grüße ☺ €\n', encoding: 'ucs2' }] },
  },
  {
    name: 'message.text: required',
    request: sending({ text: undefined }),
    expect: badFields({ 'messages[0].text': /required/ }),
  },
  {
    name: 'message.text: null is missing',
    request: sending({ text: null }),
    expect: badFields({ 'messages[0].text': /required/ }),
  },
  { name: 'message.text: empty', request: sending({ text: '' }), expect: badFields({ 'messages[0].text': /empty/ }) },
  {
    name: 'message.text: no string',
    request: sending({ text: 42 }),
    expect: badFields({ 'messages[0].text': /string/ }),
  },
  {
    name: 'message.text: U+0000',
    request: sending({ text: 'a\u0000b' }),
    expect: badFields({ 'messages[0].text': /U\+0000/ }),
  },
  {
    name: 'message.text: half a surrogate pair',
    request: sending({ text: 'a\ud83d' }),
    expect: badFields({ 'messages[0].text': /surrogate/ }),
  },
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
  {
    name: 'message.notifyContentType: application/json',
    request: sending({ notifyContentType: 'application/json' }),
    expect: { ...ok, submitted: [{ notifyFormat: 'json' }] },
  },
  {
    name: 'message.notifyContentType: application/x-www-form-urlencoded',
    request: sending({ notifyContentType: 'application/x-www-form-urlencoded' }),
    expect: { ...ok, submitted: [{ notifyFormat: 'form' }] },
  },
  {
    name: 'message.notifyContentType: anything else is refused',
    request: sending({ notifyContentType: 'text/xml' }),
    expect: badFields({ 'messages[0].notifyContentType': /application\/json, application\/x-www-form-urlencoded/ }),
  },
  ...[
    ['yyyy-MM-ddTHH:mm:ss.SSSZ', '2026-02-01T10:00:00.500Z', '2026-02-01T10:00:00.500Z'],
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
  {
    name: 'message.sendAt: no string',
    request: sending({ sendAt: 1769847300 }),
    expect: badFields({ 'messages[0].sendAt': /string/ }),
  },
  {
    name: 'message.options.flash: true sends a flash SMS',
    request: sending({ options: { flash: true } }),
    expect: { ...ok, submitted: [{ flash: true }] },
  },
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
  {
    name: 'message.includeSmsCountInResponse: no boolean',
    request: sending({ includeSmsCountInResponse: 'true' }, { includeSmsCountInResponse: 1 }),
    expect: badFields({
      includeSmsCountInResponse: /true or false/,
      'messages[0].includeSmsCountInResponse': /true or false/,
    }),
  },
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
  {
    name: 'message.deliveryReport: no boolean',
    request: sending({ deliveryReport: 0 }),
    expect: badFields({ 'messages[0].deliveryReport': /true or false/ }),
  },
]
