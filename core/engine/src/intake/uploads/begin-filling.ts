import type { Principal, SpeedLimit, UploadPlan } from '@heliograph/contracts'
import type { Transaction } from '../../database/database.ts'
import { storablePlan } from './storable-plan.ts'
import type { UploadFilling } from './upload-row.ts'
import { noteSpeed } from './upload-speed.ts'

/** How a new upload gets its rows, and what becomes of them. */
export interface Fill {
  readonly principal: Principal
  readonly plan: UploadPlan
  readonly filling: UploadFilling | null
  /** Those it has already. */
  readonly rows: number
  /** See `neededFor`. */
  readonly needs: number | null
  readonly speedLimit: SpeedLimit | null
}

/** Has rows added to a new upload, and checked, once it is woken. */
export async function beginFilling(
  tx: Transaction,
  uploadId: number,
  { principal, plan, filling, rows, needs, speedLimit }: Fill,
): Promise<void> {
  await tx`
    update upload set state = 'checking', row_count = ${rows}::integer, needs = ${needs}::integer,
      plan = ${JSON.stringify(storablePlan(plan))}::text::jsonb, principal = ${JSON.stringify(principal)}::text::jsonb,
      filling = ${filling && JSON.stringify(filling)}::text::jsonb
    where upload_id = ${uploadId}::bigint`
  if (speedLimit !== null) await noteSpeed(tx, uploadId, speedLimit)
}
