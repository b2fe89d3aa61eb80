import type { Principal, UploadPlan, UploadProblem, UploadRecord, UploadState } from '@heliograph/contracts'
import type { Queryable } from '../../database/database.ts'

/** How far an upload has come with adding members of groups. */
export interface UploadFilling {
  readonly groupIds: readonly number[]
  /** The group it is at. */
  readonly index: number
  /** The last number of the group that was added; empty when there is none. */
  readonly after: string
}

/** A row of `upload` with the client's price. */
export interface UploadEntry {
  readonly upload_id: number
  readonly client_id: number
  readonly user_id: number
  readonly name: string
  readonly state: UploadState
  readonly paused_because: string | null
  readonly octets: number
  readonly received: number
  readonly separator: string
  readonly row_count: number
  /** Octets of the rows that are kept. */
  readonly kept_octets: number
  readonly plan: UploadPlan | null
  readonly principal: Principal | null
  /** Null when nothing is left to add. */
  readonly filling: UploadFilling | null
  readonly checked: number
  readonly messages: number
  readonly parts: number
  readonly problems: Partial<Record<UploadProblem, number>>
  readonly sent_rows: number
  readonly submitted: number
  readonly accepted: number
  readonly bulk_id: string
  readonly send_at: Date | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly price: string
  readonly currency: string
}

/** The columns of an upload, for a statement `select ... from upload join client using (client_id)`. */
export function uploadColumns(sql: Queryable) {
  return sql`
    upload_id, client_id, user_id, upload.name, state, paused_because, octets, received, separator, row_count, kept_octets, plan, principal, filling,
    checked, messages, parts, problems, sent_rows, submitted, accepted, bulk_id, send_at, upload.created_at, started_at,
    ended_at, (client.price_per_part * parts)::text as price, client.currency`
}

export function mapRowToUpload(row: UploadEntry): UploadRecord {
  return {
    uploadId: row.upload_id,
    name: row.name,
    state: row.state,
    pausedBecause: row.paused_because,
    userId: row.user_id,
    octets: row.octets,
    received: row.received,
    separator: row.separator,
    rows: row.row_count,
    keptOctets: row.kept_octets,
    plan: row.plan,
    checked: row.checked,
    messages: row.messages,
    parts: row.parts,
    price: { amount: row.price, currency: row.currency },
    problems: row.problems,
    submitted: row.submitted,
    accepted: row.accepted,
    bulkId: row.bulk_id,
    sendAt: row.send_at,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}
