import type { SpeedLimit } from '@heliograph/contracts'
import type { Transaction } from '../../database/database.ts'
import { NEEDED_FOR_SPEED } from './upload-needs.ts'

/** Notes how fast the messages of an upload may go; null: as fast as links take them. */
export async function noteSpeed(tx: Transaction, uploadId: number, limit: SpeedLimit | null): Promise<void> {
  const { parts = null, seconds = null } = limit ?? {}
  await tx`
    update upload set speed_parts = ${parts}::integer, speed_seconds = ${seconds}::integer,
      needs = greatest(needs, ${limit && NEEDED_FOR_SPEED}::integer)
    where upload_id = ${uploadId}::bigint`
}
