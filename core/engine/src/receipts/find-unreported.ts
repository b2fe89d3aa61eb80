import type { UnreportedPart, UnreportedQuery } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'

interface UnreportedRow {
  readonly sms_id: number
  readonly network_id: string
  readonly recipient: string
  readonly submitted_at: Date
}

/** Parts of a carrier that still wait for their final report, by message id. */
export async function findUnreported(sql: Sql, query: UnreportedQuery): Promise<readonly UnreportedPart[]> {
  const rows = await sql<UnreportedRow[]>`
    select submission.sms_id, submission.network_id, message.recipient, submission.submitted_at
    from submission
    join message on message.sms_id = submission.sms_id and message.sms_id > ${query.afterSmsId}::bigint
    where submission.sms_id > ${query.afterSmsId}::bigint and submission.state = 'submitted'
      and submission.carrier = ${query.carrier} and submission.network_id is not null
      and submission.submitted_at < ${query.submittedBefore}
    order by submission.sms_id limit ${query.limit}::integer`
  return rows.map((row) => ({
    smsId: row.sms_id,
    networkId: row.network_id,
    to: row.recipient,
    submittedAt: row.submitted_at,
  }))
}
