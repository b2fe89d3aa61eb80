import type { Queryable } from '../../database/database.ts'
import { type BulkName, ofBulk } from './scheduled-batches.ts'

/** Campaigns whose rows have all been submitted: the others go on with the rest. */
function submittedCampaign(sql: Queryable, bulk: BulkName) {
  return sql`${ofBulk(sql, bulk)} and state = 'sending' and sent_rows >= row_count`
}

/** Has the campaign of a bulk, if there is one, tell the time that its messages have been moved to. */
export async function noteMove(sql: Queryable, bulk: BulkName, sendAt: Date): Promise<void> {
  await sql`update upload set send_at = ${sendAt}::timestamptz where ${submittedCampaign(sql, bulk)}`
}

/** Ends the campaign of a bulk, if there is one, whose scheduled messages have been cancelled. */
export async function noteCancel(sql: Queryable, bulk: BulkName): Promise<void> {
  await sql`
    update upload set state = 'cancelled', ended_at = now(), touched_at = now(), due_at = now()
    where ${submittedCampaign(sql, bulk)}`
}
