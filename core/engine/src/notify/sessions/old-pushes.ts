import { PUSHES_KEPT_HOURS } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'

const BATCH = 5_000

/** Drops pushes that no session has taken in time. Resolves with the number dropped. */
export async function dropOldPushes(sql: Sql): Promise<number> {
  let dropped = 0
  for (;;) {
    // Ids grow with time, so the oldest come first, and the search ends with the first batch that has no old one.
    const [row] = await sql<{ old: number }[]>`
      with oldest as (
        select push_id, created_at from push order by push_id limit ${BATCH}::integer for update skip locked
      ),
      gone as (
        delete from push using oldest
        where push.push_id = oldest.push_id
          and oldest.created_at < now() - ${PUSHES_KEPT_HOURS}::integer * interval '1 hour'
        returning 1
      )
      select count(*) as old from gone`
    dropped += row?.old ?? 0
    if ((row?.old ?? 0) === 0) return dropped
  }
}
