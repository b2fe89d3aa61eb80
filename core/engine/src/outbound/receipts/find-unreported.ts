import type { UnreportedPart, UnreportedQuery } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'

/**
 * Finds parts of a carrier that still wait for their final report, in the order of message ids. Those of messages below
 * `floorId` are too old to get one.
 */
export function findUnreported(sql: Sql, query: UnreportedQuery, floorId: number): Promise<readonly UnreportedPart[]> {
  return sql<UnreportedPart[]>`
    with part as materialized (
      select sms_id, network_id, submitted_at from submission
      where sms_id >= ${Math.max(query.afterSmsId + 1, floorId)}::bigint and state = 'submitted'
        and carrier = ${query.carrier} and network_id is not null and submitted_at < ${query.submittedBefore}
      order by sms_id limit ${query.limit}::integer
    )
    select part.sms_id as "smsId", part.network_id as "networkId", message.recipient as to,
      part.submitted_at as "submittedAt"
    from part
    cross join lateral (select recipient from message where message.sms_id = part.sms_id limit 1) as message
    order by part.sms_id`
}
