import { Network } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, ELSEWHERE, THERE } from '@heliograph/testkit'
import { get, OK, refused1, refused3, send2, send3, sendAll } from './requests.ts'

const to = (messageId: string, number = THERE) => ({ destinations: [{ to: number, messageId }] })

/** Sends `a`, `b` and `c`; the first two are in bulk `B`; `b` fails, then `a` is delivered. */
async function three(kit: AdapterKit): Promise<void> {
  await sendAll(
    kit,
    send2({ ...to('a'), callbackData: 'order 7' }, { bulkId: 'B' }),
    send2(to('b', ELSEWHERE), { bulkId: 'B' }),
    send3(to('c')),
  )
  kit.engine.move(2, 'submitted')
  kit.engine.move(2, 'undeliverable')
  kit.clock.advance(1_000)
  kit.engine.move(1, 'submitted')
  kit.engine.move(1, 'delivered')
}

const read =
  (path: string, query = '') =>
  async (kit: AdapterKit) => {
    await three(kit)
    await sendAll(kit, get(path, query))
  }

const ids = (...messageIds: readonly string[]) => ({
  ...OK,
  body: { results: messageIds.map((messageId) => ({ messageId })) },
})

const REPORTS = '/sms/1/reports'

/** Receives an SMS to the account's channel, a minute after the last. */
async function receive(kit: AdapterKit, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await kit.engine.service(Network).incoming({
      carrier: 'simulator',
      link: 'main',
      from: THERE,
      to: kit.account.channel.address,
      text,
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(kit.clock.now()),
    })
    kit.clock.advance(60_000)
  }
}

const INBOX = '/sms/1/inbox/reports'
const texts = (...found: readonly string[]) => ({
  results: found.map((text) => ({ text })),
  messageCount: found.length,
})

