import type { Clock, UploadCells } from '@heliograph/contracts'
import { checkRowCount } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { insertChunks } from './row-chunks.ts'
import { requireRoom } from './upload-quota.ts'
import type { UploadEntry, UploadFilling } from './upload-row.ts'
import { lockUpload } from './upload-statements.ts'

/** Members of a group that one step adds. */
const MEMBERS_AT_ONCE = 5_000

export interface FillOptions {
  readonly sql: Sql
  readonly clock: Clock
  /** What the rows of a client's uploads may take at once. */
  readonly keptMebibytes: number
}

interface MemberRow {
  readonly mobile: string
  readonly name: string
  /** Not in a group that was added before. */
  readonly is_new: boolean
}

/**
 * Adds the next members of its groups to an upload, each once, as rows of number and name. The progress is stored in
 * the same transaction, so that a node that is killed leaves none out and adds none twice. Throws
 * `invalid`/`too-many-recipients` and `conflict`/`uploads-full`.
 */
export async function fillNext(
  { sql, clock, keptMebibytes }: FillOptions,
  { uploadId }: UploadEntry,
): Promise<boolean> {
  return inTransaction(sql, async (tx) => {
    const row = await lockUpload(tx, uploadId)
    if (row?.state !== 'checking') return false
    if (row.filling === null) return true
    const members = await selectMembers(tx, row.clientId, row.filling)
    const cells = members.filter((member) => member.is_new).map(({ mobile, name }): UploadCells => [`+${mobile}`, name])
    checkRowCount(row.rows + cells.length)
    await insertChunks(tx, uploadId, row.rows, cells)
    await requireRoom(tx, row.clientId, keptMebibytes)
    const filling = nextOf(row.filling, members)
    await tx`
      update upload set row_count = row_count + ${cells.length}::integer, touched_at = ${new Date(clock.now())}::timestamptz,
        filling = ${filling === null ? null : JSON.stringify(filling)}::text::jsonb
      where upload_id = ${uploadId}::bigint`
    return true
  })
}

/** Null once the last group has no more. */
function nextOf({ groupIds, index }: UploadFilling, members: readonly MemberRow[]): UploadFilling | null {
  const last = members.at(-1)
  if (last !== undefined && members.length === MEMBERS_AT_ONCE) return { groupIds, index, after: last.mobile }
  return index + 1 < groupIds.length ? { groupIds, index: index + 1, after: '' } : null
}

/**
 * The condition compares rows, so that only one index has the requested order and everything else is a look-up for each
 * member.
 */
function selectMembers(
  tx: Transaction,
  clientId: number,
  { groupIds, index, after }: UploadFilling,
): PromiseLike<readonly MemberRow[]> {
  const groupId = groupIds[index] as number
  return tx<MemberRow[]>`
    select member.mobile, coalesce(phonebook.name, '') as name, not exists (
      select from contact_group_member as other
      where other.group_id = any(${numberArray(groupIds.slice(0, index))}::bigint[]) and other.mobile = member.mobile offset 0
    ) as is_new
    from (
      select entry.mobile from contact_group_member as entry
      where (entry.group_id, entry.mobile) > (${groupId}::bigint, ${after})
        and (entry.group_id, entry.mobile) < (${groupId}::bigint, ':')
      order by entry.group_id, entry.mobile limit ${MEMBERS_AT_ONCE}::integer
    ) as member
    left join lateral (
      select name from phonebook where client_id = ${clientId}::bigint and mobile = member.mobile limit 1
    ) as phonebook on true
    order by member.mobile`
}
