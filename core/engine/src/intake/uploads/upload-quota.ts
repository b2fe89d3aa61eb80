import { uploadsFull } from '@heliograph/messaging'
import type { Transaction } from '../../database/database.ts'

/**
 * The first key of the advisory locks under which uploads of one client grow one after the other. Any number will do,
 * as long as no other lock has it.
 */
const QUOTA_LOCK = 0x7570

/**
 * Throws `conflict`/`uploads-full` when the rows of a client's uploads take more than they may, those that this
 * transaction has added included. A file counts whole from its beginning. Rows count in every state, until they are
 * gone.
 */
export async function requireRoom(tx: Transaction, clientId: number, mebibytes: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(${QUOTA_LOCK}::integer, hashtext(${String(clientId)}::text))`
  const [row] = await tx<{ octets: number }[]>`
    select coalesce(sum(case when state = 'receiving' then greatest(octets, kept_octets) else kept_octets end), 0)::bigint as octets
    from upload where client_id = ${clientId}::bigint`
  if ((row?.octets ?? 0) > mebibytes * 1_048_576) throw uploadsFull(mebibytes)
}
