import type { IncomingFacts } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'

interface FactsRow {
  readonly incoming_id: number
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly received_at: Date
}

/** Loads what webhooks contain about incoming SMS, by the ids of the SMS. */
export async function loadFacts(
  sql: Queryable,
  incomingIds: readonly number[],
): Promise<ReadonlyMap<number, IncomingFacts>> {
  if (incomingIds.length === 0) return new Map()
  const rows = await sql<FactsRow[]>`
    select incoming_id, sender, recipient, body, received_at from incoming_message
    where incoming_id = any(${numberArray(incomingIds)}::bigint[])
      and incoming_id between ${Math.min(...incomingIds)}::bigint and ${Math.max(...incomingIds)}::bigint`
  return new Map(
    rows.map(({ incoming_id: incomingId, sender: from, recipient: to, body: text, received_at: receivedAt }) => [
      incomingId,
      { incomingId, from, to, text, receivedAt },
    ]),
  )
}
