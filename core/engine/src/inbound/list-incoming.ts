import type { IncomingRecord } from '@heliograph/contracts'
import { encodingOf } from '../database/codes.ts'
import type { Sql } from '../database/database.ts'
import { shownText } from '../database/shown-text.ts'

/** An incoming SMS as operators see it: of any client, or of none. */
export interface ListedIncoming extends Omit<IncomingRecord, 'channelId'> {
  /** Null when no enabled channel had the number. */
  readonly channelId: number | null
  readonly clientId: number | null
  /** `<instance>/<name>`. */
  readonly link: string
  /** Parts of it never arrived. */
  readonly incomplete: boolean
}

export interface ListIncomingOptions {
  /** Only those of this client. */
  readonly clientId?: number | undefined
  /** Only those whose number no enabled channel had. */
  readonly isUnmatched?: boolean | undefined
  /** Only those with a lower id. */
  readonly before?: number | undefined
  /** How many at most. */
  readonly limit: number
}

interface Row extends Omit<ListedIncoming, 'encoding' | 'text'> {
  /** Null: removed. */
  readonly text: string | null
  readonly encoding: number
}

/** Incoming SMS, newest first. */
export async function listIncoming(
  sql: Sql,
  { clientId, isUnmatched = false, before = Number.MAX_SAFE_INTEGER, limit }: ListIncomingOptions,
): Promise<readonly ListedIncoming[]> {
  const newest = (where: ReturnType<Sql>) => sql`
    select incoming_id from incoming_message where incoming_id < ${before}::bigint ${where} order by incoming_id desc limit ${limit}::integer`
  const owner = isUnmatched ? sql`client_id is null` : sql`client_id = ${clientId ?? null}::bigint`
  // Each status has a stretch of the index to itself.
  const found =
    clientId === undefined && !isUnmatched
      ? newest(sql``)
      : sql`(${newest(sql`and ${owner} and status = 0`)}) union all (${newest(sql`and ${owner} and status = 1`)})`
  const rows = await sql<Row[]>`
    with found as materialized (${found})
    select message.incoming_id as "incomingId", message.client_id as "clientId", message.channel_id as "channelId",
      message.sender as "from", message.recipient as "to", message.body as text, message.encoding,
      message.status = 0 as "isRead", message.incomplete, message.link, message.received_at as "receivedAt"
    from (select incoming_id from found order by incoming_id desc limit ${limit}::integer) as found
    cross join lateral (
      select * from incoming_message where incoming_message.incoming_id = found.incoming_id limit 1
    ) as message
    order by message.incoming_id desc`
  return rows.map((row) => ({
    ...row,
    text: shownText(row.text, row.encoding),
    encoding: encodingOf(row.encoding),
  }))
}
