import type { Sql } from '../gateway/database.ts'

/** Days that have been counted, today among them. */
export const DAYS = 400
/** Clients beside the one that is asked about, which sends half of everything. */
const OTHERS = 200

/** What messages are divided by, and how many values it has: for one client, and for all clients together. */
const DIVISIONS: readonly { readonly name: string; readonly ofClient: number; readonly ofAll: number }[] = [
  { name: 'all', ofClient: 1, ofAll: 1 },
  { name: 'channel', ofClient: 3, ofAll: 0 },
  { name: 'user', ofClient: 10, ofAll: 0 },
  { name: 'client', ofClient: 0, ofAll: OTHERS + 1 },
  { name: 'origin', ofClient: 6, ofAll: 10 },
  { name: 'calling-code', ofClient: 10, ofAll: 60 },
  { name: 'state', ofClient: 6, ofAll: 6 },
  { name: 'error', ofClient: 20, ofAll: 30 },
  { name: 'campaign', ofClient: 5, ofAll: 0 },
  { name: 'link', ofClient: 3, ofAll: 5 },
  { name: 'handset', ofClient: 50, ofAll: 60 },
  { name: 'reply', ofClient: 1, ofAll: 1 },
  { name: 'opt-out', ofClient: 1, ofAll: 1 },
]

/** Inserts the daily counts that this many messages of many clients would have left. */
export async function fillFigures(sql: Sql, clientId: string, messages: number): Promise<void> {
  const perDay = messages / DAYS
  await sql.unsafe(`
    with division (name, of_client, of_all) as (
      values ${DIVISIONS.map(({ name, ofClient, ofAll }) => `('${name}', ${ofClient}, ${ofAll})`).join(', ')}
    ), scope (client_id, messages) as (
      select 0::bigint, ${perDay}::float8 union all select ${Number(clientId)}, ${perDay / 2}
      union all select 1000000 + n, ${perDay / 2 / OTHERS} from generate_series(1, ${OTHERS}) as n
    ), day (day) as (
      select (now() at time zone 'UTC')::date - n from generate_series(0, ${DAYS - 1}) as n
    ), counted as (
      select scope.client_id, division.name, day.day, key, ceil(scope.messages / keys.keys)::bigint as messages
      from scope cross join division
      cross join lateral (select case when scope.client_id = 0 then of_all else of_client end as keys) as keys
      cross join day cross join lateral generate_series(1, keys.keys) as key
    )
    insert into heliograph.figure_day
      (client_id, channel_id, division, day, key, messages, parts, ended, delivered, charged, refunded)
    select client_id, 0, name, day,
      -- Each day has campaigns of its own; what is divided by nothing has no key.
      case when name = 'campaign' then day || '-' || key when name in ('all', 'reply', 'opt-out') then '' else key::text end,
      messages, messages, messages, messages * 9 / 10, messages * 0.05, 0
    from counted`)
  await sql.unsafe(`
    insert into heliograph.figure_turn (hour, counted_at, due_at)
    select hour, now(), null from generate_series(
      date_trunc('hour', now() - interval '${DAYS} days'), date_trunc('hour', now()), interval '1 hour') as hour
    on conflict (hour) do update set counted_at = now(), due_at = null`)
  await sql`vacuum analyze`
  await sql`checkpoint`
}
