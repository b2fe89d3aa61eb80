import type { AdapterCase, TestRequest } from '@heliograph/testkit'
import { ACCEPTED, badFields, ELSEWHERE, refusal, THERE } from './requests.ts'

const ok = { status: 200 } as const

const single = (over: object): TestRequest => ({
  path: '/sms/2/text/single',
  json: { to: THERE, text: 'Hello', ...over },
})

/** `POST /sms/2/text/single`. */
export const singleCases: readonly AdapterCase[] = [
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
  { name: 'single text: required', request: single({ text: undefined }), expect: badFields({ text: /required/ }) },
  { name: 'single text: empty', request: single({ text: '' }), expect: badFields({ text: /empty/ }) },
  {
    name: 'single text: more than 255 parts',
    request: single({ text: 'x'.repeat(39016) }),
    expect: badFields({ text: /255/ }),
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
  {
    name: 'single: all problems at once',
    request: single({ to: 1, text: 2, notifyUrl: 3, sendAt: 'x', bulkId: '', options: { flash: 0 } }),
    expect: badFields({ to: /./, text: /./, notifyUrl: /./, sendAt: /./, bulkId: /./, 'options.flash': /./ }),
  },
]
