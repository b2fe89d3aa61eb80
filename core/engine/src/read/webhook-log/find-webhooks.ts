import type { FindOptions, WebhookFilter, WebhookPage, WebhookRecord } from '@heliograph/contracts'
import type { Searches, SearchStep, SearchTools } from '../../database/searches.ts'
import { selectWebhooks, type WebhookStepRow } from './select-webhooks.ts'

/** Webhooks that one statement looks at. */
const STEP_ENTRIES = 10_000
/** A page ends after this time, even an empty one. */
const SEARCH_MS = 5_000
/** A webhook gets its id when it is made, from a block that may have been taken a while before. */
const ID_DELAY_MS = 600_000

/** Searches the log on behalf of a client. Throws as `Reports.find` does. */
export function findWebhooks(
  searches: Searches,
  asker: number,
  filter: WebhookFilter,
  { signal }: FindOptions = {},
  entries = STEP_ENTRIES,
): Promise<WebhookPage> {
  return searches.run(asker, signal, (tools) => search(filter, tools, entries))
}

async function search(
  { before: given, limit, ...conditions }: WebhookFilter,
  { take }: SearchTools,
  entries: number,
): Promise<WebhookPage> {
  const endsAt = performance.now() + SEARCH_MS
  const { since } = conditions
  const from = since === undefined ? 0 : await take((on) => findFirstId(on, since))
  const records: WebhookRecord[] = []
  let before = given ?? Number.MAX_SAFE_INTEGER
  while (true) {
    const step = { before, from, entries, limit: limit - records.length }
    const rows = await take(({ sql, run }) => run(selectWebhooks(sql, conditions, step)))
    for (const { looked_at, lowest, latest, ...row } of rows) if (row.webhookId !== null) records.push(row)
    const standing = rows[0] as WebhookStepRow
    if (records.length === limit) return { records, next: records.at(-1)?.webhookId }
    if (standing.looked_at < entries || standing.lowest === null || isOver(standing, since))
      return { records, next: undefined }
    before = standing.lowest
    if (performance.now() >= endsAt) return { records, next: before }
  }
}

/** Whether all that was looked at is so old that nothing with a lower id can be newer. */
function isOver({ latest }: WebhookStepRow, since: Date | undefined): boolean {
  return since !== undefined && latest !== null && latest.getTime() < since.getTime() - ID_DELAY_MS
}

/** Finds the first id of the latest range that was open by then: no webhook created since has a lower id. */
async function findFirstId({ sql, run }: SearchStep, since: Date): Promise<number> {
  const [row] = await run(sql<{ from_id: number | null }[]>`
    select max(from_id) as from_id from id_range
    where opened_at < ${since}::timestamptz - ${ID_DELAY_MS}::integer * interval '1 millisecond'`)
  return row?.from_id ?? 0
}
