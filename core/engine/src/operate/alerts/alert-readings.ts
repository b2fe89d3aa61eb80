import { type AlertKind, MESSAGE_STATES } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { loadLinks } from '../../read/figures/link-reports.ts'

/** What was found of what an alert watches. */
export interface AlertReading {
  /** In the unit of the limit; undefined: there is too little to tell. */
  readonly value: number | undefined
  /** The links that are down; null for other kinds. */
  readonly subject: string | null
  /** Since when each of them has been, ISO 8601; empty for other kinds. */
  readonly downSince: Readonly<Record<string, string>>
}

/** What a reading is of. */
export interface WatchedAlert {
  readonly clientId: number
  readonly kind: AlertKind
  /** Of the last reading. */
  readonly downSince: Readonly<Record<string, string>>
}

/** Fewer than these say nothing about a share. */
const LEAST_MESSAGES = 20
const LEAST_WEBHOOKS = 5

/** The days by which it is reckoned for how long credit lasts. */
const RATE_DAYS = 7

/** Credit that lasts for longer is as good as any. */
const MOST_DAYS = 9_999

const MINUTE_MS = 60_000

/** States of a link that takes nothing though it should. */
const DOWN: ReadonlySet<string> = new Set(['down', 'refused', 'connecting'])

const ENDED = MESSAGE_STATES.filter((state) => isFinal(state) && state !== 'cancelled')

type Read = (sql: Sql, clientId: number) => Promise<number | undefined>

const READS: Readonly<Record<Exclude<AlertKind, 'link-down'>, Read>> = {
  'credit-amount': readCredit,
  'credit-days': async (sql, clientId) => {
    const credit = await readCredit(sql, clientId)
    if (credit === undefined) return undefined
    const [row] = await sql<{ cost: number | null }[]>`
      select sum(charged - refunded)::float8 as cost from figure_day
      where client_id = ${clientId}::bigint and channel_id = 0 and division = 'all'
        and day >= (now() at time zone 'UTC')::date - ${RATE_DAYS}::integer and day < (now() at time zone 'UTC')::date`
    const perDay = (row?.cost ?? 0) / RATE_DAYS
    return perDay > 0 ? Math.min(MOST_DAYS, credit / perDay) : MOST_DAYS
  },
  'delivery-rate': async (sql, clientId) => {
    const [row] = await sql<{ ended: number; delivered: number }[]>`
      select coalesce(sum(count), 0)::integer as ended,
        coalesce(sum(count) filter (where state = 'delivered'), 0)::integer as delivered
      from minute_count
      where kind = 'message' and client_id = ${clientId}::bigint and minute > now() - interval '1 hour'
        and state = any(${textArray(ENDED)}::text[])`
    return shareOf(row?.delivered, row?.ended, LEAST_MESSAGES)
  },
  'opt-out-rate': async (sql, clientId) => {
    const [row] = await sql<{ opted_out: number; delivered: number }[]>`
      select coalesce(sum(messages) filter (where division = 'opt-out'), 0)::integer as opted_out,
        coalesce(sum(delivered), 0)::integer as delivered
      from figure_day
      where client_id = ${clientId}::bigint and channel_id = 0 and division in ('all', 'opt-out')
        and day >= (now() at time zone 'UTC')::date - 1`
    return shareOf(row?.opted_out, row?.delivered, LEAST_MESSAGES)
  },
  'webhooks-failing': async (sql, clientId) => {
    const [row] = await sql<{ all: number; failing: number }[]>`
      select coalesce(sum(count), 0)::integer as all,
        coalesce(sum(count) filter (where state in ('retrying', 'failed')), 0)::integer as failing
      from minute_count
      where kind = 'webhook' and client_id = ${clientId}::bigint and minute > now() - interval '1 hour'`
    // Where none fails all is well, however few there are.
    return row?.failing === 0 ? 0 : shareOf(row?.failing, row?.all, LEAST_WEBHOOKS)
  },
}

/** Finds out how what an alert watches stands now. */
export async function readAlertValue(sql: Sql, alert: WatchedAlert, now: number): Promise<AlertReading> {
  if (alert.kind !== 'link-down')
    return { value: await READS[alert.kind](sql, alert.clientId), subject: null, downSince: {} }
  const down = (await loadLinks(sql)).filter(({ state, isPaused }) => DOWN.has(state) && !isPaused)
  const downSince = Object.fromEntries(
    down.map(({ link }) => [link, alert.downSince[link] ?? new Date(now).toISOString()]),
  )
  const minutes = Object.values(downSince).map((since) => (now - Date.parse(since)) / MINUTE_MS)
  return {
    value: Math.max(0, ...minutes),
    subject: down.length === 0 ? null : down.map(({ link }) => link).join(', '),
    downSince,
  }
}

/** Undefined: the client is billed afterwards, or is gone. */
async function readCredit(sql: Sql, clientId: number): Promise<number | undefined> {
  const [row] = await sql<{ credit: number | null }[]>`
    select credit::float8 as credit from client_credit where client_id = ${clientId}::bigint`
  return row?.credit ?? undefined
}

function shareOf(part = 0, whole = 0, least: number): number | undefined {
  return whole < least ? undefined : part / whole
}
