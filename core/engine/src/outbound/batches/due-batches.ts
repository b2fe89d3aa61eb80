import type { Queryable } from '../../database/database.ts'

/** The chore that has nodes look for messages that fall due. */
export const WAITING_MESSAGES = 'waiting messages'

/** How far ahead it looks: to its next run and somewhat further. */
const AHEAD_SECONDS = 120

/** Finds when batches fall due in the next minutes: one time for each second. */
export async function findNextDue(sql: Queryable): Promise<readonly Date[]> {
  const rows = await sql<{ due_at: Date }[]>`
    select max(due_at) as due_at from batch
    where owner is null and cancelled_at is null
      and due_at > now() and due_at <= now() + ${AHEAD_SECONDS}::integer * interval '1 second'
    group by ceil(extract(epoch from due_at))`
  return rows.map((row) => row.due_at)
}
