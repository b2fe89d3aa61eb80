import type { Sql } from '../../database/database.ts'

/** How many attempts are shown at most. */
export const ATTEMPTS = 1_000

/**
 * The attempts at a webhook, to be joined laterally to its row in `webhook`: the first is in that row, or in
 * `webhook_attempt` when a version before migration 000045 recorded it, but never in both; the others are in
 * `webhook_attempt`. If there are too many, those that come first by their numbers in this order.
 */
export function attemptsMade(sql: Sql, order: 'asc' | 'desc') {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return sql`
    select 1 as attempt, webhook.first_at as at, webhook.first_elapsed_ms as elapsed_ms,
      webhook.first_status as status, webhook.first_failure as failure, webhook.first_reply as reply
    where webhook.first_at is not null
    union all (
      select attempt, at, elapsed_ms, status, failure, reply from webhook_attempt
      where webhook_attempt.webhook_id = webhook.webhook_id
      order by webhook_id ${direction}, attempt ${direction} limit ${ATTEMPTS}::integer
    )`
}
