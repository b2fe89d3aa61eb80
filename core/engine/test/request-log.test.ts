import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { NotedRequest, RequestFacts, RequestFilter } from '@heliograph/contracts'
import { captureLogger, captureMetrics } from '@heliograph/testkit'
import { createSearches } from '../src/database/searches.ts'
import { loadKeptData } from '../src/observe/kept-data.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { eraseTraces } from '../src/operate/erase/erase-traces.ts'
import { clearClients } from '../src/operate/maintenance/clear-clients.ts'
import { createRemovalCounts } from '../src/operate/maintenance/removal-counts.ts'
import { requestDays } from '../src/operate/maintenance/request-days.ts'
import { findRequests } from '../src/read/requests/find-requests.ts'
import { MinuteQuota } from '../src/read/requests/minute-quota.ts'
import { maintainRequestDays } from '../src/read/requests/request-days.ts'
import { insertRequests } from '../src/read/requests/request-statements.ts'
import { RequestWriter } from '../src/read/requests/request-writer.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock, testSettings } from './support/engine-harness.ts'

const DAY = 86_400_000

const FACTS: RequestFacts = {
  requestId: 'r-1',
  instanceId: 'v2',
  userId: 1,
  keyId: null,
  method: 'POST',
  path: '/sms/2/messages',
  query: '',
  body: '{"messages":[]}',
  answer: null,
  status: 200,
  error: null,
  elapsedMs: 1.5,
}
const REFUSED: RequestFacts = {
  ...FACTS,
  requestId: 'r-2',
  instanceId: 'basic',
  keyId: 5,
  status: 400,
  body: null,
  query: 'to=0&action=send',
  answer: '{"error":"bad"}',
  error: { category: 'invalid', code: 'bad-number', message: 'Not 100%', fields: { 'messages[0].to': 'no number \0' } },
}

