import type { Queryable } from '../../database/database.ts'
import { type BulkName, ofBulk } from '../bulks/bulk-name.ts'

/** Campaigns whose rows have all been submitted: the others go on with the rest. */
function submittedCampaign(sql: Queryable, bulk: BulkName) {
  return sql`${ofBulk(sql, bulk)} and state in ('sending', 'paused') and sent_rows >= row_count`
}

/** Has the campaign of a bulk, if there is one, tell the time that its messages have been moved to. */
export async function noteMove(sql: Queryable, bulk: BulkName, sendAt: Date): Promise<void> {
  await sql`update upload set send_at = ${sendAt}::timestamptz where ${submittedCampaign(sql, bulk)}`
}

/** Has the campaign of a bulk, if there is one, tell that it is paused: no more of its rows are submitted. */
export async function notePause(sql: Queryable, bulk: BulkName): Promise<void> {
  await sql`
    update upload set state = 'paused', paused_because = null where ${ofBulk(sql, bulk)} and state = 'sending'`
}

/** Lets the campaign of a bulk go on that a user has paused. */
export async function noteResume(sql: Queryable, bulk: BulkName): Promise<void> {
  await sql`
    update upload set state = 'sending', due_at = now()
    where ${ofBulk(sql, bulk)} and state = 'paused' and paused_because is null`
}

/** Ends the campaign of a bulk, if there is one, whose scheduled messages have been cancelled. */
export async function noteCancel(sql: Queryable, bulk: BulkName): Promise<void> {
  await sql`
    update upload set state = 'cancelled', ended_at = now(), touched_at = now(), due_at = now()
    where ${submittedCampaign(sql, bulk)}`
}
