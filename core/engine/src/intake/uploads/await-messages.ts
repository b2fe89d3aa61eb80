import type { Clock } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { listBulks } from '../../outbound/lifecycle/scheduled-batches.ts'
import type { UploadEntry } from './upload-row.ts'

/** Messages that one look passes over, at most: some 10 ms. */
const MESSAGES_AT_ONCE = 5_000

/** How long to wait between two looks; the longer, the longer the upload takes. */
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

/** A look comes after this share of the time that the upload has taken. */
const SHARE = 1 / 20

export interface AwaitOptions {
  readonly sql: Sql
  readonly clock: Clock
}

/**
 * Looks whether messages of an upload whose rows have all been submitted still wait in the gateway, in the order of
 * their ids: those passed over are not looked at again. Ends the upload when none is left. Resolves with how long to
 * wait before the next step.
 */
export async function awaitMessages(options: AwaitOptions, upload: UploadEntry): Promise<number> {
  const { sql, clock } = options
  const { uploadId, startedAt } = upload
  const now = clock.now()
  const waiting = await findWaiting(sql, upload)
  if (waiting !== undefined) {
    // The time of its batches, which have a new one before their messages have it.
    const [bulk] = await listBulks(sql, upload.clientId, upload.bulkId)
    const due = bulk?.sendAt ?? null
    // What has a speed limit waits though it is due.
    const sendAt = upload.sendAt === null && due !== null && due.getTime() <= now ? null : due
    // Its bulk may have been moved: before this look, or since it began, which says so itself.
    await sql`
      update upload set waits_from = ${waiting}::bigint, touched_at = ${new Date(now)}::timestamptz,
        send_at = case when send_at is not distinct from ${upload.sendAt}::timestamptz
          then coalesce(${sendAt}::timestamptz, send_at) else send_at end
      where upload_id = ${uploadId}::bigint`
    return waitMs(now, startedAt?.getTime() ?? now, sendAt?.getTime() ?? now)
  }
  const passed = await findPassed(sql, upload)
  if (passed.messages === MESSAGES_AT_ONCE) {
    await sql`
      update upload set waits_from = ${(passed.last as number) + 1}::bigint where upload_id = ${uploadId}::bigint`
    return 0
  }
  const at = new Date(now)
  await sql`
    update upload set state = 'done', ended_at = ${at}::timestamptz, touched_at = ${at}::timestamptz
    where upload_id = ${uploadId}::bigint and state = 'sending'`
  return 0
}

/** Not before `sendAt`, but within `LONGEST_WAIT_MS`: it may be changed. */
function waitMs(now: number, startedAt: number, sendAt: number): number {
  const wanted = Math.max((now - startedAt) * SHARE, SHORTEST_WAIT_MS, sendAt - now)
  return Math.min(Math.round(wanted), LONGEST_WAIT_MS)
}

/** The id of the first message that waits among those that are looked at. */
async function findWaiting(sql: Sql, { clientId, bulkId, waitsFrom }: UploadEntry): Promise<number | undefined> {
  const [found] = await sql<{ sms_id: number }[]>`
    select sms_id from (
      select message.sms_id,
        coalesce(stored.state in ('scheduled', 'queued', 'submitting', 'retrying'), true) as waits
      from message left join lateral (
        select state from message_state where message_state.sms_id = message.sms_id limit 1
      ) as stored on true
      where message.client_id = ${clientId}::bigint and message.bulk_id = ${bulkId} and message.sms_id >= ${waitsFrom}::bigint
      order by message.sms_id limit ${MESSAGES_AT_ONCE}::integer
    ) as looked
    where waits limit 1`
  return found?.sms_id
}

/** How many messages were looked at when none of them waits, and the last of them. */
async function findPassed(
  sql: Sql,
  { clientId, bulkId, waitsFrom }: UploadEntry,
): Promise<{ readonly messages: number; readonly last: number | null }> {
  const [found] = await sql<{ messages: number; last: number | null }[]>`
    select count(*)::integer as messages, max(sms_id) as last from (
      select sms_id from message
      where client_id = ${clientId}::bigint and bulk_id = ${bulkId} and sms_id >= ${waitsFrom}::bigint
      order by sms_id limit ${MESSAGES_AT_ONCE}::integer
    ) as looked`
  return found as { messages: number; last: number | null }
}
