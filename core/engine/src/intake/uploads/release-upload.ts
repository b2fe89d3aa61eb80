import { GatewayError } from '@heliograph/contracts'
import type { Transaction } from '../../database/database.ts'
import { wakeUpload } from './due-uploads.ts'
import type { UploadEntry } from './upload-row.ts'

/** Why an upload that ended two processes has stopped. */
export const ENDED_PROCESS = 'ended-process'

/** Throws `conflict`/`upload-held` for such an upload: a client cannot let it go on, only an operator. */
export function refuseHeld({ pausedBecause: reason }: UploadEntry): void {
  if (reason === ENDED_PROCESS)
    throw new GatewayError('conflict', 'upload-held', 'It crashed the gateway twice: only the operator can resume it')
}

/** Lets such an upload go on where it stopped. Resolves with its client; undefined when it is gone. */
export async function releaseUpload(tx: Transaction, uploadId: number): Promise<number | undefined> {
  const [row] = await tx<{ client_id: number }[]>`
    update upload set state = case state when 'paused' then 'sending' when 'received' then 'checking' else state end,
      paused_because = null
    where upload_id = ${uploadId}::bigint and paused_because = ${ENDED_PROCESS}
    returning client_id`
  await wakeUpload(tx, uploadId)
  return row?.client_id
}
