import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { PeriodFigures, PeriodFilter, PeriodReport, Principal } from '@heliograph/contracts'
import { countHours } from '../src/read/figures/count-hours.ts'
import { countOptOuts } from '../src/read/figures/count-opt-outs.ts'
import { dropOldFigures } from '../src/read/figures/drop-old-figures.ts'
import { createPeriodFigures } from '../src/read/figures/period-figures.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn } from './support/plans.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

describe('figures of past days', () => {
  const database = useDatabase()
  /** Midnight (UTC) some days ago. */
  const midnight = (daysAgo: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS)
  const dayOf = (daysAgo: number) => midnight(daysAgo).toISOString().slice(0, 10)

  beforeEach(async () => {
    await database.sql`truncate message, message_state, submission, incoming_message, contact_audit, figure_day, figure_hour, figure_turn, figure_campaign`
  })

  /** Counts whatever has not been settled. */
  async function count(): Promise<void> {
    await database.sql`update figure_turn set due_at = now() where due_at is not null`
    while (await countHours(database.sql));
  }

  function service(ownChannel: number | null = null): PeriodFigures {
    const { sql } = database
    return createPeriodFigures({ sql, searches: searchesOn(sql), visibleTo: async () => ownChannel })
  }

  function figures(
    principal: Principal,
    filter: PeriodFilter,
    ownChannel: number | null = null,
  ): Promise<PeriodReport> {
    return service(ownChannel).of(principal, filter)
  }

  /** `at key: messages/parts, delivered of ended, charged - refunded`. */
  async function shown(account: TestAccount, filter: Partial<PeriodFilter> = {}): Promise<readonly string[]> {
    const { counts } = await figures(account.principal, { from: dayOf(400), until: dayOf(-1), ...filter })
    return counts.map(
      ({ at, key, messages, parts, delivered, ended, charged, refunded }) =>
        `${at} ${key}: ${messages}/${parts}, ${delivered} of ${ended}, ${Number(charged)} - ${Number(refunded)}`,
    )
  }

  const add = (account: TestAccount, daysAgo: number, columns: object = {}) =>
    database.addMessage(account, { accepted_at: new Date(midnight(daysAgo).getTime() + HOUR_MS), ...columns })

  const become = (smsId: number, state: string, errorId: number | null = null) =>
    database.sql`
      insert into message_state (sms_id, state, attempt, done_at, error_id) values (${smsId}, ${state}, 1, now(), ${errorId})
      on conflict (sms_id) do update set state = excluded.state, error_id = excluded.error_id`

  test('messages count in the day, week and month of their acceptance', async () => {
    const account = await database.addAccount()
    const other = await database.addAccount()
    await add(account, 9, { parts: 3, price: '0.15' })
    await add(account, 2)
    await add(account, 2)
    await add(account, 1)
    await add(other, 1)
    await count()
    assert.deepEqual(await shown(account, { step: 'day' }), [
      `${dayOf(9)} null: 1/3, 0 of 0, 0.15 - 0`,
      `${dayOf(2)} null: 2/2, 0 of 0, 0.1 - 0`,
      `${dayOf(1)} null: 1/1, 0 of 0, 0.05 - 0`,
    ])
    assert.deepEqual(await shown(account, { from: dayOf(2), until: dayOf(1) }), ['null null: 2/2, 0 of 0, 0.1 - 0'])
    const monday = (at: string) => new Date(at).getUTCDay() === 1
    const { counts } = await figures(account.principal, { from: dayOf(50), until: dayOf(0), step: 'week' })
    assert.ok(counts.length >= 2 && counts.every(({ at }) => monday(String(at))), JSON.stringify(counts))
    const months = await figures(account.principal, { from: dayOf(50), until: dayOf(0), step: 'month' })
    assert.ok(months.counts.every(({ at }) => at?.endsWith('-01')))
  })

  test('they are divided by what they have in common', async () => {
    const account = await database.addAccount()
    await add(account, 1, { origin: 'smpp', recipient: '447700900123' })
    await become(await add(account, 1, { recipient: '12025550123' }), 'undeliverable', 27)
    await become(await add(account, 1, { recipient: '35812345678' }), 'delivered')
    await add(account, 1, { recipient: '12345' })
    await count()
    const keys = async (by: PeriodFilter['by']) =>
      (await figures(account.principal, { from: dayOf(1), until: dayOf(0), by })).counts.map(
        ({ key, messages, delivered, ended }) => `${key} ${messages} ${delivered}/${ended}`,
      )
    assert.deepEqual(await keys('origin'), ['smpp 1 0/0', 'v2 3 1/2'])
    assert.deepEqual(await keys('calling-code'), [' 1 0/0', '1 1 0/1', '358 1 1/1', '44 1 0/0'])
    assert.deepEqual(await keys('state'), ['delivered 1 1/1', 'queued 2 0/0', 'undeliverable 1 0/1'])
    assert.deepEqual(await keys('error'), ['0 3 1/1', '27 1 0/1'])
    assert.deepEqual(await keys('channel'), [`${account.channelId} 4 1/2`])
    assert.deepEqual(await keys('user'), [`${account.userId} 4 1/2`])
  })

  test('what changes later moves, and nothing is counted twice', async () => {
    const account = await database.addAccount()
    const ids = [await add(account, 1), await add(account, 1), await add(account, 1)]
    await count()
    await become(ids[0] as number, 'submitted')
    await become(ids[1] as number, 'expired')
    await count()
    await count()
    assert.deepEqual(await shown(account), ['null null: 3/3, 0 of 1, 0.15 - 0.05'])
    await become(ids[0] as number, 'delivered')
    await count()
    assert.deepEqual(await shown(account, { by: 'state' }), [
      'null delivered: 1/1, 1 of 1, 0.05 - 0',
      'null expired: 1/1, 0 of 1, 0.05 - 0.05',
      'null queued: 1/1, 0 of 0, 0.05 - 0',
    ])
  })

  test('what left with a network in part is not credited back', async () => {
    const account = await database.addAccount()
    const smsId = await add(account, 1)
    await become(smsId, 'expired')
    await database.sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, network_id, state, submitted_at)
      values (${smsId}, 1, 1, 1, 'simulator', 'simulator/main', 'n1', 'submitted', now())`
    await count()
    assert.deepEqual(await shown(account), ['null null: 1/1, 0 of 1, 0.05 - 0'])
  })

  test('figures remain when messages are removed, also when their hour is counted again', async () => {
    const account = await database.addAccount()
    const other = await database.addAccount()
    await add(account, 1)
    const kept = await add(other, 1)
    await count()
    await database.sql`delete from message where client_id = ${account.clientId}`
    await become(kept, 'delivered')
    await count()
    assert.deepEqual(await shown(account), ['null null: 1/1, 0 of 0, 0.05 - 0'])
    assert.deepEqual(await shown(other), ['null null: 1/1, 1 of 1, 0.05 - 0'])
  })

  test('an old hour in which everything has ended is settled and needs no rows of its own', async () => {
    const account = await database.addAccount()
    await become(await add(account, 14), 'delivered')
    await add(account, 11)
    await count()
    const open = await database.sql<{ day: string }[]>`
      select distinct to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day from figure_hour`
    assert.deepEqual([...open], [{ day: dayOf(11) }])
    const [turn] = await database.sql<{ due_at: Date | null }[]>`
      select due_at from figure_turn where hour = ${new Date(midnight(14).getTime() + HOUR_MS)}`
    assert.equal(turn?.due_at, null)
    await count()
    assert.deepEqual(await shown(account), ['null null: 2/2, 1 of 1, 0.1 - 0'])
  })

  test('a count that fails changes nothing', async () => {
    const account = await database.addAccount()
    await add(account, 1)
    await count()
    await add(account, 1)
    await database.sql`update figure_turn set due_at = now() where due_at is not null`
    await assert.rejects(
      database.sql.begin(async (tx) => {
        const nested = {
          begin: (run: (own: typeof tx) => Promise<unknown>) => run(tx),
        } as unknown as typeof database.sql
        while (await countHours(nested));
        throw new Error('the process ends')
      }),
      /the process ends/,
    )
    assert.deepEqual(await shown(account), ['null null: 1/1, 0 of 0, 0.05 - 0'])
    await count()
    assert.deepEqual(await shown(account), ['null null: 2/2, 0 of 0, 0.1 - 0'])
  })

  test('operators see all clients together or one of them; a user with a channel sees that one', async () => {
    const account = await database.addAccount()
    const other = await database.addAccount()
    await add(account, 1)
    await add(other, 1)
    await count()
    const period = { from: dayOf(1), until: dayOf(0) }
    const operator: Principal = { ...account.principal, role: 'operator' }
    const messages = ({ counts }: PeriodReport) => counts.reduce((sum, each) => sum + each.messages, 0)
    assert.equal(messages(await figures(operator, period)), 2)
    assert.equal(messages(await figures(operator, { ...period, clientId: other.clientId })), 1)
    assert.equal(messages(await figures(account.principal, { ...period, clientId: other.clientId })), 1)
    assert.equal(messages(await figures(account.principal, period, account.channelId)), 1)
    assert.equal(messages(await figures(account.principal, period, account.channelId + 1)), 0)
  })

  const operatorOf = (account: TestAccount): Principal => ({ ...account.principal, role: 'operator' })

  test('operators divide by client and by the link that had the message last, others do not', async () => {
    const account = await database.addAccount()
    const other = await database.addAccount()
    const handed = await add(account, 1)
    await add(account, 1)
    await add(other, 1)
    await database.sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, network_id, state, submitted_at) values
        (${handed}, 1, 1, 1, 'net', 'net/main', 'n1', 'retrying', now()),
        (${handed}, 2, 1, 2, 'net', 'net/spare', 'n2', 'submitted', now())`
    await count()
    const period = { from: dayOf(1), until: dayOf(0) }
    const keys = async (filter: PeriodFilter) =>
      (await figures(operatorOf(account), filter)).counts.map(({ key, messages }) => `${key} ${messages}`)
    assert.deepEqual(await keys({ ...period, by: 'client' }), [`${account.clientId} 2`, `${other.clientId} 1`])
    assert.deepEqual(await keys({ ...period, by: 'link' }), ['net/spare 1'])
    assert.deepEqual(await keys({ ...period, by: 'link', clientId: other.clientId }), [])
    for (const by of ['client', 'link'] as const)
      await assert.rejects(figures(account.principal, { ...period, by }), { category: 'forbidden' })
  })

  test('a campaign keeps its name when the upload is gone', async () => {
    const account = await database.addAccount()
    await database.sql`
      insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at)
      values (${account.clientId}, ${account.userId}, 'Spring sale', 1, 'bulk 1', now(), now())`
    await add(account, 1, { bulk_id: 'bulk 1' })
    await add(account, 1, { bulk_id: 'of a request' })
    await count()
    await database.sql`delete from upload`
    const { counts } = await figures(account.principal, { from: dayOf(1), until: dayOf(0), by: 'campaign' })
    assert.deepEqual(
      counts.map(({ key, name, messages }) => [key, name, messages]),
      [['bulk 1', 'Spring sale', 1]],
    )
  })

  /** `at: replies, opt-outs, median/90th of how many`. */
  async function outcomes(principal: Principal, filter: Partial<PeriodFilter> = {}, ownChannel: number | null = null) {
    const period = { from: dayOf(400), until: dayOf(-1), ...filter }
    const found = await service(ownChannel).outcomes(principal, period)
    return found.map(({ at, replies, optOuts, handset }) => {
      const times = handset === null ? 'none' : `${handset.p50Ms}/${handset.p90Ms} of ${handset.messages}`
      return `${at}: ${replies}, ${optOuts}, ${times}`
    })
  }

  /** A message that took so many seconds to the handset. */
  async function deliver(account: TestAccount, daysAgo: number, seconds: number): Promise<void> {
    const smsId = await add(account, daysAgo)
    const at = new Date(midnight(daysAgo).getTime() + HOUR_MS + seconds * 1_000)
    await database.sql`
      insert into message_state (sms_id, state, attempt, done_at) values (${smsId}, 'delivered', 1, ${at})`
  }

  async function receive({ clientId, channelId }: TestAccount, daysAgo: number): Promise<void> {
    const [incomingId] = await database.ids.take(1)
    await database.sql`
      insert into incoming_message (incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at)
      values (${incomingId as number}, 'net', 'net/main', ${channelId}, ${clientId}, '27831234567', '1', 'Yes', 0,
        ${new Date(midnight(daysAgo).getTime() + HOUR_MS)})`
  }

  test('how long messages took to the handset, within a tenth, by the day of their acceptance', async () => {
    const account = await database.addAccount()
    await deliver(account, 2, 30)
    for (const seconds of [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]) await deliver(account, 1, seconds)
    await add(account, 1)
    await count()
    await count()
    const found = await service().outcomes(account.principal, { from: dayOf(2), until: dayOf(0), step: 'day' })
    assert.deepEqual(
      found.map(({ at, handset }) => [at, handset?.messages]),
      [
        [dayOf(2), 1],
        [dayOf(1), 10],
      ],
    )
    const { p50Ms = 0, p90Ms = 0 } = found[1]?.handset ?? {}
    assert.ok(Math.abs(p50Ms - 5_000) <= 500 && Math.abs(p90Ms - 9_000) <= 900, `${p50Ms} and ${p90Ms}`)
  })

  test('replies count in the hour in which they came, by client and channel', async () => {
    const account = await database.addAccount()
    const other = await database.addAccount()
    await add(account, 3)
    await receive(account, 1)
    await receive(account, 1)
    await receive(other, 1)
    await count()
    await count()
    assert.deepEqual(await outcomes(account.principal, { step: 'day' }), [`${dayOf(1)}: 2, 0, none`])
    assert.deepEqual(await outcomes(account.principal, {}, account.channelId), ['null: 2, null, none'])
    assert.deepEqual(await outcomes(account.principal, {}, account.channelId + 1), [])
    assert.deepEqual(await outcomes(operatorOf(account)), ['null: 3, 0, none'])
  })

  test('an opt-out counts once, however often it is repeated', async () => {
    const account = await database.addAccount()
    await database.sql`update figure_opt_out_mark set audit_id = 0`
    const audit = (mobile: string, status: number, daysAgo: number) =>
      database.sql`
        insert into contact_audit (client_id, mobile, status, status_description, auddate)
        values (${account.clientId}, ${mobile}, ${status}, '', ${midnight(daysAgo)})`
    await audit('1', 0, 3)
    await audit('1', 0, 2)
    await audit('2', 1, 2)
    while (await countOptOuts(database.sql));
    await audit('1', 0, 1)
    await audit('1', 1, 1)
    await audit('1', 0, 1)
    await audit('3', 0, -1)
    while (await countOptOuts(database.sql));
    while (await countOptOuts(database.sql));
    assert.deepEqual(await outcomes(account.principal, { step: 'day' }), [
      `${dayOf(3)}: 0, 1, none`,
      `${dayOf(1)}: 0, 1, none`,
    ])
    while (await countOptOuts(database.sql, -1_441));
    assert.deepEqual(await outcomes(account.principal, { until: dayOf(-2) }), ['null: 0, 3, none'])
  })

  test('figures go month by month, and the names of campaigns with their last ones', async () => {
    const account = await database.addAccount()
    await database.sql`
      insert into figure_day
      select ${account.clientId}, 0, 'campaign', (date_trunc('month', now() at time zone 'UTC') - age)::date, bulk, 1, 1, 1, 1, 0, 0
      from (values ('old', interval '2 months 1 day'), ('last', interval '2 months')) as kept (bulk, age)`
    await database.sql`
      insert into figure_campaign values (${account.clientId}, 'old', 'Old'), (${account.clientId}, 'last', 'Last')`
    assert.equal(await dropOldFigures(database.sql, 2), 1)
    assert.equal(await dropOldFigures(database.sql, 2), 0)
    const left = await database.sql`select name from figure_campaign`
    assert.deepEqual([...left], [{ name: 'Last' }])
  })

  test('it is told whether all of the period has been counted', async () => {
    const account = await database.addAccount()
    await add(account, 2)
    const period = { from: dayOf(2), until: dayOf(-1) }
    assert.equal((await figures(account.principal, period)).countedAt, null)
    await countHours(database.sql)
    const begun = await figures(account.principal, period)
    assert.ok(begun.countedAt instanceof Date)
    assert.equal(begun.isComplete, false)
    await count()
    assert.equal((await figures(account.principal, period)).isComplete, true)
  })
})