/** Reports, logs and the inbox. */
export const readingCases: readonly AdapterCase[] = [
  {
    name: 'v1 reports: those that have ended, in the order of their ends',
    before: three,
    request: get(REPORTS),
    expect: {
      ...OK,
      body: {
        results: [
          { messageId: 'b', status: { groupName: 'UNDELIVERABLE' }, error: { id: 1, groupName: 'HANDSET_ERRORS' } },
          {
            bulkId: 'B',
            messageId: 'a',
            to: THERE,
            from: /^\d+$/,
            sentAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/,
            doneAt: /\+0000$/,
            smsCount: 1,
            callbackData: 'order 7',
            price: { currency: 'ZAR' },
            status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' },
            error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', permanent: false },
          },
        ],
      },
    },
  },
  {
    name: 'v3 reports: in the form of v3',
    before: three,
    request: get('/sms/3/reports', 'limit=1'),
    expect: {
      ...OK,
      body: { results: [{ messageId: 'b', sender: /./, messageCount: 1, smsCount: undefined, from: undefined }] },
    },
  },
  { name: 'reports: each once', before: read(REPORTS), request: get(REPORTS), expect: ids() },
  {
    name: 'reports: HEAD, which shows none, uses none up',
    async before(kit) {
      await three(kit)
      await sendAll(kit, { ...get(REPORTS), method: 'HEAD' })
    },
    request: get(REPORTS),
    expect: ids('b', 'a'),
  },
  { name: 'reports: once in both versions', before: read('/sms/3/reports'), request: get(REPORTS), expect: ids() },
  {
    name: 'reports: those beyond the limit come with the next reading',
    before: read(REPORTS, 'limit=1'),
    request: get(REPORTS),
    expect: ids('a'),
  },
  {
    name: 'reports: one that ends after a reading comes with the next',
    async before(kit) {
      await read(REPORTS)(kit)
      kit.clock.advance(3_600_000)
      kit.engine.move(3, 'submitted')
      kit.engine.move(3, 'delivered')
    },
    request: get(REPORTS),
    expect: ids('c'),
  },
  {
    name: 'reports: of one bulk and of one message, each with a place of its own',
    before: read(REPORTS),
    request: get(REPORTS, 'bulkId=B'),
    expect: ids('b', 'a'),
  },
  { name: 'reports: of one message', before: three, request: get(REPORTS, 'messageId=a'), expect: ids('a') },
  {
    name: 'reports: not of messages that came by another interface, nor of those of three days ago',
    async before(kit) {
      await three(kit)
      kit.clock.advance(3 * 86_400_000)
    },
    request: get(REPORTS),
    expect: ids(),
  },
  {
    name: 'reports: refuses filters that cannot be kept to',
    request: get('/sms/3/reports', 'entityId=x&limit=0'),
    expect: refused3('invalid', { entityId: /not kept/, limit: /whole number/ }),
  },
  { name: 'v1 logs: newest first', before: three, request: get('/sms/1/logs'), expect: ids('c', 'b', 'a') },
  {
    name: 'v3 logs: with their texts, and a cursor',
    before: three,
    request: get('/sms/3/logs', 'useCursor=true&limit=2'),
    expect: {
      ...OK,
      body: {
        results: [
          { messageId: 'c', destination: THERE, content: { text: 'Hello' }, messageCount: 1 },
          { messageId: 'b' },
        ],
        cursor: { limit: 2, nextCursor: '2' },
      },
    },
  },
  {
    name: 'v3 logs: the page after a cursor',
    before: three,
    request: get('/sms/3/logs', 'useCursor=true&cursor=2'),
    expect: { ...OK, body: { results: [{ messageId: 'a' }], cursor: { limit: 50, nextCursor: undefined } } },
  },
  {
    name: 'logs: ids with commas and repeated',
    before: three,
    request: get('/sms/1/logs', 'messageId=a,b&messageId=c&limit=2'),
    expect: ids('c', 'b'),
  },
  {
    name: 'logs: by recipient, group and time',
    before: three,
    request: get('/sms/1/logs', `to=%2B${THERE}&generalStatus=ACCEPTED&sentSince=2026-01-05T08:00:00.000%2B0000`),
    expect: ids('c'),
  },
  {
    name: 'v3 logs: by destination and bulk',
    before: three,
    request: get('/sms/3/logs', `destination=${ELSEWHERE}&bulkId=B`),
    expect: ids('b'),
  },
  {
    name: 'logs: refuses filters that it does not understand',
    request: get('/sms/1/logs', 'generalStatus=LOST&sentUntil=now&mcc=655&to=me'),
    expect: refused1('invalid', {
      generalStatus: /one of/,
      sentUntil: /ISO 8601/,
      mcc: /not kept/,
      to: /phone number/,
    }),
  },
  {
    name: 'inbox: oldest first, with what is left',
    before: (kit) => receive(kit, 'one', 'two', 'three'),
    request: get(INBOX, 'limit=2'),
    expect: {
      ...OK,
      body: {
        results: [
          {
            messageId: '1',
            from: THERE,
            to: /^\d+$/,
            text: 'one',
            cleanText: 'one',
            keyword: null,
            receivedAt: '2026-01-05T08:00:00.000+0000',
            smsCount: 1,
            price: { pricePerMessage: 0, currency: 'ZAR' },
          },
          { text: 'two' },
        ],
        messageCount: 2,
        pendingMessageCount: 1,
      },
    },
  },
  {
    name: 'inbox: each once',
    async before(kit) {
      await receive(kit, 'one', 'two')
      await sendAll(kit, get(INBOX, 'limit=1'), get(INBOX))
      await receive(kit, 'three')
    },
    request: get(INBOX),
    expect: { ...OK, body: texts('three') },
  },
  {
    name: 'inbox: what was left comes with the next reading',
    async before(kit) {
      await receive(kit, 'one', 'two', 'three')
      await sendAll(kit, get(INBOX, 'limit=1'))
    },
    request: get(INBOX),
    expect: { ...OK, body: texts('two', 'three') },
  },
  { name: 'inbox: none', request: get(INBOX), expect: { ...OK, body: { ...texts(), pendingMessageCount: 0 } } },
]
