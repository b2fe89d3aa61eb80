import type { AdapterCase, AdapterKit } from '@heliograph/testkit'
import { ACCEPTED, badFields, ELSEWHERE, message, refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const BAD = { status: 400, messageId: 'BAD_REQUEST' } as const

const TO = 'messages[0].destinations[0].to'

const to = (...recipients: readonly unknown[]) => sending({ destinations: recipients.map((each) => ({ to: each })) })

const optOut = (mobile: string) => (kit: AdapterKit) =>
  void kit.engine.contacts.set(kit.account.clientId, mobile, 'opted-out', { kind: 'web' })

const BLOCKED = {
  groupId: 5,
  groupName: 'REJECTED',
  id: 14,
  name: 'REJECTED_DESTINATION_BLOCKLISTED',
  description: 'Contact has opted out',
}

/** Destinations: numbers, ids chosen by the client, and what happens to those that cannot be sent to. */
export const destinationCases: readonly AdapterCase[] = [
  ...[
    // spec: Outgoing message request (v2) | field | messages[].destinations[].to -> destination.to: E.164 with +; the answer has the digits
    // spec: Outgoing message request (v2) | rule | messages[].destinations[].to: E.164 with a leading + -> destination.to: E.164 with +; the answer has the digits
    // spec: Send result (v2) | field | messages[].to -> destination.to: E.164 with +; the answer has the digits
    ['with +', '+27821234567'],
    // spec: Outgoing message request (v2) | rule | messages[].destinations[].to: E.164 without + -> destination.to: E.164 without +; the answer has the digits
    ['without +', '27821234567'],
    ['with blanks, hyphens, dots, brackets and slashes', ' +27 (82) 123-45.67/'],
    ['with 00', '0027821234567'],
    ['national, as a fallback', '0821234567'],
  ].map(
    ([what, number]): AdapterCase => ({
      name: `destination.to: E.164 ${what}; the answer has the digits`,
      request: to(number),
      expect: { ...ok, body: { messages: [{ to: THERE, status: ACCEPTED }] }, submitted: [{ to: THERE }] },
    }),
  ),
  ...[
    '12',
    '+27',
    'hello',
    '2782123456x',
    '27821234567,27829876543',
    '27821234567\u0000',
    '++27821234567',
    '',
    ' ',
  ].map(
    (number): AdapterCase => ({
      name: `destination.to: ${JSON.stringify(number)} is no number`,
      request: to(number),
      expect: refusal(BAD, { [TO]: /not a phone number/ }, /not a phone number/),
    }),
  ),
  // spec: Outgoing message request (v2) | rule | messages[].destinations[].to is required
  {
    name: 'destination.to: required',
    request: sending({ destinations: [{}] }),
    expect: badFields({ [TO]: /required/ }),
  },
  { name: 'destination.to: null is missing', request: to(null), expect: badFields({ [TO]: /required/ }) },
  // spec: Outgoing message request (v2) | rule | messages[].destinations[].to is a string
  {
    name: 'destination.to: a JSON number is no string',
    request: to(27821234567),
    expect: badFields({ [TO]: /string/ }),
  },
  {
    name: 'destination.to: bad numbers beside good ones are REJECTED, the others go out',
    request: to(THERE, 'nonsense', ELSEWHERE),
    expect: {
      ...ok,
      body: {
        messages: [
          { to: THERE, status: ACCEPTED },
          {
            to: 'nonsense',
            from: /./,
            messageId: /./,
            status: { groupId: 5, groupName: 'REJECTED', id: 52, name: 'REJECTED_DESTINATION' },
          },
          { to: ELSEWHERE, status: ACCEPTED },
        ],
      },
      submitted: [{ to: THERE }, { to: ELSEWHERE }],
    },
  },
  {
    name: 'destination.to: only bad numbers are a 400 that names each',
    request: {
      json: {
        messages: [message({ destinations: [{ to: 'a' }, { to: 'b' }] }), message({ destinations: [{ to: 'c' }] })],
      },
    },
    expect: refusal(BAD, {
      [TO]: /not a phone number/,
      'messages[0].destinations[1].to': /not a phone number/,
      'messages[1].destinations[0].to': /not a phone number/,
    }),
  },
  // spec: v2 REST | error | Contact has opted out
  {
    name: 'opted out: a send to nobody else fails with 400 Contact has opted out',
    before: optOut(THERE),
    request: to(`+${THERE}`),
    expect: refusal(BAD, { [TO]: 'Contact has opted out' }, 'Contact has opted out'),
  },
  {
    name: 'opted out: beside others it is REJECTED/14 and nothing is queued for it',
    before: optOut(THERE),
    request: to(THERE, ELSEWHERE),
    expect: {
      ...ok,
      body: {
        messages: [
          { to: THERE, status: BLOCKED },
          { to: ELSEWHERE, status: ACCEPTED },
        ],
      },
      submitted: [{ to: ELSEWHERE }],
    },
  },
  {
    name: 'opted out and bad numbers alone: 400 with the text of the first, each named',
    before: optOut(THERE),
    request: to('nonsense', THERE),
    expect: refusal(
      BAD,
      { [TO]: /not a phone number/, 'messages[0].destinations[1].to': 'Contact has opted out' },
      /not a phone number/,
    ),
  },
  {
    name: 'opted out beside a messageId used before: 200 with both statuses',
    before: async (kit) => {
      await kit.request(sending({ destinations: [{ to: ELSEWHERE, messageId: 'a' }] }))
      optOut(THERE)(kit)
    },
    request: sending({ destinations: [{ to: THERE }, { to: ELSEWHERE, messageId: 'a' }], text: 'Another text' }),
    expect: { ...ok, body: { messages: [{ status: BLOCKED }, { status: { id: 23 } }] } },
  },
  {
    name: 'opted out: of one client does not concern another',
    before: (kit) => void kit.engine.contacts.set(kit.stranger.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: to(THERE),
    expect: { ...ok, submitted: [{ to: THERE }] },
  },
  // spec: Outgoing message request (v2) | field | messages[].destinations[].messageId
  // spec: Send result (v2) | field | messages[].messageId
  // spec: Send result (v2) | rule | messages[].messageId is the one of the request
  {
    name: 'destination.messageId: custom message ID',
    request: sending({ destinations: [{ to: THERE, messageId: 'order-1' }] }),
    expect: { ...ok, body: { messages: [{ messageId: 'order-1' }] }, submitted: [{ messageId: 'order-1' }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId is optional
  // spec: Outgoing message request (v2) | default | messages[].destinations[].messageId is generated
  // spec: Send result (v2) | rule | messages[].messageId that was generated has the shape of a UUID
  {
    name: 'destination.messageId: generated when absent, a UUID',
    request: sending(),
    expect: {
      ...ok,
      body: { messages: [{ messageId: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/ }] },
      submitted: [{}],
    },
  },
  {
    name: 'destination.messageId: null is absent',
    request: sending({ destinations: [{ to: THERE, messageId: null }] }),
    expect: { ...ok, body: { messages: [{ messageId: /^[0-9a-f-]{36}$/ }] }, submitted: [{}] },
  },
  {
    name: 'destination.messageId: 200 characters',
    request: sending({ destinations: [{ to: THERE, messageId: 'm'.repeat(200) }] }),
    expect: { ...ok, submitted: [{ messageId: 'm'.repeat(200) }] },
  },
  ...[
    ['empty', ''],
    ['201 characters', 'm'.repeat(201)],
    // spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId is a string -> destination.messageId: no string, refused
    ['no string', 1],
    ['with U+0000', 'a\u0000'],
    ['with half a surrogate pair', '\udc00'],
  ].map(
    ([what, messageId]): AdapterCase => ({
      name: `destination.messageId: ${what}, refused`,
      request: sending({ destinations: [{ to: THERE, messageId }] }),
      expect: badFields({ 'messages[0].destinations[0].messageId': /./ }),
    }),
  ),
  {
    name: 'destination.messageId: the same message again is answered with the first and changes nothing',
    before: async ({ request, engine }) => {
      await request(sending({ destinations: [{ to: THERE, messageId: 'order-1' }] }))
      engine.deliver(engine.messages[0]?.smsId as number)
    },
    request: sending({ destinations: [{ to: `+${THERE}`, messageId: 'order-1' }] }),
    expect: {
      ...ok,
      body: {
        messages: [
          { to: THERE, messageId: 'order-1', status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED' } },
        ],
      },
    },
  },
  {
    name: 'destination.messageId: again with another text is REJECTED/23, alone a 200',
    before: async ({ request }) =>
      void (await request(sending({ destinations: [{ to: THERE, messageId: 'order-1' }] }))),
    request: sending({ destinations: [{ to: THERE, messageId: 'order-1' }], text: 'Something else' }),
    expect: {
      ...ok,
      body: {
        messages: [
          {
            messageId: 'order-1',
            status: { groupId: 5, groupName: 'REJECTED', id: 23, name: 'REJECTED_DUPLICATE_MESSAGE_ID' },
          },
        ],
      },
    },
  },
  {
    name: 'destination.messageId: twice in one request, the same message is one',
    request: sending({
      destinations: [
        { to: THERE, messageId: 'a' },
        { to: THERE, messageId: 'a' },
      ],
    }),
    expect: {
      ...ok,
      body: { messages: [{ status: ACCEPTED }, { status: ACCEPTED }] },
      submitted: [{ messageId: 'a' }],
    },
  },
  {
    name: 'destination.messageId: twice in one request for two numbers, the second is REJECTED/23',
    request: sending({
      destinations: [
        { to: THERE, messageId: 'a' },
        { to: ELSEWHERE, messageId: 'a' },
      ],
    }),
    expect: { ...ok, body: { messages: [{ status: ACCEPTED }, { status: { id: 23 } }] }, submitted: [{ to: THERE }] },
  },
  {
    name: "destination.messageId: another client's ids are its own",
    before: async ({ request, stranger }) =>
      void (await request({
        ...sending({ destinations: [{ to: THERE, messageId: 'a' }] }),
        headers: { authorization: stranger.apiKey },
      })),
    request: sending({ destinations: [{ to: ELSEWHERE, messageId: 'a' }] }),
    expect: { ...ok, body: { messages: [{ status: ACCEPTED }] }, submitted: [{ to: ELSEWHERE }] },
  },
]
