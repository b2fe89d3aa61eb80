import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkCredit } from '../src/accounts/credit.ts'
import { sumCreditDays } from '../src/accounts/credit-days.ts'
import { maintainCreditMonths } from '../src/accounts/credit-months.ts'
import { useDatabase } from './support/database-fixture.ts'

const KEPT = 2

describe('the months of the ledger', () => {
  const db = useDatabase()

  /** The first day of the month that began so many months ago. */
  const monthAgo = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
  }
  const tables = async () =>
    (
      await db.sql<{ name: string }[]>`
        select inhrelid::regclass::text as name from pg_inherits where inhparent = 'credit_entry_cost'::regclass order by 1`
    ).map(({ name }) => name.replace('credit_entry_cost_', ''))
  const enter = (clientId: number, month: string, reason: string, amount: string) => db.sql`
    with credited as (
      update client_credit set credit = credit + ${amount}::numeric where client_id = ${clientId}::bigint
    )
    insert into credit_entry (client_id, amount, reason, at)
    values (${clientId}, ${amount}::numeric, ${reason}, ${`${month}T12:00:00Z`}::timestamptz)`
  async function sumUp(): Promise<void> {
    while (await sumCreditDays(db.sql, 0));
  }

  it('are there before they begin, however often they are made', async () => {
    await db.sql.unsafe(`drop table credit_entry_cost_${monthAgo(-3).slice(0, 7).replace('-', '_')}`)
    for (let times = 0; times < 2; times += 1) assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [])
    const ahead = [0, -1, -2, -3].map((months) => monthAgo(months).slice(0, 7).replace('-', '_'))
    assert.deepEqual(await tables(), [...ahead, 'other'])
  })

  it('old ones are dropped once they are summed up; balances and sums by day stay as they were', async () => {
    const [one, other] = [await db.addAccount({ credit: '100' }), await db.addAccount({ credit: '7' })]
    for (const months of [4, 3]) await db.sql`select create_credit_month(${monthAgo(months)}::date)`
    await enter(one.clientId, monthAgo(4), 'send', '-3')
    await enter(one.clientId, monthAgo(4), 'top-up', '10')
    await enter(one.clientId, monthAgo(4), 'refund', '1')
    await enter(one.clientId, monthAgo(3), 'send', '-2')
    await enter(other.clientId, monthAgo(3), 'segments', '-1.5')
    await enter(other.clientId, monthAgo(1), 'send', '-0.5')
    assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [], 'nothing is summed up by day yet')
    await sumUp()
    const ledgers = () =>
      Promise.all([one, other].map(({ clientId }) => db.provisioning.readLedger(clientId, { limit: 100 })))
    const before = await ledgers()
    assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [monthAgo(4), monthAgo(3)])
    assert.deepEqual(await ledgers(), before)
    assert.deepEqual((await checkCredit(db.sql)).differences, [])
    assert.deepEqual(
      (await db.sql`select client_id, month::text, amount from credit_month order by month, client_id`).map(
        ({ client_id: client, month, amount }) => [client, month, amount],
      ),
      [
        [one.clientId, monthAgo(4), '-2.000000'],
        [one.clientId, monthAgo(3), '-2.000000'],
        [other.clientId, monthAgo(3), '-1.500000'],
      ],
    )
    const left = await db.sql<{ reason: string }[]>`
      select reason from credit_entry where client_id = ${one.clientId}::bigint order by entry_id`
    assert.deepEqual(
      left.map(({ reason }) => reason),
      ['opening', 'top-up'],
    )
  })

  it('what was entered outside of all months is kept', async () => {
    const account = await db.addAccount({ credit: '5' })
    await enter(account.clientId, '2001-01-01', 'send', '-1')
    await sumUp()
    assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [])
    assert.deepEqual((await checkCredit(db.sql)).differences, [])
  })

  it('one node at a time makes and drops them', async () => {
    await db.sql`select create_credit_month(${monthAgo(5)}::date)`
    await db.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(4242804)`
      assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [])
    })
    assert.deepEqual(await maintainCreditMonths(db.sql, KEPT), [monthAgo(5)])
  })
})
