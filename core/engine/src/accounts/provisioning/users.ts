import { missingAccount } from '@heliograph/access'
import {
  GatewayError,
  type NewUser,
  PRIORITIES,
  type Principal,
  type Priority,
  type PriorityName,
  ROLES,
  type UserChange,
  type UserRecord,
} from '@heliograph/contracts'
import { passwordFault, priorityName } from '@heliograph/messaging'
import type { Queryable, Sql } from '../../database/database.ts'
import type { Fragment } from '../../ownership/owned-table.ts'
import { clearable, Fields, Problem, type Reader, readChoice, readEmail } from './fields.ts'

const PRIORITY_NAMES = Object.keys(PRIORITIES) as PriorityName[]

const readPassword: Reader<string, string> = (raw) => {
  const fault = passwordFault(raw)
  return fault === undefined ? raw : new Problem(fault)
}

/** The user that sets a password, undefined for a command. */
type SetBy = Pick<Principal, 'userId'> | undefined

/** Hashes a new password that a user sets. */
export type NewHash = (password: string, by: number | undefined) => Promise<string>

export async function addUser(sql: Queryable, hash: NewHash, input: NewUser, by: SetBy): Promise<{ userId: number }> {
  const fields = new Fields()
  const email = fields.require('email', input.email, readEmail)
  const password = fields.require('password', input.password, readPassword)
  const role = fields.read('role', input.role, readChoice(ROLES)) ?? 'user'
  const priority = fields.read('priority', input.priority, readChoice(PRIORITY_NAMES))
  fields.check()
  await checkOwnership(sql, input)
  const [row] = await sql<{ user_id: number }[]>`
    insert into app_user (client_id, email, password_hash, channel_id, role, priority)
    values (
      ${input.clientId}::bigint, ${email}, ${await hash(password, by?.userId)}, ${input.channelId ?? null}::bigint, ${role},
      ${priority === undefined ? null : PRIORITIES[priority]}::smallint
    )
    on conflict do nothing
    returning user_id`
  if (row !== undefined) return { userId: row.user_id }
  throw new GatewayError('conflict', 'email-taken', `The client already has a user ${email}`)
}

/** The client must exist, and the channel must belong to it. */
async function checkOwnership(
  sql: Queryable,
  { clientId, channelId }: { readonly clientId: number; readonly channelId?: number | null | undefined },
): Promise<void> {
  const [row] = await sql<{ has_client: boolean; has_channel: boolean }[]>`
    select
      exists (select from client where client_id = ${clientId}::bigint) as has_client,
      exists (
        select from channel where channel_id = ${channelId ?? null}::bigint and client_id = ${clientId}::bigint
      ) as has_channel`
  if (!row?.has_client) throw missingAccount('client', clientId)
  if (channelId == null || row.has_channel) return
  const fields = new Fields()
  fields.refuse('channelId', 'must be a channel of the same client')
  fields.check()
}

/** The users of a client, oldest first. */
export function listUsers(sql: Queryable, clientId: number): Promise<readonly UserRecord[]> {
  return selectUsers(sql, sql`client_id = ${clientId}::bigint`)
}

/** Enabled users with an e-mail, in upper or lower case, oldest first; each client may have one. */
export function findUsersByEmail(sql: Queryable, email: string): Promise<readonly UserRecord[]> {
  return selectUsers(sql, sql`email = ${email.toLowerCase()} and enabled`)
}

export async function findUser(sql: Queryable, userId: number): Promise<UserRecord | undefined> {
  const [user] = await selectUsers(sql, sql`user_id = ${userId}::bigint`)
  return user
}

type UserRow = Omit<UserRecord, 'priority'> & { readonly priority: Priority | null }

async function selectUsers(sql: Queryable, condition: Fragment): Promise<readonly UserRecord[]> {
  const rows = await sql<UserRow[]>`
    select user_id as "userId", client_id as "clientId", email, role, channel_id as "channelId", priority, enabled
    from app_user where ${condition} order by user_id`
  return rows.map((row) => ({ ...row, priority: row.priority === null ? null : priorityName(row.priority) }))
}

/** Changes a user. Disabling one takes effect within a second, on every node. */
export async function setUser(sql: Sql, change: UserChange): Promise<UserRecord> {
  const fields = new Fields()
  const role = fields.read('role', change.role, readChoice(ROLES))
  const priority = fields.read('priority', change.priority, clearable(readChoice(PRIORITY_NAMES)))
  fields.check()
  const columns = Object.entries({
    enabled: change.enabled,
    role,
    channel_id: change.channelId,
    priority: priority && PRIORITIES[priority],
  }).filter(([, value]) => value !== undefined)
  return sql.begin(async (tx) => {
    const user = await findUser(tx, change.userId)
    if (user === undefined) throw missingAccount('user', change.userId)
    await checkOwnership(tx, { clientId: user.clientId, channelId: change.channelId })
    if (columns.length > 0) {
      await tx`update app_user set ${tx(Object.fromEntries(columns))} where user_id = ${change.userId}::bigint`
    }
    return (await findUser(tx, change.userId)) as UserRecord
  })
}

export async function setPassword(
  sql: Sql,
  hash: NewHash,
  input: { readonly userId: number; readonly password: string },
  by: SetBy,
): Promise<void> {
  const fields = new Fields()
  const password = fields.require('password', input.password, readPassword)
  fields.check()
  const updated = await sql`
    update app_user set password_hash = ${await hash(password, by?.userId)} where user_id = ${input.userId}::bigint`
  if (updated.count === 0) throw missingAccount('user', input.userId)
}
