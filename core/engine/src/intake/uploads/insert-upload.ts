import { randomUUID } from 'node:crypto'
import { MAX_WAITING_UPLOADS, tooManyUploads } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'

/** A new upload that waits for its rows. */
export interface AddedUpload {
  readonly clientId: number
  readonly userId: number
  readonly name: string
  readonly octets: number
  readonly at: Date
}

/** Throws `conflict`/`too-many-uploads` when too many wait already. */
export async function insertUpload(
  tx: Transaction,
  { clientId, userId, name, octets, at }: AddedUpload,
): Promise<number> {
  const [added] = await tx<{ upload_id: number }[]>`
    insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at)
    select ${clientId}::bigint, ${userId}::bigint, ${storableText(name)}, ${octets}::bigint, ${randomUUID()},
      ${at}::timestamptz, ${at}::timestamptz
    where (
      select count(*) from upload
      where client_id = ${clientId}::bigint and state in ('receiving', 'received', 'checking', 'ready')
    ) < ${MAX_WAITING_UPLOADS}::integer
    returning upload_id`
  if (added === undefined) throw tooManyUploads()
  return added.upload_id
}
