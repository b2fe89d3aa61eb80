import type { IncomingFacts } from '@heliograph/messaging'
import { among } from '../../database/among.ts'
import type { Queryable } from '../../database/database.ts'

/** Loads what webhooks contain about incoming SMS, by the ids of the SMS. */
export async function loadFacts(
  sql: Queryable,
  incomingIds: readonly number[],
): Promise<ReadonlyMap<number, IncomingFacts>> {
  if (incomingIds.length === 0) return new Map()
  const rows = await sql<IncomingFacts[]>`
    select incoming_id as "incomingId", sender as "from", recipient as "to", coalesce(body, '') as text, received_at as "receivedAt"
    from incoming_message where ${among(sql, 'incoming_id', incomingIds)}`
  return new Map(rows.map((row) => [row.incomingId, row]))
}
