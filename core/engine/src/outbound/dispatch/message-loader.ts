import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { type DispatchRow, loadMessages } from './load-messages.ts'
import { loadParts, type PartRow } from './remaining-parts.ts'

/** How many messages one statement loads. */
const CHUNK = 2_000

export interface MessageLoaderOptions extends NodeTools {
  readonly signal: AbortSignal
}

/** Loads those of the messages that still wait to be sent, by id, however long the database is away. */
export async function loadWaiting(
  options: MessageLoaderOptions,
  smsIds: readonly number[],
): Promise<ReadonlyMap<number, DispatchRow>> {
  const { sql } = options
  const found = new Map<number, DispatchRow>()
  for (const chunk of chunksOf(smsIds, CHUNK)) {
    const rows = await retryForever({ ...options, what: 'loading messages' }, async () =>
      addSentParts(sql, await loadMessages(sql, chunk)),
    )
    for (const row of rows) found.set(row.sms_id, row)
  }
  return found
}

/** Long messages that were tried before may have parts at a network. */
async function addSentParts(sql: Sql, rows: readonly DispatchRow[]): Promise<readonly DispatchRow[]> {
  const smsIds = rows.filter((row) => row.parts > 1 && row.attempt > 0).map((row) => row.sms_id)
  if (smsIds.length === 0) return rows
  const sent = new Map<number, PartRow[]>()
  for (const part of await loadParts(sql, smsIds)) {
    const known = sent.get(part.sms_id)
    if (known === undefined) sent.set(part.sms_id, [part])
    else known.push(part)
  }
  return rows.map((row) => {
    const parts = sent.get(row.sms_id)
    return parts === undefined ? row : { ...row, sent: parts }
  })
}
