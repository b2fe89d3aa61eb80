import type { DeliveryWindow, Principal, SpeedLimit } from '@heliograph/contracts'
import { formatDeliveryWindow } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'
import { NEEDED_FOR_WINDOW } from './upload-needs.ts'
import { noteSpeed } from './upload-speed.ts'

/** When and how the messages of an upload are to go. */
export interface Start {
  readonly principal: Principal
  readonly at: Date
  readonly sendAt: Date | undefined
  readonly deliveryWindow: DeliveryWindow | undefined
  /** Undefined: as it is noted. */
  readonly speedLimit: SpeedLimit | null | undefined
}

/** Has the rows of an upload submitted, once it is woken. */
export async function startUpload(
  tx: Transaction,
  uploadId: number,
  { principal, at, sendAt, deliveryWindow, speedLimit }: Start,
): Promise<void> {
  const window = deliveryWindow === undefined ? null : formatDeliveryWindow(deliveryWindow)
  await tx`
    update upload set state = 'sending', send_at = ${sendAt ?? null}::timestamptz, started_at = ${at}::timestamptz,
      delivery_window = ${window}, needs = greatest(needs, ${window && NEEDED_FOR_WINDOW}::integer),
      principal = ${JSON.stringify(principal)}::text::jsonb
    where upload_id = ${uploadId}::bigint`
  if (speedLimit !== undefined) await noteSpeed(tx, uploadId, speedLimit)
}
