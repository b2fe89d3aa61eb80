import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { retryForever } from '../../database/retry-forever.ts'
import { loadParts } from '../lifecycle/sent-parts.ts'
import { type DispatchRow, loadMessages } from './load-messages.ts'

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
  const sent = groupBy(await loadParts(sql, smsIds), (part) => part.sms_id)
  return rows.map((row) => {
    const parts = sent.get(row.sms_id)
    return parts === undefined ? row : { ...row, sent: parts }
  })
}
