import type { Principal, UploadRecord } from '@heliograph/contracts'
import { campaignState, parseDeliveryWindow } from '@heliograph/messaging'
import type { Queryable } from '../../database/database.ts'

/** How far an upload has come with adding rows. */
export type UploadFilling = GroupFilling | FailedFilling

/** Rows are the members of groups. */
export interface GroupFilling {
  readonly groupIds: readonly number[]
  /** The group it is at. */
  readonly index: number
  /** The last number of the group that was added; empty when there is none. */
  readonly after: string
}

/** Rows are the recipients whose messages of a bulk have failed. */
export interface FailedFilling {
  readonly failedOf: string
  /** The last message that was added; 0 when there is none. */
  readonly after: number
}

/** A row of `upload` with the client's price. */
export interface UploadEntry extends UploadRecord {
  readonly clientId: number
  /** Who its messages are submitted for. */
  readonly principal: Principal | null
  /** Null when nothing is left to add. */
  readonly filling: UploadFilling | null
  /** Rows that were submitted or left out: all of them once there is nothing left to submit. */
  readonly sentRows: number
  /** See `awaitMessages`. */
  readonly waitsFrom: number
}

/** The columns of an upload, for a statement `select ... from upload join client using (client_id)`. */
export function uploadColumns(sql: Queryable) {
  return sql`
    upload_id as "uploadId", upload.name, state, coalesce(send_at > now(), false) as "isLater", paused_because as "pausedBecause", user_id as "userId", octets, received, separator,
    row_count as rows, kept_octets as "keptOctets", plan, checked, messages, parts,
    json_build_object('amount', (client.price_per_part * parts)::text, 'currency', client.currency) as price, problems,
    submitted, accepted, bulk_id as "bulkId", send_at as "sendAt", delivery_window as "windowText",
    case when speed_parts is not null then json_build_object('parts', speed_parts, 'seconds', speed_seconds) end as "speedLimit", upload.created_at as "createdAt", started_at as "startedAt",
    ended_at as "endedAt", client_id as "clientId", principal, filling, sent_rows as "sentRows",
    waits_from as "waitsFrom"`
}

/** A row as it is stored. */
export interface StoredUpload extends Omit<UploadEntry, 'deliveryWindow'> {
  readonly isLater: boolean
  /** See `formatDeliveryWindow`. */
  readonly windowText: string | null
}

/** The upload of a row. */
export function entryOf({ isLater, windowText, state: stored, ...row }: StoredUpload): UploadEntry {
  const state = campaignState({ stored, isAllSubmitted: row.sentRows >= row.rows, isLater })
  return { ...row, state, deliveryWindow: windowText === null ? null : parseDeliveryWindow(windowText) }
}

/** Leaves out what is not for callers. */
export function recordOf({ clientId, principal, filling, sentRows, waitsFrom, ...record }: UploadEntry): UploadRecord {
  return record
}
