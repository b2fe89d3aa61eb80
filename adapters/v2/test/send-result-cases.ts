import type { AdapterCase } from '@heliograph/testkit'
import { badFields, ELSEWHERE, message, refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const counted = (text: string, smsCount: number): AdapterCase['expect'] => ({
  ...ok,
  body: { messages: [{ smsCount }] },
  submitted: [{ text, parts: smsCount }],
})

const lengthRow = ([name, text, parts]: readonly [name: string, text: string, parts: number]): AdapterCase => ({
  name,
  request: sending({ text, includeSmsCountInResponse: true }),
  expect: counted(text, parts),
})

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ to: String(27820000000 + index) }))

/** The answer to a request to send, and the limits of requests. */
export const sendResultCases: readonly AdapterCase[] = [
  // spec: v2 send | endpoint | POST /sms/2/messages
  // spec: v2 send | status | 200 with a send result
  // spec: Send result (v2) | field | bulkId ; messages ; messages[].to ; messages[].from ; messages[].messageId ; messages[].status
  // spec: Status object | field | groupId, an integer ; groupName, a string ; id, an integer ; name, a string ; description, a string
  // spec: Status object | status | 1 PENDING, 26 PENDING_ACCEPTED in a send result
  {
    name: 'send result: exactly its fields',
    request: sending({ destinations: [{ to: THERE, messageId: 'order-1' }] }, { bulkId: 'B' }),
    expect: ({ account }) => ({
      ...ok,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({
        bulkId: 'B',
        messages: [
          {
            to: THERE,
            from: account.channel.address,
            messageId: 'order-1',
            status: {
              groupId: 1,
              groupName: 'PENDING',
              id: 26,
              name: 'PENDING_ACCEPTED',
              description: 'Message accepted and queued',
            },
          },
        ],
      }),
      submitted: [{}],
    }),
  },
  // spec: Send result (v2) | rule | messages has one entry for each destination
  {
    name: 'send result messages: one entry per destination, in the order of the request',
    request: {
      json: {
        messages: [message({ destinations: [{ to: THERE }, { to: ELSEWHERE }] }), message({ destinations: many(2) })],
      },
    },
    expect: {
      ...ok,
      body: { messages: [{ to: THERE }, { to: ELSEWHERE }, { to: '27820000000' }, { to: '27820000001' }] },
      submitted: [{}, {}, {}, {}],
    },
  },
  // spec: Send result (v2) | rule | messages[].from is the channel that was used
  {
    name: 'send result messages[].from: channel actually used',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'ACME' }),
    request: { json: { messages: [message({ from: 'ACME' }), message({ from: 'OTHER' })] } },
    expect: ({ account }) => ({
      ...ok,
      body: { messages: [{ from: 'ACME' }, { from: account.channel.address }] },
      submitted: [{}, {}],
    }),
  },
  // spec: Send result (v2) | rule | messages[].smsCount is there only when asked for
  {
    name: 'send result messages[].smsCount: absent unless requested',
    request: sending(),
    expect: { ...ok, body: { messages: [{ smsCount: undefined }] }, submitted: [{}] },
  },
  // spec: Status object | status | 1 PENDING, 26 PENDING_ACCEPTED in a send result
  // spec: What the service does | status | v2 200 is accepted and queued: group PENDING, name PENDING_ACCEPTED
  {
    name: 'send result messages[].status: groupId 1 PENDING, id 26 PENDING_ACCEPTED, with a description',
    request: sending(),
    expect: {
      ...ok,
      body: {
        messages: [
          { status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: /./ } },
        ],
      },
      submitted: [{ state: 'queued' }],
    },
  },
  // spec: What the service does | default | priority of the v2 REST API is HIGH
  {
    name: 'priority: v2 REST API is HIGH',
    request: sending(),
    expect: { ...ok, submitted: [{ priority: 'HIGH', origin: 'v2' }] },
  },
  {
    name: "priority: a user's own goes first",
    before: ({ engine, account }) => {
      const userId = engine.addUser(account.clientId, { priority: 0 })
      engine.addKey(userId, 'key of the urgent user')
    },
    request: { ...sending(), headers: { authorization: 'key of the urgent user' } },
    expect: { ...ok, submitted: [{ priority: 'CRITICAL' }] },
  },
  ...(
    [
      ['limit: single SMS, GSM 7-bit, 160 characters', 'x'.repeat(160), 1],
      ['limit: single SMS, UCS2, 70 characters', 'ж'.repeat(70), 1],
      // spec: Outgoing message request (v2) | rule | messages[].text is split when long
      ['limit: concatenated part, GSM, 153 characters (161 to 306 = 2 parts)', 'x'.repeat(161), 2],
      ['limit: 306 characters = 2 parts', 'x'.repeat(306), 2],
      ['limit: 307 characters = 3 parts', 'x'.repeat(307), 3],
      ['limit: 459 characters = 3 parts', 'x'.repeat(459), 3],
      ['limit: 460 characters = 4 parts', 'x'.repeat(460), 4],
      ['limit: concatenated part, UCS2, 67 characters', 'ж'.repeat(71), 2],
      ['limit: 134 UCS2 characters = 2 parts', 'ж'.repeat(134), 2],
      ['limit: 135 UCS2 characters = 3 parts', 'ж'.repeat(135), 3],
      ['character rules: GSM extension characters and the euro sign count 2', '{}[]\\~^|€'.repeat(8), 1],
      ['character rules: 81 extension characters need 2 parts', '€'.repeat(81), 2],
      ['character rules: one non-GSM character switches the whole message to UCS2', `${'x'.repeat(70)}☺`, 2],
      // spec: v2 REST | limit | 255 SMS parts; more is a validation error
      ['limit: maximum parts 255, 39015 GSM characters', 'x'.repeat(39015), 255],
      ['limit: maximum parts 255, 17085 Unicode characters', 'ж'.repeat(17085), 255],
    ] as const
  ).map(lengthRow),
  ...(
    [
      // spec: v2 REST | limit | 255 SMS parts; more is a validation error -> limit: more than 255 parts is a validation error and nothing is queued: 39016 GSM characters
      // spec: v2 REST | limit | 255 SMS parts; of more nothing is queued -> limit: more than 255 parts is a validation error and nothing is queued: 39016 GSM characters
      // spec: Limits | error | v2, more than 255 parts: refused, nothing queued -> limit: more than 255 parts is a validation error and nothing is queued: 39016 GSM characters
      ['39016 GSM characters', 'x'.repeat(39016)],
      ['17086 Unicode characters', 'ж'.repeat(17086)],
      ['19508 euro signs (the number of parts decides)', '€'.repeat(19508)],
      ['emoji that straddle the parts', '😀'.repeat(8500)],
    ] as const
  ).map(
    ([what, text]): AdapterCase => ({
      name: `limit: more than 255 parts is a validation error and nothing is queued: ${what}`,
      request: { json: { messages: [message(), message({ text })] } },
      expect: badFields({ 'messages[1].text': /255/ }),
    }),
  ),
  {
    name: 'limit: 10,000 destinations over the whole request',
    request: { json: { messages: [message({ destinations: many(4000) }), message({ destinations: many(6000) })] } },
    expect: {
      ...ok,
      body: { messages: (entries: unknown[]) => entries.length === 10_000 },
      submitted: Array.from({ length: 10_000 }, () => ({ state: 'queued' })),
    },
  },
  {
    name: 'limit: 10,001 destinations in one message',
    request: sending({ destinations: many(10_001) }),
    expect: badFields({ 'messages[0].destinations': /10000/ }),
  },
  {
    name: 'limit: 10,001 destinations over several messages',
    request: { json: { messages: [message({ destinations: many(5000) }), message({ destinations: many(5001) })] } },
    expect: badFields({ messages: /10000/ }),
  },
  {
    name: 'limit: 10,001 messages',
    request: { json: { messages: Array.from({ length: 10_001 }, () => 0) } },
    expect: badFields({ messages: /10000/ }),
  },
  // spec: v2 REST | status | 403: insufficient credits
  {
    name: 'no credit for the whole request: 403 FORBIDDEN, nothing queued',
    before: ({ engine, account }) => {
      // The kit's own account has no limit, so this one has credit for a single part.
      const clientId = engine.addClient({ credit: '0.05', price: '0.05' })
      engine.addChannel(clientId)
      engine.addKey(engine.addUser(clientId), `poor ${account.apiKey}`)
    },
    request: ({ account }) => ({
      ...sending({ destinations: [{ to: THERE }, { to: ELSEWHERE }] }),
      headers: { authorization: `poor ${account.apiKey}` },
    }),
    expect: refusal({ status: 403, messageId: 'FORBIDDEN' }, {}, /credit/),
  },
  // spec: v2 REST | status | 403: missing permissions
  {
    name: 'no enabled channel: 403 FORBIDDEN, nothing queued',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: sending(),
    expect: refusal({ status: 403, messageId: 'FORBIDDEN' }, {}, /channel/),
  },
]
