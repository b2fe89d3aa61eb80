import type { SpeedLimit } from '@heliograph/contracts'
import { MAX_SPEED_PARTS } from '@heliograph/messaging'
import type { Queryable, Transaction } from '../../database/database.ts'
import { type BulkName, ofBulk } from '../bulks/bulk-name.ts'
import { parked, slowRoute } from '../holds/parked-batches.ts'
import { limitSpeed } from './speed-statements.ts'

/**
 * What a bulk goes by whose limit was taken away: as fast as links take it. Its messages keep their turns, with which
 * their validity begins.
 */
const NO_LIMIT: SpeedLimit = { parts: MAX_SPEED_PARTS, seconds: 1 }

/** Condition on a limit that holds something back. */
export function isLimit(sql: Queryable) {
  return sql`(bulk_speed.parts, bulk_speed.seconds) <> (${NO_LIMIT.parts}::integer, ${NO_LIMIT.seconds}::integer)`
}

/**
 * Gives a bulk another limit, or none (null), however much of it waits. Where it had none, what is due already goes as
 * it is: its batches are not found by their bulk.
 */
export async function changeSpeed(
  tx: Transaction,
  { clientId, bulkId }: BulkName,
  limit: SpeedLimit | null,
  now: number,
): Promise<void> {
  const bulk = { clientId, bulkId }
  if (limit === null && !(await hasSpeed(tx, bulk))) return
  const speedId = await limitSpeed(tx, bulk, limit ?? NO_LIMIT, now)
  await slowDown(tx, bulk, speedId)
}

async function hasSpeed(tx: Transaction, bulk: BulkName): Promise<boolean> {
  const rows = await tx`select from bulk_speed where ${ofBulk(tx, bulk)}`
  return rows.length > 0
}

/** Has messages that wait for a time, or while their bulk is paused, wait for their turn as well. */
async function slowDown(tx: Transaction, bulk: BulkName, speedId: number): Promise<void> {
  await tx`
    update batch set speed_id = ${speedId}::bigint,
      route = case when ${parked(tx)} then route else ${slowRoute(speedId, '')} || route end
    where ${ofBulk(tx, bulk)} and owner is null and cancelled_at is null and speed_id is null`
}
