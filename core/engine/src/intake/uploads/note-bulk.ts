import type { Principal, SentBulk } from '@heliograph/contracts'
import type { Transaction } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'
import { wakeUpload } from './due-uploads.ts'
import type { UploadEntry } from './upload-row.ts'
import { noteSpeed } from './upload-speed.ts'
import { findUploadOfBulk } from './upload-statements.ts'

/** Characters of a name. */
const MOST = 200

/** Notes a bulk as an upload without rows, unless that was done. Resolves with its id. */
export async function noteBulk(tx: Transaction, principal: Principal, bulk: SentBulk, at: Date): Promise<number> {
  const { clientId, userId } = principal
  const { submitted, accepted, parts, sendAt, speedLimit } = bulk
  const bulkId = storableText(bulk.bulkId)
  const [added] = await tx<{ upload_id: number }[]>`
    insert into upload (client_id, user_id, name, state, octets, messages, parts, submitted, accepted, bulk_id, principal,
      send_at, created_at, touched_at, started_at)
    values (${clientId}::bigint, ${userId}::bigint, ${storableText(bulk.name.slice(0, MOST))}, 'sending', 0,
      ${submitted}::integer, ${parts}::bigint, ${submitted}::integer, ${accepted}::integer, ${bulkId},
      ${JSON.stringify(principal)}::text::jsonb, ${sendAt}::timestamptz, ${at}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz)
    on conflict (client_id, bulk_id) do nothing
    returning upload_id`
  if (added === undefined) return ((await findUploadOfBulk(tx, clientId, bulkId)) as UploadEntry).uploadId
  if (speedLimit !== undefined) await noteSpeed(tx, added.upload_id, speedLimit)
  await wakeUpload(tx, added.upload_id)
  return added.upload_id
}
