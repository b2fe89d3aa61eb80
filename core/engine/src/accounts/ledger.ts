import {
  type CreditChange,
  GatewayError,
  type LedgerDay,
  type LedgerFilter,
  type LedgerPage,
} from '@heliograph/contracts'
import type { Queryable, Sql } from '../database/database.ts'

const MOST_DAYS = 366

/** The days of a client on which its balance changed, newest first. */
export async function readLedger(sql: Sql, clientId: number, { before, limit }: LedgerFilter): Promise<LedgerPage> {
  if (before !== undefined && !isDay(before)) {
    const details = { before: 'must be a day like 2026-01-31' }
    throw new GatewayError('invalid', 'invalid-settings', `before ${details.before}`, { details })
  }
  const wanted = Math.min(MOST_DAYS, Math.max(1, Math.floor(limit) || 1))
  return sql.begin(async (tx) => {
    // Balances are counted back from the current one, so no change may come in between.
    await tx`set transaction isolation level repeatable read`
    const days = await selectDays(tx, clientId, before, wanted + 1)
    const shown = days.slice(0, wanted)
    const last = shown.at(-1)
    if (last === undefined) return { records: [], next: undefined }
    const changes = await selectChanges(tx, clientId, last.day, (shown[0] as DayRow).day)
    const records = shown.map((row) => toDay(row, changes))
    return { records, next: days.length > wanted ? last.day : undefined }
  })
}

/** Whether a text is a day of the calendar; `Date` would read the 31st of February as the 3rd of March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

interface DayRow {
  readonly day: string
  readonly balance: string
  readonly charged: string
  readonly refunded: string
}

function selectDays(
  sql: Queryable,
  clientId: number,
  before: string | undefined,
  limit: number,
): PromiseLike<readonly DayRow[]> {
  return sql<DayRow[]>`
    with summed as (
      select day, reason, amount from credit_day where client_id = ${clientId}::bigint
      union all
      select (at at time zone 'UTC')::date, reason, sum(amount) from credit_entry
      where client_id = ${clientId}::bigint and entry_id > (select entry_id from credit_day_mark)
      group by 1, 2
    ),
    by_day as (
      select day, sum(amount) as change,
        coalesce(-sum(amount) filter (where reason in ('send', 'segments', 'join', 'replace')), 0) as charged,
        coalesce(sum(amount) filter (where reason = 'refund'), 0) as refunded
      from summed group by day
    ),
    days as (
      select day, charged, refunded, coalesce(credit, 0) - coalesce(
          sum(change) over (order by day desc rows between unbounded preceding and 1 preceding), 0
        ) as balance
      from by_day, client_credit where client_id = ${clientId}::bigint
    )
    select to_char(day, 'YYYY-MM-DD') as day, balance::numeric(18, 6) as balance,
      charged::numeric(18, 6) as charged, refunded::numeric(18, 6) as refunded
    from days where ${before ?? null}::date is null or day < ${before ?? null}::date
    order by days.day desc limit ${limit}::integer`
}

interface ChangeRow extends CreditChange {
  readonly day: string
}

function selectChanges(
  sql: Queryable,
  clientId: number,
  first: string,
  last: string,
): PromiseLike<readonly ChangeRow[]> {
  return sql<ChangeRow[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, at, amount, reason, coalesce(by, '') as by, note
    from credit_entry
    where client_id = ${clientId}::bigint and reason in ('opening', 'top-up')
      and at >= ${first}::timestamp at time zone 'UTC'
      and at < (${last}::timestamp + interval '1 day') at time zone 'UTC'
    order by entry_id desc`
}

function toDay({ day, balance, charged, refunded }: DayRow, changes: readonly ChangeRow[]): LedgerDay {
  const own = changes.filter((change) => change.day === day)
  return {
    day,
    balance,
    charged,
    refunded,
    changes: own.map(({ at, amount, reason, by, note }) => ({ at, amount, reason, by, note })),
  }
}
