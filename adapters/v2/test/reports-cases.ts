import type { MessageState } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START } from '@heliograph/testkit'
import { countOf, deliverOne, send, sendMany, sendThree } from './record-worlds.ts'
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

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/

/** Brings one message into a state by the ways there are. */
const into =
  (...states: readonly MessageState[]) =>
  async (kit: AdapterKit) => {
    const [sent] = await send(kit, sending())
    for (const state of states) kit.engine.move(sent?.smsId as number, state)
  }

const stateRow = ([name, states, record]: readonly [string, readonly MessageState[], object]): AdapterCase => ({
  name: `report of a message that is ${name}`,
  before: into(...states),
  request: reports(),
  expect: { ...ok, body: { results: [record] } },
})

const PENDING = { sentAt: null, doneAt: null, error: null }

const permanent = (id: number) => ({ id, groupId: Number, groupName: /./, name: /^EC_/, description: /./ })

const withNumbers = (pattern: ReturnType<typeof permanent>) => ({
  ...pattern,
  groupId: (value: unknown) => Number.isInteger(value),
  permanent: (value: unknown) => typeof value === 'boolean',
})

const failed = (groupId: number, groupName: string, id: number, name: string, statusCode: number, errorId: number) => ({
  statusCode,
  doneAt: STAMP,
  status: { groupId, groupName, id, name, description: /./ },
  error: withNumbers(permanent(errorId)),
})

