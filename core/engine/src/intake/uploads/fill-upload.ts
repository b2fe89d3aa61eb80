import type { Clock, UploadCells } from '@heliograph/contracts'
import { checkRowCount } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { resentRow, selectFailed } from './failed-messages.ts'
import { insertChunks } from './row-chunks.ts'
import { requireRoom } from './upload-quota.ts'
import type { FailedFilling, GroupFilling, UploadEntry, UploadFilling } from './upload-row.ts'
import { lockUpload } from './upload-statements.ts'

/** Members of a group that one step adds. */
const MEMBERS_AT_ONCE = 5_000

/** Failed messages that one step adds: their texts are long. */
const FAILED_AT_ONCE = 1_000

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

/** Rows to be added, and how far that brings the upload; null: nothing is left to add. */
interface Filled {
  readonly cells: readonly UploadCells[]
  readonly filling: UploadFilling | null
}

/**
 * Adds the next rows to an upload: members of its groups, each once, as number and name, or recipients of failed
 * messages with their texts. The progress is stored in
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
    const { filling } = row
    const { cells, filling: next } =
      'failedOf' in filling ? await takeFailed(tx, row.clientId, filling) : await takeMembers(tx, row.clientId, filling)
    checkRowCount(row.rows + cells.length)
    await insertChunks(tx, uploadId, row.rows, cells)
    await requireRoom(tx, row.clientId, keptMebibytes)
    await tx`
      update upload set row_count = row_count + ${cells.length}::integer, touched_at = ${new Date(clock.now())}::timestamptz,
        filling = ${next === null ? null : JSON.stringify(next)}::text::jsonb
      where upload_id = ${uploadId}::bigint`
    return true
  })
}

async function takeMembers(tx: Transaction, clientId: number, filling: GroupFilling): Promise<Filled> {
  const members = await selectMembers(tx, clientId, filling)
  const cells = members.filter((member) => member.is_new).map(({ mobile, name }) => [`+${mobile}`, name])
  return { cells, filling: nextOf(filling, members) }
}

async function takeFailed(tx: Transaction, clientId: number, { failedOf, after }: FailedFilling): Promise<Filled> {
  const failed = await selectFailed(tx, { clientId, bulkId: failedOf }, after, FAILED_AT_ONCE)
  const last = failed.length === FAILED_AT_ONCE ? failed.at(-1) : undefined
  return { cells: failed.map(resentRow), filling: last === undefined ? null : { failedOf, after: last.smsId } }
}

/** Null once the last group has no more. */
function nextOf({ groupIds, index }: GroupFilling, members: readonly MemberRow[]): GroupFilling | null {
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
  { groupIds, index, after }: GroupFilling,
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
