import type { AdapterCase } from '@heliograph/testkit'
import { countOf, send, sendMany, sendThree } from './record-worlds.ts'
import { badFields, refusal, sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const reports = (query: string | Record<string, string | readonly string[]> = '') => ({
  method: 'GET' as const,
  path: '/sms/2/reports',
  query,
})

const ids = (...messageIds: readonly string[]) => ({
  ...ok,
  body: { results: messageIds.map((messageId) => ({ messageId })) },
})

/** `GET /sms/2/reports`: which records, and how many. */
export const reportsCases: readonly AdapterCase[] = [
  // spec: v2 delivery reports | rule | query parameters are optional
  { name: 'reports: newest first without a filter', before: sendThree, request: reports(), expect: ids('c', 'b', 'a') },
  // spec: v2 delivery reports | field | query smsId, an integer
  // spec: v2 delivery reports | rule | query smsId: the status of that message in detail
  // spec: Delivery report record (v2) | rule | smsId is the internal SMS ID
  {
    name: 'reports smsId: detailed status of one message',
    before: sendThree,
    request: reports('smsId=2'),
    expect: ids('b'),
  },
  { name: 'reports smsId: unknown is an empty list', before: sendThree, request: reports('smsId=99'), expect: ids() },
  // spec: v2 delivery reports | field | query smsId, an integer -> reports smsId: "abc" is refused
  // spec: v2 REST | status | 400: invalid parameters -> reports smsId: "abc" is refused
  ...['0', '-1', 'abc', '1.5', '1e3', '0x10', '9007199254740993', '99999999999999999999', ' 1'].map(
    (smsId): AdapterCase => ({
      name: `reports smsId: ${JSON.stringify(smsId)} is refused`,
      request: reports({ smsId }),
      expect: badFields({ smsId: /whole number/ }),
    }),
  ),
  // spec: v2 delivery reports | field | query messageId, a string
  // spec: v2 delivery reports | rule | query messageId: the status of one message
  // spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId finds the message again
  // spec: Delivery report record (v2) | rule | messageId is the external message ID
  {
    name: 'reports messageId: status of one message',
    before: sendThree,
    request: reports('messageId=a'),
    expect: ids('a'),
  },
  {
    name: 'reports messageId: percent-encoded',
    before: async (kit) => void (await send(kit, sending({ destinations: [{ to: THERE, messageId: 'a b+ü' }] }))),
    request: reports({ messageId: 'a b+ü' }),
    expect: ids('a b+ü'),
  },
  {
    name: 'reports messageId: more than 200 characters or U+0000 is refused',
    request: reports({ messageId: 'm'.repeat(201), bulkId: '\u0000' }),
    expect: badFields({ messageId: /200/, bulkId: /U\+0000/ }),
  },
  // spec: v2 delivery reports | field | query bulkId, a string
  // spec: v2 delivery reports | rule | query bulkId: all messages of the batch
  {
    name: 'reports bulkId: all messages of the batch',
    before: sendThree,
    request: reports('bulkId=B'),
    expect: ids('b', 'a'),
  },
  { name: 'reports: filters combine', before: sendThree, request: reports('bulkId=B&messageId=c'), expect: ids() },
  {
    name: 'reports: an empty parameter is absent',
    before: sendThree,
    request: reports('smsId=&messageId=&bulkId=&limit='),
    expect: ids('c', 'b', 'a'),
  },
  {
    name: 'reports: a parameter given twice is refused',
    request: reports('messageId=a&messageId=b&limit=1&limit=1'),
    expect: badFields({ messageId: /more than once/, limit: /more than once/ }),
  },
  {
    name: 'reports: an unknown parameter is ignored',
    before: sendThree,
    request: reports('page=2'),
    expect: ids('c', 'b', 'a'),
  },
  // spec: v2 delivery reports | field | query limit, an integer
  {
    name: 'reports limit: that many, the newest',
    before: sendThree,
    request: reports('limit=2'),
    expect: ids('c', 'b'),
  },
  {
    name: 'reports limit: with more to come, next is the smsId to go on before',
    before: sendThree,
    request: reports('limit=2'),
    expect: { ...ok, body: { results: [{ messageId: 'c' }, { messageId: 'b' }], next: 2 } },
  },
  {
    name: 'reports before: the records that follow, without next when there are no more',
    before: sendThree,
    request: reports('limit=2&before=2'),
    expect: { ...ok, body: { results: [{ messageId: 'a' }], next: undefined } },
  },
  {
    name: 'reports before: a page that ends with the last record has no next',
    before: sendThree,
    request: reports('limit=3'),
    expect: { ...ok, body: { results: (results: unknown[]) => results.length === 3, next: undefined } },
  },
  {
    name: 'reports before: the first record has nothing after it',
    before: sendThree,
    request: reports('before=1'),
    expect: { ...ok, body: { results: [], next: undefined } },
  },
  ...['0', '-1', 'x', '1.5'].map(
    (before): AdapterCase => ({
      name: `reports before: ${before} is refused with validationErrors.before`,
      request: reports({ before }),
      expect: badFields({ before: /from 1 to/ }),
    }),
  ),
  // spec: v2 delivery reports | default | query limit: 50
  // spec: Limits | default | reports limit is 50
  {
    name: 'reports limit: default 50',
    before: (kit) => sendMany(kit, 60),
    request: reports(),
    expect: { ...ok, body: countOf(50) },
  },
  // spec: v2 delivery reports | limit | query limit: 1000 at most
  // spec: Limits | limit | reports limit at most 1000
  {
    name: 'reports limit: maximum 1000',
    before: (kit) => sendMany(kit, 1010),
    request: reports('limit=1000'),
    expect: { ...ok, body: countOf(1000) },
  },
  // spec: v2 delivery reports | limit | query limit: 1000 at most -> reports limit: 1001 is refused with validationErrors.limit
  // spec: v2 REST | status | 400: invalid parameters -> reports limit: 1001 is refused with validationErrors.limit
  ...['0', '1001', '-5', 'all', '1.5'].map(
    (limit): AdapterCase => ({
      name: `reports limit: ${limit} is refused with validationErrors.limit`,
      request: reports({ limit }),
      expect: badFields({ limit: /from 1 to 1000/ }),
    }),
  ),
  {
    name: 'reports: reading consumes nothing',
    before: async (kit) => {
      await sendThree(kit)
      await kit.request(reports())
    },
    request: reports(),
    expect: ids('c', 'b', 'a'),
  },
  {
    name: 'reports: of other accounts are not shown',
    before: async (kit) => void (await kit.request({ ...sending(), headers: { authorization: kit.stranger.apiKey } })),
    request: reports(),
    expect: ids(),
  },
  {
    name: 'reports: a trailing slash is tolerated',
    before: sendThree,
    request: { ...reports('messageId=a'), path: '/sms/2/reports/' },
    expect: ids('a'),
  },
  {
    name: 'reports: HEAD has the status of GET',
    before: sendThree,
    request: { ...reports(), method: 'HEAD' },
    expect: ok,
  },
  {
    name: 'reports: without a key',
    request: { ...reports(), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
]
