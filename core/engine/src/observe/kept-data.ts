import type { Sql } from '../database/database.ts'
import { ledgerMonths } from '../operate/maintenance/ledger-months.ts'
import { isThere } from '../operate/maintenance/old-ranges.ts'
import { RANGE_DATA } from '../operate/maintenance/range-data.ts'
import { requestDays } from '../operate/maintenance/request-days.ts'
import type { EngineSettings } from '../settings.ts'

/** How far the retention of one kind of data has come. */
export interface KeptData {
  /**
   * `messages`, `incoming`, `webhooks`, `texts`, `uploads`, `audit`, `ledger`, `contact-audit`, `requests`, `figures`;
   * `clients`: what is kept of clients with days of their own.
   */
  readonly data: string
  /** Age of the oldest that it has not come to. */
  readonly oldestSeconds: number
  /** For how long that should have been gone. */
  readonly overdueSeconds: number
}

/**
 * What there is none of, or what has no end, is not among them. The statements take milliseconds however much is kept:
 * each looks at one entry of an index, or at the list of ranges.
 */
export async function loadKeptData(sql: Sql, kept: EngineSettings['retention']): Promise<readonly KeptData[]> {
  const days = (count: number) => sql`${count}::integer * interval '1 day'`
  const ranges = RANGE_DATA.map((data) => ({
    name: data.name as string,
    oldest: sql`select min(opened_at) from id_range where ${isThere(sql, data)}`,
    // A range that holds open messages alone is not late.
    due: sql`
      select min(closed_at) + ${days(data.days(kept))} from id_range
      where ${isThere(sql, data)} ${data.name === 'messages' ? sql`and trimmed_at is null` : sql``}`,
  }))
  const rows = [
    { name: 'uploads', at: sql`select min(touched_at) from upload`, keptFor: days(kept.uploadDays) },
    { name: 'audit', at: sql`select min(at) from audit_entry`, keptFor: days(kept.auditDays) },
    {
      name: 'contact-audit',
      at: sql`
        select auddate from contact_audit where audit_id > (select audit_id from contact_audit_mark)
        order by audit_id limit 1`,
      keptFor: days(kept.contactAuditDays),
    },
    {
      name: 'ledger',
      at: sql`
        select min(to_date(right(relname, 7), 'YYYY_MM'))::timestamp at time zone 'UTC'
        from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'credit_entry_cost'::regclass and relname ~ '\\d{4}_\\d{2}$'`,
      keptFor: sql`${ledgerMonths(kept) + 1}::integer * interval '1 month'`,
    },
    {
      name: 'requests',
      at: sql`
        select min(to_date(right(relname, 10), 'YYYY_MM_DD'))::timestamp at time zone 'UTC'
        from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'request_log'::regclass and relname ~ '\\d{4}_\\d{2}_\\d{2}$'`,
      keptFor: days(requestDays(kept) + 1),
    },
    {
      name: 'figures',
      at: sql`select min(day)::timestamp at time zone 'UTC' from figure_day`,
      keptFor: sql`${kept.figureMonths + 1}::integer * interval '1 month'`,
    },
    ...(kept.textDays === undefined
      ? []
      : [
          {
            name: 'texts',
            at: sql`
              select accepted_at from message
              where sms_id > (select looked_to from text_mark where kind = 'message') order by sms_id limit 1`,
            keptFor: days(kept.textDays),
          },
        ]),
  ].map(({ name, at, keptFor }) => ({ name, oldest: at, due: sql`select (${at}) + ${keptFor}` }))
  const clients = {
    name: 'clients',
    oldest: sql`select min(cleared_to) from client_retention`,
    due: sql`select min(cleared_to + ${days(1)} + days * interval '1 day') from client_retention`,
  }
  const found: KeptData[] = []
  for (const { name, oldest, due } of [...ranges, ...rows, clients]) {
    const [row] = await sql<{ oldest: number | null; overdue: number | null }[]>`
      select extract(epoch from now() - (${oldest}))::float8 as oldest,
        extract(epoch from now() - (${due}))::float8 as overdue`
    if (row?.oldest != null)
      found.push({ data: name, oldestSeconds: row.oldest, overdueSeconds: Math.max(0, row.overdue ?? 0) })
  }
  return found
}
