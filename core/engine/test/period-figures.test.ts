import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { PeriodFilter, PeriodReport, Principal } from '@heliograph/contracts'
import { countHours } from '../src/read/figures/count-hours.ts'
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
    await database.sql`truncate message, message_state, submission, report_day, report_hour, report_turn`
  })

  /** Counts whatever has not been settled. */
  async function count(): Promise<void> {
    await database.sql`update report_turn set due_at = now() where due_at is not null`
    while (await countHours(database.sql));
  }

  function figures(
    principal: Principal,
    filter: PeriodFilter,
    ownChannel: number | null = null,
  ): Promise<PeriodReport> {
    const { sql } = database
    return createPeriodFigures({ sql, searches: searchesOn(sql), visibleTo: async () => ownChannel }).of(
      principal,
      filter,
    )
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
    const [{ empty } = { empty: -1 }] = await database.sql<{ empty: number }[]>`
      select count(*)::integer as empty from report_day where messages = 0`
    assert.equal(empty, 0)
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
      select distinct to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day from report_hour`
    assert.deepEqual([...open], [{ day: dayOf(11) }])
    const [turn] = await database.sql<{ due_at: Date | null }[]>`
      select due_at from report_turn where hour = ${new Date(midnight(14).getTime() + HOUR_MS)}`
    assert.equal(turn?.due_at, null)
    await count()
    assert.deepEqual(await shown(account), ['null null: 2/2, 1 of 1, 0.1 - 0'])
  })

  test('a count that fails changes nothing', async () => {
    const account = await database.addAccount()
    await add(account, 1)
    await count()
    await add(account, 1)
    await database.sql`update report_turn set due_at = now() where due_at is not null`
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
