import { type AdapterCase, MANUAL_CLOCK_START } from '@heliograph/testkit'
import { badFields, ELSEWHERE, message, sending, THERE } from './requests.ts'

const DAY_MS = 86_400_000

const fromNow = (ms: number) => new Date(MANUAL_CLOCK_START + ms).toISOString()

const ok = { status: 200 } as const

/** The fields of a request to send: the top level, and the sender, recipients and text of a message. */
export const sendFieldCases: readonly AdapterCase[] = [
  // spec: Outgoing message request (v2) | field | bulkId
  // spec: Outgoing message request (v2) | rule | bulkId comes back in the answer
  // spec: Send result (v2) | field | bulkId
  // spec: Send result (v2) | rule | bulkId is the one of the request
  {
    name: 'bulkId: echoed in the response',
    request: sending({}, { bulkId: 'Bulk 1' }),
    expect: { ...ok, body: { bulkId: 'Bulk 1' }, submitted: [{ bulkId: 'Bulk 1' }] },
  },
  // spec: Outgoing message request (v2) | rule | bulkId is optional
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
  // spec: Outgoing message request (v2) | rule | bulkId is a string
  { name: 'bulkId: no string', request: sending({}, { bulkId: 7 }), expect: badFields({ bulkId: /string/ }) },
  // spec: Outgoing message request (v2) | field | messages
  // spec: Outgoing message request (v2) | rule | messages is an array
  // spec: v2 send | field | the body: an outgoing message request
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
  // spec: Outgoing message request (v2) | rule | messages is required
  { name: 'messages: required', request: { json: {} }, expect: badFields({ messages: /required/ }) },
  {
    name: 'messages: null is missing',
    request: { json: { messages: null } },
    expect: badFields({ messages: /required/ }),
  },
  { name: 'messages: empty', request: { json: { messages: [] } }, expect: badFields({ messages: /empty/ }) },
  // spec: Outgoing message request (v2) | rule | messages is an array
  { name: 'messages: no array', request: { json: { messages: message() } }, expect: badFields({ messages: /array/ }) },
  {
    name: 'messages: items that are no objects',
    request: { json: { messages: [7, null, [], message()] } },
    expect: badFields({ 'messages[0]': /object/, 'messages[1]': /object/, 'messages[2]': /object/ }),
  },
  // spec: Outgoing message request (v2) | rule | messages[].from is optional ; messages[].notifyUrl is optional
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType is optional ; messages[].sendAt is optional
  // spec: Outgoing message request (v2) | rule | messages[].options.flash is optional ; messages[].includeSmsCountInResponse is optional
  // spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId is optional
  // spec: Outgoing message request (v2) | default | messages[].from: the channel assigned to the account
  {
    name: 'message: with destinations and text alone all else has its default',
    request: { json: { messages: [{ destinations: [{ to: THERE }], text: 'Hello' }] } },
    expect: ({ account }) => ({
      ...ok,
      body: { bulkId: undefined, messages: [{ smsCount: undefined }] },
      submitted: [
        {
          from: account.channel.address,
          bulkId: null,
          notifyUrl: null,
          notifyFormat: 'json',
          state: 'queued',
          scheduledAt: null,
          flash: false,
          receiptWebhook: true,
        },
      ],
    }),
  },
  // spec: Outgoing message request (v2) | field | messages[].from
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
    // spec: Outgoing message request (v2) | rule | messages[].from is optional -> message.from: absent, defaults to the assigned channel
    // spec: Outgoing message request (v2) | default | messages[].from: the channel assigned to the account -> message.from: absent, defaults to the assigned channel
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
  // spec: Outgoing message request (v2) | rule | messages[].from is a string
  {
    name: 'message.from: no string',
    request: sending({ from: 27 }),
    expect: badFields({ 'messages[0].from': /string/ }),
  },
  // spec: Outgoing message request (v2) | field | messages[].destinations
  // spec: Outgoing message request (v2) | rule | messages[].destinations is an array
  {
    name: 'message.destinations: array of destination',
    request: sending({ destinations: [{ to: THERE }, { to: ELSEWHERE }] }),
    expect: {
      ...ok,
      body: { messages: [{ to: THERE }, { to: ELSEWHERE }] },
      submitted: [{ to: THERE }, { to: ELSEWHERE }],
    },
  },
  // spec: Outgoing message request (v2) | rule | messages[].destinations is required
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
  // spec: Outgoing message request (v2) | rule | messages[].destinations is an array
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
  // spec: Outgoing message request (v2) | field | messages[].text
  {
    name: 'message.text: sent as it is',
    request: sending({ text: '  Grüße ☺ €\n' }),
    expect: { ...ok, submitted: [{ text: '  Grüße ☺ €\n', encoding: 'ucs2' }] },
  },
  // spec: Outgoing message request (v2) | rule | messages[].text is required
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
  // spec: Outgoing message request (v2) | rule | messages[].text is a string
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
]