describe('the log of requests', () => {
  const db = useDatabase()
  let account: TestAccount
  let metrics: ReturnType<typeof captureMetrics>
  beforeEach(async () => {
    await db.sql`truncate request_log`
    account = await db.addAccount()
    metrics = captureMetrics()
  })

  const openWriter = () => new RequestWriter({ sql: db.sql, clock: db.clock, logger: captureLogger(), metrics })
  const noted = (facts: RequestFacts, at = Date.now()): NotedRequest => ({
    clientId: account.clientId,
    at,
    write: () => facts,
  })
  async function store(...requests: readonly NotedRequest[]): Promise<void> {
    const writer = openWriter()
    for (const request of requests) writer.add(request)
    await writer.stop()
  }
  const find = (filter: Partial<RequestFilter> = {}, entries?: number) =>
    findRequests(createSearches(db.sql, systemClock), account.clientId, { limit: 10, ...filter }, {}, entries)
  const idsOf = async (filter: Partial<RequestFilter>) => (await find(filter)).records.map(({ requestId }) => requestId)
  const dropped = (outcome: string) => metrics.value('request_log_dropped', { outcome })

  it('has them as they were noted, newest first, of their client alone', async () => {
    const other = await db.addAccount()
    await store(noted(FACTS), noted(REFUSED), { ...noted(FACTS), clientId: other.clientId })
    const { records, next } = await find()
    const fields = { 'messages[0].to': 'no number \uFFFD' }
    assert.deepEqual(
      records.map(({ entryId: _, at: __, ...facts }) => facts),
      [{ ...REFUSED, error: { ...REFUSED.error, fields } }, FACTS],
    )
    assert.equal(next, undefined)
  })

  it('has them in the order in which they were noted, over two connections as over one', async () => {
    const [one, other] = [await db.sql.reserve(), await db.sql.reserve()]
    await insertRequests(one, [noted({ ...FACTS, requestId: 'r0' })])
    await insertRequests(other, [noted({ ...FACTS, requestId: 'r1' })])
    await insertRequests(one, [noted({ ...FACTS, requestId: 'r2' })])
    for (const each of [one, other]) each.release()
    assert.deepEqual(await idsOf({}), ['r2', 'r1', 'r0'])
  })

  const FILTERS: readonly (readonly [Partial<RequestFilter>, readonly string[]])[] = [
    [{ instanceId: 'v2' }, ['r-1']],
    [{ keyId: 5 }, ['r-2']],
    [{ userId: 1 }, ['r-2', 'r-1']],
    [{ userId: 2 }, []],
    [{ requestId: 'r-1' }, ['r-1']],
    [{ status: 400 }, ['r-2']],
    [{ isRefused: true }, ['r-2']],
    [{ isRefused: false }, ['r-1']],
    [{ field: '[0].TO' }, ['r-2']],
    [{ field: '_' }, []],
    [{ text: 'ACTION=send' }, ['r-2']],
    [{ text: '100%' }, ['r-2']],
    [{ text: '%' }, ['r-2']],
    [{ text: 'messages' }, ['r-2', 'r-1']],
  ]
  it('finds them by interface, key, user, id, status, outcome, field and text', async () => {
    await store(noted(FACTS), noted(REFUSED))
    for (const [filter, expected] of FILTERS) assert.deepEqual(await idsOf(filter), expected, JSON.stringify(filter))
  })

  it('goes through all of them in pages, however few fit', async () => {
    const all = Array.from({ length: 7 }, (_, index) => noted({ ...FACTS, requestId: `r${index}` }))
    await store(...all)
    const seen: (string | null)[] = []
    let before: number | undefined
    do {
      const page = await find({ limit: 2, before }, 3)
      seen.push(...page.records.map(({ requestId }) => requestId))
      before = page.next
    } while (before !== undefined)
    assert.deepEqual(seen, ['r6', 'r5', 'r4', 'r3', 'r2', 'r1', 'r0'])
    assert.deepEqual((await find({ text: 'nothing has this' }, 3)).records, [])
  })

  it('keeps every refusal, and of accepted ones what is enough to see', () => {
    const writer = openWriter()
    const take = (isRefused: boolean, times: number) =>
      Array.from({ length: times }, () => writer.hasRoom(account.clientId, isRefused)).filter(Boolean).length
    assert.equal(take(false, 1_000), 20)
    assert.equal(take(true, 1_000), 1_000)
    assert.equal(take(true, 1_000), 200, 'unless it is one again and again')
    assert.equal(dropped('many'), 800)
    db.clock.advance(60_000)
    assert.equal(take(false, 1_000), 20)
    assert.equal(writer.hasRoom(account.clientId + 1, false), true, 'another client has room of its own')
  })

  it('holds no more than it may while the database is away, and counts the rest', async () => {
    const writer = openWriter()
    for (let count = 0; count < 2_000; count += 1) writer.add(noted(FACTS))
    assert.equal(writer.hasRoom(account.clientId, true), false)
    assert.equal(writer.hasRoom(account.clientId, false), false)
    assert.equal(dropped('waiting'), 2)
    await writer.stop()
    const [row] = await db.sql<{ count: number }[]>`select count(*)::int from request_log`
    assert.equal(row?.count, 2_000)
    assert.equal(writer.hasRoom(account.clientId, true), true)
  })

  it('counts what cannot be stored, and goes on', async () => {
    const writer = openWriter()
    writer.add(noted({ ...FACTS, status: 70_000 }))
    await writer.stop()
    assert.equal(dropped('failed'), 1)
    await store(noted(FACTS))
    assert.deepEqual(await idsOf({}), ['r-1'])
  })

  it('has refused binds under those who have the account, whole or cut', async () => {
    const writer = openWriter()
    const error = { category: 'unauthenticated', code: 'wrong-login', message: 'No', fields: {} } as const
    await db.sql`update app_user set email = 'gate.way@acme.example' where user_id = ${account.userId}`
    const bind = { at: Date.now(), instanceId: 'smpp', elapsedMs: 2, error }
    for (const name of ['Gate.Way@acme.example', 'gate.way@acme.e', 'gate.way', 'nobody'])
      writer.addBind({ ...bind, account: name })
    await writer.stop()
    const { records } = await find()
    assert.deepEqual(
      records.map((each) => [each.instanceId, each.method, each.userId, each.status, each.error?.code]),
      Array.from({ length: 2 }, () => ['smpp', 'bind', account.userId, null, 'wrong-login']),
    )
  })

  it('drops whole days once they are old, and makes those that come', async () => {
    await db.sql`select create_request_day((now() - interval '31 days')::date)`
    await store(noted(FACTS, Date.now() - 31 * DAY), noted({ ...FACTS, requestId: 'odd' }, Date.now() - 99 * DAY))
    await store(noted({ ...FACTS, requestId: 'new' }))
    assert.deepEqual((await idsOf({})).sort(), ['new', 'odd', 'r-1'])
    assert.equal(await maintainRequestDays(db.sql, 30), 1)
    assert.deepEqual(await idsOf({}), ['new'])
    assert.equal(await maintainRequestDays(db.sql, 30), 0)
    const ahead = await db.sql`
      select from pg_class where relname = to_char((now() at time zone 'UTC') + interval '7 days', '"request_log_"YYYY_MM_DD')`
    assert.equal(ahead.length, 1)
  })

  it('is no longer kept than texts, and says how far that has come', async () => {
    const { retention } = testSettings({})
    assert.equal(requestDays(retention), 30)
    assert.equal(requestDays({ ...retention, textDays: 3 }), 3)
    await db.sql`select create_request_day((now() - interval '40 days')::date)`
    const kept = (await loadKeptData(db.sql, retention)).find(({ data }) => data === 'requests')
    assert.ok(kept !== undefined && kept.overdueSeconds > 8 * 86_400, JSON.stringify(kept))
    await maintainRequestDays(db.sql, 30)
  })

  it('goes with the data of a client that is kept for fewer days', async () => {
    await db.sql`select create_request_day((now() - interval '12 days')::date)`
    await store(noted(FACTS, Date.now() - 12 * DAY), noted({ ...FACTS, requestId: 'new' }))
    await db.provisioning.setClient({ clientId: account.clientId, retentionDays: 10 })
    const counts = createRemovalCounts(metrics)
    await clearClients({ sql: db.sql, clock: db.clock, counts, archive: NO_ARCHIVE })
    assert.deepEqual(await idsOf({}), ['new'])
  })

  it('forgets a number that is erased, however a request wrote it', async () => {
    const bodies = ['{"to":"27821234567"}', '{"to":"082 123 4567"}', 'to=%2B27821234567', '{"to":"27821234568"}']
    await store(...bodies.map((body) => noted({ ...FACTS, body })))
    await eraseTraces(db.sql, { clientId: account.clientId, mobile: '27821234567' })
    assert.deepEqual(
      (await find()).records.map(({ body }) => body),
      ['{"to":"27821234568"}', null, null, null],
    )
  })
})

describe('a quota by the minute', () => {
  it('lets so many of each through, and so many in all', () => {
    const quota = new MinuteQuota<string>(2, 3)
    const taken = (name: string, at: number) => quota.take(name, at)
    assert.deepEqual(
      ['a', 'a', 'a', 'b', 'b'].map((name) => taken(name, 0)),
      [true, true, false, true, false],
    )
    assert.equal(taken('b', 59_999), false)
    assert.equal(taken('b', 60_000), true)
  })
})
