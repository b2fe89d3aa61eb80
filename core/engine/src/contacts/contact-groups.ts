import { type ContactGroups, GatewayError, type GroupRecord } from '@heliograph/contracts'
import { MAX_GROUPS, nameKey, readContactNumbers, readGroupName } from '@heliograph/messaging'
import { textArray } from '../database/arrays.ts'
import type { Queryable, Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { serviceAnswer } from '../database/service-answer.ts'
import { storableText } from '../database/storable-text.ts'
import { addMembers, insertGroups } from './group-statements.ts'

/** Members that one statement takes out of a group that is being removed. */
const REMOVED_AT_ONCE = 10_000

/** Creates the `ContactGroups` service. */
export function createContactGroups(sql: Sql): ContactGroups {
  return {
    async list({ clientId }) {
      const rows = await serviceAnswer(sql<GroupRecord[]>`
        select group_id as "groupId", name from contact_group where client_id = ${clientId}::bigint order by name_key`)
      return [...rows]
    },
    async add({ clientId }, given) {
      const name = readGroupName(storableText(given))
      const [row] = await serviceAnswer(insertGroups(sql, clientId, [name]))
      if (row !== undefined) return { groupId: row.group_id, name }
      const [other] = await serviceAnswer(sql`
        select from contact_group where client_id = ${clientId}::bigint and name_key = ${nameKey(name)}`)
      if (other !== undefined) throw groupTaken()
      throw new GatewayError('conflict', 'too-many-groups', `There are ${MAX_GROUPS} groups already`)
    },
    async rename({ clientId }, groupId, given) {
      const name = readGroupName(storableText(given))
      await serviceAnswer(requireGroup(sql, clientId, groupId))
      try {
        await serviceAnswer(sql`
          update contact_group set name = ${name}, name_key = ${nameKey(name)} where group_id = ${groupId}::bigint`)
        return { groupId, name }
      } catch (error) {
        throw isTaken(error) ? groupTaken() : error
      }
    },
    async remove({ clientId }, groupId) {
      await serviceAnswer(requireGroup(sql, clientId, groupId))
      while ((await serviceAnswer(removeMembers(sql, groupId))) === REMOVED_AT_ONCE);
      await serviceAnswer(sql`delete from contact_group where group_id = ${groupId}::bigint`)
    },
    async addContacts({ clientId, country }, groupId, given) {
      const mobiles = readContactNumbers(given, country)
      try {
        return await inTransaction(sql, async (tx) => {
          await requireGroup(tx, clientId, groupId)
          const members = mobiles.map((mobile) => ({ groupId, mobile }))
          return (await addMembers(tx, clientId, members)).length
        })
      } catch (error) {
        throw toServiceError(error)
      }
    },
    async removeContacts({ clientId, country }, groupId, given) {
      const mobiles = readContactNumbers(given, country)
      await serviceAnswer(requireGroup(sql, clientId, groupId))
      const rows = await serviceAnswer(sql`
        delete from contact_group_member
        where group_id = ${groupId}::bigint and mobile = any(${textArray(mobiles)}::text[]) returning 1`)
      return rows.length
    },
  }
}

/** Requires that the client has the group. In a transaction, the group then stays until its end. */
export async function requireGroup(sql: Queryable, clientId: number, groupId: number): Promise<void> {
  if (Number.isSafeInteger(groupId)) {
    const [row] = await sql`
      select from contact_group where group_id = ${groupId}::bigint and client_id = ${clientId}::bigint for key share`
    if (row !== undefined) return
  }
  throw new GatewayError('not-found', 'group-not-found', 'Group not found')
}

async function removeMembers(sql: Sql, groupId: number): Promise<number> {
  const { count } = await sql`
    delete from contact_group_member where group_id = ${groupId}::bigint and mobile <= (
      select max(mobile) from (
        select mobile from contact_group_member where group_id = ${groupId}::bigint order by group_id, mobile
        limit ${REMOVED_AT_ONCE}::integer
      ) as page
    )`
  return count
}

/** SQLSTATE unique_violation. */
function isTaken(error: unknown): boolean {
  return ((error as Error).cause as { code?: unknown } | undefined)?.code === '23505'
}

function groupTaken(): GatewayError {
  return new GatewayError('conflict', 'group-taken', 'Another group has this name')
}
