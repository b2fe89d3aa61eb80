import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Principal, SystemStatus } from '@heliograph/contracts'
import type { Sql } from '../src/database/database.ts'
import { countMinutes } from '../src/read/figures/count-minutes.ts'
import { createSystemStatus } from '../src/read/figures/system-status.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { searchesOn } from './support/plans.ts'
import { find } from './support/smpp-node.ts'

const MINUTE_MS = 60_000
describe('counting', () => {
  const database = useDatabase()
  /**
   * The same for all messages, so that those of one moment do not fall into two minutes. It is set when the tests
   * begin, which may be long after the file was read.
   */
  let now = 0
  before(() => {
    now = Date.now()
  })

  /** Counts the last hour or the last minutes now. */
  async function count(what: 'hour' | 'minutes'): Promise<void> {
    const hourDueAt = new Date(Date.now() + (what === 'hour' ? -1 : 1) * MINUTE_MS)
    await database.sql`update minute_count_turn set due_at = now(), hour_due_at = ${hourDueAt}::timestamptz`
    assert.equal(await countMinutes(database.sql), true)
  }

  async function countsOf(clientId: number): Promise<readonly string[]> {
    const rows = await database.sql<{ kind: string; origin: string; state: string; count: number; age: number }[]>`
      select kind, origin, state, count, round(extract(epoch from now() - minute) / 60)::integer as age from minute_count
      where client_id = ${clientId} order by kind, minute, origin, state`
    return rows.map(
      ({ kind, origin, state, count, age }) => `${kind} ${origin} ${state} ${count} (${Math.floor(age / 10)})`,
    )
  }

  async function addMessage(account: Awaited<ReturnType<typeof database.addAccount>>, minutesAgo: number) {
    return database.addMessage(account, { accepted_at: new Date(now - minutesAgo * MINUTE_MS) })
  }

  test('a message counts in its minute, in the state it has, and moves when that changes', async () => {
    const account = await database.addAccount()
    const smsId = await addMessage(account, 0)
    await addMessage(account, 0)
    await count('minutes')
    const state = (name: string) =>
      database.sql`insert into message_state (sms_id, state, attempt) values (${smsId}, ${name}, 1)
        on conflict (sms_id) do update set state = excluded.state`
    assert.deepEqual(await countsOf(account.clientId), ['message v2 queued 2 (0)'])
    await state('submitted')
    await count('minutes')
    assert.deepEqual(await countsOf(account.clientId), ['message v2 queued 1 (0)', 'message v2 submitted 1 (0)'])
    await state('delivered')
    await count('minutes')
    assert.deepEqual(await countsOf(account.clientId), ['message v2 delivered 1 (0)', 'message v2 queued 1 (0)'])
  })

  test('the last hour is counted now and then, the last minutes in between, and what is older stays', async () => {
    const account = await database.addAccount()
    for (const minutesAgo of [0, 30, 90]) await addMessage(account, minutesAgo)
    await count('minutes')
    assert.deepEqual(await countsOf(account.clientId), ['message v2 queued 1 (0)'])
    await count('hour')
    assert.deepEqual(await countsOf(account.clientId), ['message v2 queued 1 (3)', 'message v2 queued 1 (0)'])
    await count('minutes')
    assert.equal((await countsOf(account.clientId)).length, 2)
  })

  test('after hours in which none was counted it goes on where it was, step by step', async () => {
    const account = await database.addAccount()
    for (const minutesAgo of [125, 95, 72, 0]) await addMessage(account, minutesAgo)
    await count('minutes')
    await database.sql`
      update minute_count_turn set counted_to = date_trunc('minute', now()) - interval '130 minutes'`
    const seen: number[] = []
    // One more than the stretches, in case a minute begins between the last two.
    for (let turn = 0; turn < 15; turn += 1) {
      await count('minutes')
      seen.push((await countsOf(account.clientId)).length)
    }
    assert.deepEqual(seen.slice(0, 7), [2, 2, 2, 3, 3, 4, 4])
    const [turn] = await database.sql<{ behind: number }[]>`
      select extract(epoch from now() - counted_to)::integer as behind from minute_count_turn`
    assert.ok(turn !== undefined && turn.behind < 120)
  })

  test('messages of all clients are counted together as well', async () => {
    const account = await database.addAccount()
    const origin = 'together'
    for (const each of [account, account, await database.addAccount()])
      await database.addMessage(each, { origin, accepted_at: new Date(now) })
    await count('minutes')
    const of = async (clientId: number) => (await countsOf(clientId)).filter((line) => line.includes(origin))
    assert.deepEqual(await of(0), ['message together queued 3 (0)'])
    assert.deepEqual(await of(account.clientId), ['message together queued 2 (0)'])
  })

  test('webhooks count by what came of them', async () => {
    const { clientId, channelId } = await database.addAccount()
    const STATES = [
      ['pending', 0],
      ['pending', 1],
      ['delivered', 1],
      ['failed', 3],
    ] as const
    for (const [state, attempts] of STATES) {
      const [webhookId = 0] = await database.ids.take(1)
      await database.sql`
        insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state, attempts)
        values (${webhookId}, ${clientId}, ${channelId}, 'dlr', 1, 'https://acme.example/', 'text/plain', '', ${state}, ${attempts})`
    }
    await count('minutes')
    assert.deepEqual((await countsOf(clientId)).map((line) => line.split(' ').slice(0, 4).join(' ')).sort(), [
      'webhook dlr delivered 1',
      'webhook dlr failed 1',
      'webhook dlr retrying 1',
      'webhook dlr waiting 1',
    ])
  })

  test('it is not done before its time, nor by two at once', async () => {
    await count('minutes')
    assert.equal(await countMinutes(database.sql), false)
    await database.sql`update minute_count_turn set due_at = now()`
    await database.sql.begin(async (tx) => {
      await tx`select from minute_count_turn for update`
      assert.equal(await countMinutes(database.sql), false)
    })
  })

  test('what is older than a day goes', async () => {
    const { clientId } = await database.addAccount()
    await database.sql`
      insert into minute_count (kind, client_id, minute, origin, state, count)
      values ('message', ${clientId}, now() - interval '26 hours', 'v2', 'queued', 1)`
    await count('hour')
    assert.deepEqual(await countsOf(clientId), [])
  })
})

