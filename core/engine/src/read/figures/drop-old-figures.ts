import type { Sql } from '../../database/database.ts'

/** Rows that one statement removes. */
const PAGE = 20_000

/**
 * Removes figures of days in months that ended longer ago than `keptMonths`, and the names of campaigns that none are
 * left of. Resolves with how many rows of figures.
 */
export async function dropOldFigures(sql: Sql, keptMonths: number): Promise<number> {
  let removed = 0
  let page: number
  do {
    const rows = await sql`
      delete from figure_day where ctid = any(array(
        select ctid from figure_day
        where day < (date_trunc('month', now() at time zone 'UTC') - ${keptMonths}::integer * interval '1 month')::date
        order by day limit ${PAGE}::integer
      ))`
    page = rows.count
    removed += page
  } while (page === PAGE)
  if (removed > 0)
    await sql`
      delete from figure_campaign where not exists (
        select from figure_day
        where figure_day.client_id = figure_campaign.client_id and channel_id = 0 and division = 'campaign'
          and key = bulk_id
      )`
  return removed
}