/** `GET /sms/2/reports`. */
export const reportsCases: readonly AdapterCase[] = [
  {
    name: 'delivery report record: exactly smsId, bulkId, messageId, to, sentAt, doneAt, scheduledTime, smsCount, price, statusCode, axStatusDesk, status, error',
    before: deliverOne,
    request: reports(),
    expect: {
      ...ok,
      body: JSON.stringify({
        results: [
          {
            smsId: 1,
            bulkId: 'B',
            messageId: 'order-1',
            to: THERE,
            sentAt: '2026-01-05T08:00:02.000+0000',
            doneAt: '2026-01-05T08:00:03.000+0000',
            scheduledTime: null,
            smsCount: 1,
            price: { pricePerMessage: 0.05, currency: 'ZAR' },
            statusCode: 2,
            axStatusDesk: 'DELIVRD',
            status: {
              groupId: 3,
              groupName: 'DELIVERED',
              id: 5,
              name: 'DELIVERED',
              description: 'Message delivered to handset',
            },
            error: null,
          },
        ],
      }),
    },
  },
  {
    name: 'report price.pricePerMessage: a number, parts times the price of a part',
    before: async (kit) => void (await send(kit, sending({ text: 'x'.repeat(307) }))),
    request: reports(),
    expect: { ...ok, body: { results: [{ smsCount: 3, price: { pricePerMessage: 0.15, currency: 'ZAR' } }] } },
  },
  {
    name: 'report bulkId: null for a message of no batch; axStatusDesk empty before the network said anything',
    before: into(),
    request: reports(),
    expect: { ...ok, body: { results: [{ bulkId: null, axStatusDesk: '' }] } },
  },
  {
    name: 'report scheduledTime: the send time; sentAt and doneAt null while pending',
    before: async (kit) =>
      void (await send(kit, sending({ sendAt: new Date(MANUAL_CLOCK_START + 3_600_000).toISOString() }))),
    request: reports(),
    expect: {
      ...ok,
      body: {
        results: [{ ...PENDING, scheduledTime: '2026-01-05T09:00:00.000+0000', statusCode: 0, status: { id: 26 } }],
      },
    },
  },
  ...(
    [
      [
        'queued: 1/26, code 0',
        [],
        { ...PENDING, statusCode: 0, status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' } },
      ],
      [
        'with the network: 1/7, code 1',
        ['submitting', 'submitted'],
        { ...PENDING, statusCode: 1, status: { groupId: 1, groupName: 'PENDING', id: 7, name: 'PENDING_ENROUTE' } },
      ],
      [
        'waiting for another attempt: 1/3, code 5',
        ['submitting', 'retrying'],
        { sentAt: null, doneAt: null, statusCode: 5, status: { id: 3, name: 'PENDING_WAITING_DELIVERY' } },
      ],
      [
        'delivered: 3/5 DELIVERED, code 2',
        ['submitting', 'submitted', 'delivered'],
        {
          statusCode: 2,
          error: null,
          sentAt: STAMP,
          doneAt: STAMP,
          status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED' },
        },
      ],
      [
        'undeliverable: 2/9, code 4',
        ['submitting', 'submitted', 'undeliverable'],
        { ...failed(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 4, 1), axStatusDesk: 'UNDELIV' },
      ],
      [
        'refused by the network: 2/4, code 4',
        ['submitting', 'submitted', 'refused-by-network'],
        failed(2, 'UNDELIVERABLE', 4, 'UNDELIVERABLE_REJECTED_OPERATOR', 4, 632),
      ],
      [
        'expired: 4/15, code 4',
        ['submitting', 'submitted', 'expired'],
        failed(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED', 4, 4098),
      ],
      [
        'expired without a report: 4/29, code 4',
        ['submitting', 'submitted', 'unconfirmed'],
        failed(4, 'EXPIRED', 29, 'EXPIRED_DLR_UNKNOWN', 4, 2048),
      ],
      [
        'without a route: 5/19, code 4, never sent',
        ['no-route'],
        { ...failed(5, 'REJECTED', 19, 'REJECTED_ROUTE_NOT_AVAILABLE', 4, 345), sentAt: null },
      ],
    ] as const
  ).map(stateRow),
  {
    name: 'report of a message that is cancelled: 2/31, code 9',
    before: async (kit) => {
      const [sent] = await send(kit, sending({ sendAt: new Date(MANUAL_CLOCK_START + 3_600_000).toISOString() }))
      kit.engine.move(sent?.smsId as number, 'cancelled')
    },
    request: reports(),
    expect: {
      ...ok,
      body: { results: [{ ...failed(2, 'UNDELIVERABLE', 31, 'UNDELIVERABLE_NOT_SENT', 9, 4100), sentAt: null }] },
    },
  },
  {
    name: 'report error: what the network said',
    before: async (kit) => {
      await into('submitting', 'submitted')(kit)
      kit.engine.move(1, 'undeliverable', { errorId: 27, networkStatus: 'UNDELIV' })
    },
    request: reports(),
    expect: {
      ...ok,
      body: {
        results: [
          {
            error: {
              id: 27,
              groupId: 1,
              groupName: 'HANDSET_ERRORS',
              name: 'EC_ABSENT_SUBSCRIBER',
              description: /./,
              permanent: false,
            },
          },
        ],
      },
    },
  },
  {
    name: 'report error: the usual one of the state when the network did not say why',
    before: async (kit) => {
      await into('submitting', 'submitted')(kit)
      kit.engine.move(1, 'undeliverable', { errorId: null })
    },
    request: reports(),
    expect: { ...ok, body: { results: [{ error: { id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true } }] } },
  },
  { name: 'reports: newest first without a filter', before: sendThree, request: reports(), expect: ids('c', 'b', 'a') },
  {
    name: 'reports smsId: detailed status of one message',
    before: sendThree,
    request: reports('smsId=2'),
    expect: ids('b'),
  },
  { name: 'reports smsId: unknown is an empty list', before: sendThree, request: reports('smsId=99'), expect: ids() },
  ...['0', '-1', 'abc', '1.5', '1e3', '0x10', '9007199254740993', '99999999999999999999', ' 1'].map(
    (smsId): AdapterCase => ({
      name: `reports smsId: ${JSON.stringify(smsId)} is refused`,
      request: reports({ smsId }),
      expect: badFields({ smsId: /whole number/ }),
    }),
  ),
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
  // spec: Limits | default | reports limit is 50
  {
    name: 'reports limit: default 50',
    before: (kit) => sendMany(kit, 60),
    request: reports(),
    expect: { ...ok, body: countOf(50) },
  },
  // spec: Limits | limit | reports limit at most 1000
  {
    name: 'reports limit: maximum 1000',
    before: (kit) => sendMany(kit, 1010),
    request: reports('limit=1000'),
    expect: { ...ok, body: countOf(1000) },
  },
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
