import type { AdapterCase, TestRequest } from '@heliograph/testkit'
import { ACCEPTED, badFields, badRequest, ELSEWHERE, raw, refusal, THERE } from './requests.ts'

const ok = { status: 200 } as const

const PATH = '/sms/2/text/single'

const single = (over: object): TestRequest => ({
  path: PATH,
  json: { to: THERE, text: 'Hello', ...over },
})

/** `POST /sms/2/text/single`. */
export const singleCases: readonly AdapterCase[] = [
  // spec: v2 single text send | endpoint | POST /sms/2/text/single
  // spec: v2 single text send | field | from, a string ; to, a string ; text, a string ; notifyUrl, a string
  // spec: v2 single text send | status | 200
  {
    name: 'single from, to, text, notifyUrl: answered with the v2 send result',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'ACME' }),
    request: single({ from: 'ACME', notifyUrl: 'https://client.example/dlr' }),
    expect: {
      ...ok,
      body: {
        bulkId: undefined,
        messages: [{ to: THERE, from: 'ACME', messageId: /^[0-9a-f-]{36}$/, status: ACCEPTED }],
      },
      submitted: [
        {
          to: THERE,
          from: 'ACME',
          text: 'Hello',
          notifyUrl: 'https://client.example/dlr',
          origin: 'v2',
          priority: 'HIGH',
        },
      ],
    },
  },
  {
    name: 'single to: an array of strings',
    request: single({ to: [`+${THERE}`, ELSEWHERE] }),
    expect: {
      ...ok,
      body: { bulkId: /^[0-9a-f-]{36}$/, messages: [{ to: THERE }, { to: ELSEWHERE }] },
      submitted: [{ to: THERE }, { to: ELSEWHERE }],
    },
  },
  { name: 'single to: required', request: single({ to: null }), expect: badFields({ to: /required/ }) },
  // spec: v2 single text send | field | to, a string
  { name: 'single to: a JSON number', request: single({ to: 27821234567 }), expect: badFields({ to: /string/ }) },
  { name: 'single to: an empty array', request: single({ to: [] }), expect: badFields({ to: /empty/ }) },
  {
    name: 'single to: an array with other things',
    request: single({ to: [THERE, 1, null] }),
    expect: badFields({ 'to[1]': /string/, 'to[2]': /string/ }),
  },
  {
    name: 'single to: more than 10,000',
    request: single({ to: Array.from({ length: 10_001 }, () => THERE) }),
    expect: badFields({ to: /10000/ }),
  },
  {
    name: 'single to: a bad number is named as to',
    request: single({ to: 'nobody' }),
    expect: refusal({ status: 400, messageId: 'BAD_REQUEST' }, { to: /not a phone number/ }, /not a phone number/),
  },
  {
    name: 'single to: bad numbers of an array are named by their place',
    request: single({ to: ['nobody', ''] }),
    expect: badFields({ 'to[0]': /not a phone number/, 'to[1]': /not a phone number/ }),
  },
  // spec: What the service does | error | Contact has opted out
  {
    name: 'single to: a contact that opted out',
    before: (kit) => void kit.engine.contacts.set(kit.account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: single({}),
    expect: refusal(
      { status: 400, messageId: 'BAD_REQUEST' },
      { to: 'Contact has opted out' },
      'Contact has opted out',
    ),
  },
  {
    name: 'single from: unknown, defaults to the assigned channel',
    request: single({ from: 'NOBODY' }),
    expect: ({ account }) => ({ ...ok, submitted: [{ from: account.channel.address }] }),
  },
  // spec: v2 single text send | field | from, a string
  { name: 'single from: no string', request: single({ from: 27 }), expect: badFields({ from: /string/ }) },
  // spec: v2 single text send | field | text, a string
  { name: 'single text: no string', request: single({ text: 7 }), expect: badFields({ text: /string/ }) },
  { name: 'single text: required', request: single({ text: undefined }), expect: badFields({ text: /required/ }) },
  { name: 'single text: empty', request: single({ text: '' }), expect: badFields({ text: /empty/ }) },
  {
    name: 'single text: more than 255 parts',
    request: single({ text: 'x'.repeat(39016) }),
    expect: badFields({ text: /255/ }),
  },
  // spec: v2 single text send | field | notifyUrl, a string
  {
    name: 'single notifyUrl: no string',
    request: single({ notifyUrl: 7 }),
    expect: badFields({ notifyUrl: /string/ }),
  },
  {
    name: 'single notifyUrl: with credentials, refused',
    request: single({ notifyUrl: 'https://a:b@client.example/' }),
    expect: badFields({ notifyUrl: /credentials/ }),
  },
  {
    name: 'single: takes the other fields of a message as well',
    request: single({
      bulkId: 'B',
      messageId: 'order-1',
      sendAt: '2026-02-01T10:00:00Z',
      flash: true,
      notifyContentType: 'application/x-www-form-urlencoded',
      deliveryReport: false,
      includeSmsCountInResponse: true,
    }),
    expect: {
      ...ok,
      body: { bulkId: 'B', messages: [{ messageId: 'order-1', smsCount: 1 }] },
      submitted: [
        {
          bulkId: 'B',
          messageId: 'order-1',
          state: 'scheduled',
          flash: true,
          notifyFormat: 'form',
          receiptWebhook: false,
        },
      ],
    },
  },
  {
    name: 'single messageId: only for one recipient',
    request: single({ to: [THERE, ELSEWHERE], messageId: 'order-1' }),
    expect: badFields({ messageId: /single recipient/ }),
  },
  // spec: v2 single text send | header | Content-Type: application/json, required -> single: Content-Type missing is a 400
  ...[undefined, 'text/plain', 'application/x-www-form-urlencoded'].map(
    (type): AdapterCase => ({
      name: `single: Content-Type ${type ?? 'missing'} is a 400`,
      request: { ...raw(JSON.stringify({ to: THERE, text: 'Hello' }), { 'content-type': type }), path: PATH },
      expect: badRequest(/Content-Type/),
    }),
  ),
  // spec: v2 REST | status | 400: malformed JSON
  {
    name: 'single: malformed JSON',
    request: { ...raw(`{"to":"${THERE}","text":"Hello"`), path: PATH },
    expect: badRequest(/Malformed JSON/),
  },
  // spec: v2 single text send | header | Authorization, required
  {
    name: 'single: without a key',
    request: { ...single({}), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
  {
    name: 'single: all problems at once',
    request: single({ to: 1, text: 2, notifyUrl: 3, sendAt: 'x', bulkId: '', options: { flash: 0 } }),
    expect: badFields({ to: /./, text: /./, notifyUrl: /./, sendAt: /./, bulkId: /./, 'options.flash': /./ }),
  },
]
