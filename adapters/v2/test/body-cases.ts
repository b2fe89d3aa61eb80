import type { AdapterCase } from '@heliograph/testkit'
import { badFields, badRequest, message, raw, refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const GOOD = JSON.stringify({ messages: [message()] })

const MIB = 1024 * 1024

const contentType = (type: string | undefined): AdapterCase['request'] => ({
  body: GOOD,
  headers: { 'content-type': type },
})

const malformed = ([what, body]: readonly [string, string | Uint8Array]): AdapterCase => ({
  name: `body: ${what} is malformed JSON, 400`,
  request: raw(body),
  expect: badRequest(/Malformed JSON/),
})

/** The rules for the body of every request, whatever the operation. */
export const bodyCases: readonly AdapterCase[] = [
  // spec: v2 send | header | Content-Type: application/json, required -> Content-Type: "application/json" is taken
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    ' application/json ;charset=UTF-8',
  ].map(
    (type): AdapterCase => ({
      name: `Content-Type: ${JSON.stringify(type)} is taken`,
      request: contentType(type),
      expect: { ...ok, submitted: [{}] },
    }),
  ),
  // spec: v2 send | header | Content-Type: application/json, required -> Content-Type: missing is a 400
  ...[
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/json',
    'application/json, application/json',
  ].map(
    (type): AdapterCase => ({
      name: `Content-Type: ${type === undefined ? 'missing' : JSON.stringify(type)} is a 400`,
      request: contentType(type),
      expect: badRequest(/Content-Type/),
    }),
  ),
  { name: 'body: empty', request: raw(''), expect: badRequest(/empty/) },
  ...(
    [
      // spec: v2 REST | status | 400: malformed JSON -> body: a cut one is malformed JSON, 400
      ['a cut one', GOOD.slice(0, -1)],
      ['text behind it', `${GOOD}x`],
      ['single quotes', "{'messages':[]}"],
      ['a comma too many', '{"messages":[],}'],
      ['a comment', `/* */${GOOD}`],
      ['NaN', '{"messages":NaN}'],
      ['a raw control character', '{"messages":"\u0001"}'],
      ['a form', 'to=27821234567&text=Hello'],
      ['XML', '<messages/>'],
      ['blanks', '   '],
      ['UTF-16', Buffer.from(GOOD, 'utf16le')],
      [
        'invalid UTF-8',
        Buffer.concat([Buffer.from('{"messages":[{"text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}]}')]),
      ],
      ['a character cut in half', Buffer.from(`{"a":"${'é'}"}`).subarray(0, 7)],
      ['an overlong sequence', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')])],
      [
        'a surrogate in UTF-8',
        Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      ],
    ] as const
  ).map(malformed),
  ...['null', 'true', '7', '"text"', '[]', `[${GOOD}]`].map(
    (body): AdapterCase => ({
      name: `body: ${body.slice(0, 8)} is no JSON object, 400`,
      request: raw(body),
      expect: badRequest(/JSON object/),
    }),
  ),
  { name: 'body: a byte order mark is ignored', request: raw(`\ufeff${GOOD}`), expect: { ...ok, submitted: [{}] } },
  {
    name: 'body: unknown fields are ignored',
    request: sending({ unknown: { deep: [1] }, To: 'x' }, { track: null }),
    expect: { ...ok, submitted: [{}] },
  },
  {
    name: 'body: of duplicate names the last counts',
    request: raw(`{"messages":[{"text":"One","text":"Two","destinations":[{"to":"1","to":"${THERE}"}]}]}`),
    expect: { ...ok, submitted: [{ text: 'Two', to: THERE }] },
  },
  {
    name: 'body: __proto__ and constructor are names like others',
    request: raw(
      `{"__proto__":{"messages":[{}],"bulkId":"evil"},"constructor":{"prototype":{"bulkId":"evil"}},"messages":[{"__proto__":{"flash":true},"text":"Hello","destinations":[{"to":"${THERE}","__proto__":{"messageId":"evil"}}]}]}`,
    ),
    expect: {
      ...ok,
      submitted: [
        {
          flash: false,
          bulkId: null,
          messageId: (id: string) => id !== 'evil' && ({} as { bulkId?: unknown }).bulkId === undefined,
        },
      ],
    },
  },
  {
    name: 'body: fields of __proto__ do not stand in for missing ones',
    request: raw('{"__proto__":{"messages":[]}}'),
    expect: badFields({ messages: /required/ }),
  },
  {
    name: 'body: nesting of 99 levels in an unknown field is harmless',
    request: raw(`{"deep":${'['.repeat(99)}${']'.repeat(99)},${GOOD.slice(1)}`),
    expect: { ...ok, submitted: [{}] },
  },
  {
    name: 'body: deep nesting instead of messages',
    request: raw(`{"messages":${'['.repeat(99)}${']'.repeat(99)}}`),
    expect: badFields({ 'messages[0]': /object/ }),
  },
  {
    name: 'body: deeper nesting is not read',
    request: raw(`{"deep":${'['.repeat(100)}${']'.repeat(100)},${GOOD.slice(1)}`),
    expect: badRequest(/Malformed JSON: more than 100 levels/),
  },
  // spec: v2 REST | status | 400: invalid parameters
  // spec: v2 REST | error | requestError.serviceException.validationErrors, from field name to message
  {
    name: 'body: all problems at once, each under its path',
    request: {
      json: {
        bulkId: '',
        messages: [
          {
            destinations: [{ to: 1, messageId: '' }, {}],
            text: '',
            from: 1,
            notifyUrl: 'x',
            notifyContentType: 'y',
            sendAt: 'z',
          },
          { options: { flash: 'on' }, includeSmsCountInResponse: 1, deliveryReport: 'no' },
        ],
      },
    },
    expect: badFields({
      bulkId: /./,
      'messages[0].destinations[0].to': /./,
      'messages[0].destinations[0].messageId': /./,
      'messages[0].destinations[1].to': /./,
      'messages[0].text': /./,
      'messages[0].from': /./,
      'messages[0].notifyUrl': /./,
      'messages[0].notifyContentType': /./,
      'messages[0].sendAt': /./,
      'messages[1].destinations': /./,
      'messages[1].text': /./,
      'messages[1].options.flash': /./,
      'messages[1].includeSmsCountInResponse': /./,
      'messages[1].deliveryReport': /./,
    }),
  },
  {
    name: 'body: one bad message refuses the request, nothing is queued',
    request: { json: { messages: [message(), message({ text: '' })] } },
    expect: badFields({ 'messages[1].text': /empty/ }),
  },
  {
    name: 'limit: a body of 4 MiB is taken',
    request: raw(GOOD + ' '.repeat(4 * MIB - Buffer.byteLength(GOOD))),
    expect: { ...ok, submitted: [{}] },
  },
  {
    name: 'limit: a body of more than 4 MiB is 413 PAYLOAD_TOO_LARGE',
    request: raw(GOOD + ' '.repeat(4 * MIB - Buffer.byteLength(GOOD) + 1)),
    expect: refusal({ status: 413, messageId: 'PAYLOAD_TOO_LARGE' }),
  },
]
