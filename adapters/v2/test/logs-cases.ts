import type { AdapterCase } from '@heliograph/testkit'
import { countOf, deliverOne, IN_EUROS, sendInEuros, sendMany, sendThree } from './record-worlds.ts'
import { badFields, refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const logs = (query: string | Record<string, string | readonly string[]> = '') => ({
  method: 'GET' as const,
  path: '/sms/2/logs',
  query,
})

const ids = (...messageIds: readonly string[]) => ({
  ...ok,
  body: { results: messageIds.map((messageId) => ({ messageId })) },
})

const ALL = ids('c', 'b', 'a')

const filterRow = ([name, query, ...messageIds]: readonly [string, string, ...string[]]): AdapterCase => ({
  name: `logs ${name}`,
  before: sendThree,
  request: logs(query),
  expect: ids(...messageIds),
})

/** `GET /sms/2/logs`. */
export const logsCases: readonly AdapterCase[] = [
  // spec: v2 logs | endpoint | GET /sms/2/logs
  // spec: v2 logs | status | 200
  // spec: v2 logs | field | results, an array of log records
  // spec: Log record (v2) | field | messageId, a string ; to, a string ; from, a string ; text, a string ; sentAt, a string ; status.groupId
  // spec: Log record (v2) | field | status.groupName ; status.id ; status.name ; smsCount, an integer ; price.pricePerMessage ; price.currency
  // spec: Log record (v2) | rule | sentAt: yyyy-MM-ddTHH:mm:ss.SSS+0000 ; status has groupId, groupName, id and name only
  // spec: Status object | status | 3 DELIVERED, 5 DELIVERED_TO_HANDSET in a log record
  {
    name: 'log record: exactly messageId, to, from, text, sentAt, status (3/5 DELIVERED_TO_HANDSET), smsCount, price',
    before: deliverOne,
    request: logs(),
    expect: ({ account }) => ({
      ...ok,
      body: JSON.stringify({
        results: [
          {
            messageId: 'order-1',
            to: THERE,
            from: account.channel.address,
            text: 'Hello',
            sentAt: '2026-01-05T08:00:02.000+0000',
            status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' },
            smsCount: 1,
            price: { pricePerMessage: 0.05, currency: 'ZAR' },
          },
        ],
      }),
    }),
  },
  // spec: Log record (v2) | rule | status has groupId, groupName, id and name only
  {
    name: 'log record sentAt: null while pending',
    before: sendThree,
    request: logs('messageId=a'),
    expect: {
      ...ok,
      body: {
        results: [
          {
            sentAt: null,
            status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: undefined },
          },
        ],
      },
    },
  },
  // spec: Log record (v2) | field | smsCount, an integer ; price.pricePerMessage ; price.currency
  {
    name: 'log record smsCount and price: parts, times the price of a part, in the currency of the client',
    before: sendInEuros,
    request: { ...logs(), headers: IN_EUROS },
    expect: { ...ok, body: { results: [{ smsCount: 3, price: { pricePerMessage: 0.0975, currency: 'EUR' } }] } },
  },
  { name: 'logs: newest first without a filter', before: sendThree, request: logs(), expect: ALL },
  ...(
    [
      // spec: v2 logs | field | query from, a string -> logs from: sender filter
      // spec: v2 logs | rule | query from filters by sender -> logs from: sender filter
      ['from: sender filter', 'from=ACME', 'c'],
      ['from: an unknown sender', 'from=NOBODY'],
      // spec: v2 logs | field | query to, a string -> logs to: recipient filter
      // spec: v2 logs | rule | query to filters by recipient -> logs to: recipient filter
      ['to: recipient filter', 'to=27821234567', 'c', 'a'],
      ['to: with + percent-encoded', 'to=%2B27821234567', 'c', 'a'],
      ['to: with + that was not encoded', 'to=+27821234567', 'c', 'a'],
      ['to: normalised from the national form', 'to=082%20123%204567', 'c', 'a'],
      ['bulkId: all messages of the batch', 'bulkId=B', 'b', 'a'],
      ['messageId: one message', 'messageId=b', 'b'],
      ['generalStatus: a status group', 'generalStatus=PENDING', 'c', 'b', 'a'],
      ['generalStatus: in another case', 'generalStatus=pending', 'c', 'b', 'a'],
      ['generalStatus: a group without messages', 'generalStatus=DELIVERED'],
      ['sentSince: accepted then or later', 'sentSince=2026-01-05T08:00:01.000Z', 'c', 'b'],
      ['sentUntil: accepted before', 'sentUntil=2026-01-05T08:00:01.000Z', 'a'],
      ['sentSince and sentUntil together', 'sentSince=2026-01-05T08:00:01Z&sentUntil=2026-01-05T08:00:02Z', 'b'],
      ['sentSince: with a zone whose + was not encoded', 'sentSince=2026-01-05T10:00:01.000+0200', 'c', 'b'],
      ['sentSince: long before there were messages', 'sentSince=0000-01-01T00:00:00Z', 'c', 'b', 'a'],
      ['sentUntil: as late as can be written', 'sentUntil=9999-12-31T23:59:59-23:00', 'c', 'b', 'a'],
      ['filters combine', 'to=27821234567&bulkId=B', 'a'],
      // spec: v2 logs | field | query limit, an integer -> logs limit: that many, the newest
      ['limit: that many, the newest', 'limit=1', 'c'],
      [
        'empty parameters are absent',
        'from=&to=&bulkId=&messageId=&generalStatus=&sentSince=&sentUntil=&limit=',
        'c',
        'b',
        'a',
      ],
    ] as const
  ).map(filterRow),
  {
    name: 'logs from: the number of a channel, in any spelling',
    before: sendThree,
    request: ({ account }) => logs({ from: `+${account.channel.address.replace(/^(\d\d)/, '$1 ')}` }),
    expect: ids('b', 'a'),
  },
  {
    name: 'logs limit: with more to come, next is the smsId to go on before',
    before: sendThree,
    request: logs('limit=2'),
    expect: { ...ok, body: { results: [{ messageId: 'c' }, { messageId: 'b' }], next: 2 } },
  },
  {
    name: 'logs before: the records that follow, without next when there are no more',
    before: sendThree,
    request: logs('limit=2&before=2'),
    expect: { ...ok, body: { results: [{ messageId: 'a' }], next: undefined } },
  },
  {
    name: 'logs before: a page that ends with the last record has no next',
    before: sendThree,
    request: logs('limit=3'),
    expect: { ...ok, body: { results: (results: unknown[]) => results.length === 3, next: undefined } },
  },
  {
    name: 'logs before: the first record has nothing after it',
    before: sendThree,
    request: logs('before=1'),
    expect: { ...ok, body: { results: [], next: undefined } },
  },
  ...['0', '-1', 'x', '1.5'].map(
    (before): AdapterCase => ({
      name: `logs before: ${before} is refused with validationErrors.before`,
      request: logs({ before }),
      expect: badFields({ before: /from 1 to/ }),
    }),
  ),
  // spec: v2 logs | default | query limit: 50
  // spec: Limits | default | logs limit is 50
  {
    name: 'logs limit: default 50',
    before: (kit) => sendMany(kit, 60),
    request: logs(),
    expect: { ...ok, body: countOf(50) },
  },
  // spec: v2 logs | limit | query limit: 1000 at most
  // spec: Limits | limit | logs limit at most 1000
  {
    name: 'logs limit: maximum 1000',
    before: (kit) => sendMany(kit, 1010),
    request: logs('limit=1000'),
    expect: { ...ok, body: countOf(1000) },
  },
  // spec: v2 logs | limit | query limit: 1000 at most -> logs limit: 1001 is refused with validationErrors.limit
  // spec: v2 REST | status | 400: invalid parameters -> logs limit: 1001 is refused with validationErrors.limit
  ...['0', '1001', 'x'].map(
    (limit): AdapterCase => ({
      name: `logs limit: ${limit} is refused with validationErrors.limit`,
      request: logs({ limit }),
      expect: badFields({ limit: /from 1 to 1000/ }),
    }),
  ),
  {
    name: 'logs: all problems at once',
    request: logs({
      to: 'nobody',
      generalStatus: 'FINE',
      sentSince: 'yesterday',
      sentUntil: '2026-02-30T00:00Z',
      limit: '0',
      messageId: '\u0000',
    }),
    expect: badFields({
      to: /phone number/,
      generalStatus: /PENDING, UNDELIVERABLE, DELIVERED, EXPIRED, REJECTED/,
      sentSince: /ISO 8601/,
      sentUntil: /ISO 8601/,
      limit: /1000/,
      messageId: /U\+0000/,
    }),
  },
  {
    name: 'logs: of other accounts are not shown',
    before: async (kit) => void (await kit.request({ ...sending(), headers: { authorization: kit.stranger.apiKey } })),
    request: logs(),
    expect: ids(),
  },
  {
    name: 'logs: without a key',
    request: { ...logs(), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
]
