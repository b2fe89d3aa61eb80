import { textArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { limitHint } from '../database/limit-hint.ts'

/** Finds those of the numbers whose contact has opted out. */
export async function findOptedOut(
  sql: Queryable,
  clientId: number,
  mobiles: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ mobile: string }[]>`
    select given.mobile from (
      select mobile from unnest(${textArray(mobiles)}::text[]) as wanted (mobile) ${limitHint(sql, mobiles.length)}
    ) as given
    cross join lateral (
      select from contact where contact.client_id = ${clientId}::bigint and contact.mobile = given.mobile and status = 0
      limit 1
    ) as opted_out`
  return new Set(rows.map(({ mobile }) => mobile))
}
