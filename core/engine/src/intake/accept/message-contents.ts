import { GatewayError, type MediaContent, type RichContent, type SubmitRequest } from '@heliograph/contracts'
import { checkContent } from '@heliograph/messaging'
import { numberArray, textArray } from '../../database/arrays.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import { isBlobId } from '../../database/is-blob-id.ts'
import type { Outcome } from './outcome.ts'
import type { PreparedRequest } from './prepare.ts'

/** The rich content of a message that is to be stored. */
export interface ContentRow {
  readonly smsId: number
  readonly content: RichContent
}

/** Contents that one statement writes. */
const CHUNK = 500

/** Whether any message of a request has more than its text; nearly none has. */
export function hasContent({ messages }: SubmitRequest): boolean {
  for (const { content } of messages) if (content !== undefined) return true
  return false
}

/** Throws `invalid`/`bad-content` for content that cannot be kept. */
export function checkContents({ messages }: SubmitRequest): void {
  for (const [index, { content }] of messages.entries()) if (content !== undefined) checkContent(content, index)
}

/** The contents of a request that has some, by message. */
function contentRows({ messages }: SubmitRequest, { rows }: PreparedRequest): readonly ContentRow[] {
  const byEntry = messages.flatMap(({ content, destinations }) => destinations.map(() => content))
  return rows.flatMap(({ entry, smsId }) => {
    const content = byEntry[entry]
    return content === undefined ? [] : [{ smsId, content }]
  })
}

/**
 * Keeps contents and then stores their messages, so that no link gets one without. Those of messages that were not
 * stored go again; when that fails, they go with their range of ids.
 */
export async function storeWithContents(
  sql: Sql,
  request: SubmitRequest,
  prepared: PreparedRequest,
  store: () => Promise<Outcome>,
): Promise<Outcome> {
  const rows = contentRows(request, prepared)
  await requireBlobs(sql, prepared.clientId, rows)
  for (const chunk of chunksOf(rows, CHUNK))
    await sql`
      insert into message_content (sms_id, content)
      select * from unnest(
        ${numberArray(chunk.map(({ smsId }) => smsId))}::bigint[],
        ${textArray(chunk.map(({ content }) => JSON.stringify(content)))}::text[]
      )`
  const remove = async (isGone: (smsId: number) => boolean) => {
    const gone = rows.map(({ smsId }) => smsId).filter(isGone)
    if (gone.length > 0) await sql`delete from message_content where sms_id = any(${numberArray(gone)}::bigint[])`
  }
  let outcome: Outcome
  try {
    outcome = await store()
  } catch (error) {
    if ((error as GatewayError).code !== 'outcome-unknown') await remove(() => true).catch(() => {})
    throw error
  }
  const { optedOut, duplicates, overtaken, unpaid } = outcome
  const refused = [optedOut, duplicates, overtaken, unpaid]
  await remove((smsId) => refused.some((each) => each.has(smsId))).catch(() => {})
  return outcome
}

/** Throws `invalid`/`bad-content` when a content names a blob that the client does not have. */
async function requireBlobs(sql: Sql, clientId: number, rows: readonly ContentRow[]): Promise<void> {
  const blobIds = new Set(rows.flatMap(({ content }) => (content.kind === 'media' ? blobsOf(content) : [])))
  if (blobIds.size === 0) return
  const known = [...blobIds].filter(isBlobId)
  const found = await sql`
    select blob_id from blob
    where blob_id = any(${textArray(known)}::uuid[]) and client_id = ${clientId}::bigint and is_complete`
  if (found.length < blobIds.size)
    throw new GatewayError('invalid', 'bad-content', 'The content names a blob that the client does not have')
}

function blobsOf({ source }: MediaContent): readonly string[] {
  return 'blobId' in source ? [source.blobId] : []
}
