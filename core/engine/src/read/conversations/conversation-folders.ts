import type { ConversationFolder } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'

/** Who looks at conversations of a client. */
export interface ConversationViewer {
  readonly clientId: number
  readonly userId: number
}

/**
 * A range of an index of `conversation as entry`, below a `newest_id`, and its order. What is assigned to the viewer is
 * little among all.
 */
export function rangeOf(
  sql: Sql,
  folder: ConversationFolder | undefined,
  { clientId, userId }: ConversationViewer,
  before: number,
) {
  if (folder !== 'mine')
    return {
      order: sql`entry.client_id desc, entry.newest_id desc`,
      range: sql`
        (entry.client_id, entry.newest_id) >= (${clientId}::bigint, 0::bigint)
        and (entry.client_id, entry.newest_id) < (${clientId}::bigint, ${before}::bigint)`,
    }
  return {
    order: sql`entry.client_id desc, entry.assignee_id desc, entry.newest_id desc`,
    range: sql`
      (entry.client_id, entry.assignee_id, entry.newest_id) >= (${clientId}::bigint, ${userId}::bigint, 0::bigint)
      and (entry.client_id, entry.assignee_id, entry.newest_id) < (${clientId}::bigint, ${userId}::bigint, ${before}::bigint)
      and entry.assignee_id is not null`,
  }
}

/** The part of the table that an index has for a folder. */
export function indexOf(sql: Sql, folder: ConversationFolder) {
  if (folder === 'done') return sql`entry.done_at is not null`
  return folder === 'snoozed' ? sql`entry.snoozed_until is not null` : sql`entry.done_at is null`
}

/** Whether an entry is in the folder. */
export function isIn(sql: Sql, folder: ConversationFolder, { userId }: ConversationViewer) {
  if (folder === 'done') return sql`entry.done_at is not null`
  if (folder === 'snoozed') return sql`entry.done_at is null and entry.snoozed_until > now()`
  const isOpen = sql`entry.done_at is null and coalesce(entry.snoozed_until <= now(), true)`
  if (folder === 'open') return isOpen
  return folder === 'mine'
    ? sql`${isOpen} and entry.assignee_id = ${userId}::bigint`
    : sql`${isOpen} and entry.assignee_id is null`
}