describe('the deployment', () => {
  const link = new FakeLink()
  const down = new FakeLink('down')
  let node: Harness
  let operator: Principal
  before(async () => {
    down.setUp(false)
    const settings = { routes: { default: { links: ['net/main', 'net/down'] } } }
    node = await startEngine({ carriers: new Map([['net', carrierOf(link, down)]]), settings })
    operator = { ...node.principal, role: 'operator' }
  })
  after(() => node.close())

  test('links are as their node told last, nodes and the database are there', async () => {
    const status = find(node.engine.services, SystemStatus)
    const report = () => status.deployment(operator)
    await node.until(async () => (await report()).links.some(({ state }) => state === 'up'), 'a link is up')
    const { database, links, nodes, pausedHosts } = await report()
    assert.equal(pausedHosts, 0)
    assert.deepEqual(links, [
      { link: 'net/down', node: 'test', state: 'down', detail: null, isPaused: false },
      { link: 'net/main', node: 'test', state: 'up', detail: null, isPaused: false },
    ])
    assert.deepEqual(
      nodes.map(({ name, roles }) => [name, roles]),
      [['test', ['dispatch', 'webhooks', 'cron']]],
    )
    assert.ok(nodes[0]?.startedAt instanceof Date && nodes[0].seenAt instanceof Date)
    assert.ok(database.connections >= 1 && database.maxConnections >= database.connections && database.answerMs >= 0)
  })

  test('hosts are paused that webhooks wait for to be probed, each once', async () => {
    await node.engine.sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, due_at)
      select '{1}'::bigint[], 0, given.endpoint, now() + given.wait * interval '1 second'
      from (values ('1 https://a', 100), ('1 https://a', 200), ('2 https://a', 100), (null, 100)) as given (endpoint, wait)`
    const { sql } = node.engine
    const status = createSystemStatus({
      sql,
      searches: searchesOn(sql),
      clock: systemClock,
      visibleTo: async () => null,
    })
    assert.equal((await status.deployment(operator)).pausedHosts, 2)
  })

  test('a question that fails is asked again, and the answers to others are still remembered', async () => {
    let asked = 0
    let isAway = false
    const sql = (async () => {
      asked += 1
      if (isAway) throw new Error('away')
      return []
    }) as unknown as Sql
    const clock = { ...systemClock, now: () => 0 }
    const status = createSystemStatus({ sql, searches: searchesOn(sql), clock, visibleTo: async () => null })
    await status.webhooks(operator)
    isAway = true
    await assert.rejects(status.messages(operator, { minutes: 1 }))
    await status.webhooks(operator)
    assert.equal(asked, 2)
    isAway = false
    assert.deepEqual((await status.messages(operator, { minutes: 1 })).counts, [])
  })
})
