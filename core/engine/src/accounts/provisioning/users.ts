import { GatewayError, PRIORITIES, type PriorityName } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { generateApiKey, hashKey, type SecretBox } from '../secrets.ts'
import { clientNotFound } from './clients.ts'
import { Fields, Problem, type Reader, readChoice, readEmail } from './fields.ts'
import { hashPassword } from './password.ts'

export interface NewUser {
  readonly clientId: number
  readonly email: string
  readonly password: string
  /** The channel this user sends from; absent = the client's default. */
  readonly channelId?: number | undefined
  /** `admin` or `user` (default). */
  readonly role?: string | undefined
  /** Name of a priority that beats the default of every interface. */
  readonly priority?: string | undefined
}

const PRIORITY_NAMES = Object.keys(PRIORITIES) as PriorityName[]

/** Longer ones would only be work for the hash. */
const MAX_PASSWORD_LENGTH = 1_024

const readPassword: Reader<string, string> = (raw) =>
  raw.length >= 1 && raw.length <= MAX_PASSWORD_LENGTH
    ? raw
    : new Problem(`must have 1 to ${MAX_PASSWORD_LENGTH} characters`)

export async function addUser(sql: Sql, input: NewUser): Promise<{ userId: number }> {
  const fields = new Fields()
  const email = fields.require('email', input.email, readEmail)
  const password = fields.require('password', input.password, readPassword)
  const role = fields.read('role', input.role, readChoice(['admin', 'user'])) ?? 'user'
  const priority = fields.read('priority', input.priority, readChoice(PRIORITY_NAMES))
  fields.check()
  await checkOwnership(sql, input)
  const [row] = await sql<{ user_id: number }[]>`
    insert into app_user (client_id, email, password_hash, channel_id, role, priority)
    values (
      ${input.clientId}::bigint, ${email}, ${await hashPassword(password)}, ${input.channelId ?? null}::bigint, ${role},
      ${priority === undefined ? null : PRIORITIES[priority]}::smallint
    )
    on conflict do nothing
    returning user_id`
  if (row !== undefined) return { userId: row.user_id }
  throw new GatewayError('conflict', 'email-taken', `The client has a user ${email} already`)
}

/** The client must exist and the channel must be one of it. */
async function checkOwnership(sql: Sql, { clientId, channelId }: NewUser): Promise<void> {
  const [row] = await sql<{ has_client: boolean; has_channel: boolean }[]>`
    select
      exists (select from client where client_id = ${clientId}::bigint) as has_client,
      exists (
        select from channel where channel_id = ${channelId ?? null}::bigint and client_id = ${clientId}::bigint
      ) as has_channel`
  if (!row?.has_client) throw clientNotFound(clientId)
  if (channelId === undefined || row.has_channel) return
  const fields = new Fields()
  fields.refuse('channelId', 'must be a channel of the same client')
  fields.check()
}

/** The user's keys and logins stop working within a second, on every node. */
export async function disableUser(sql: Sql, { userId }: { readonly userId: number }): Promise<void> {
  const updated = await sql`update app_user set enabled = false where user_id = ${userId}::bigint`
  if (updated.count === 0) throw userNotFound(userId)
}

/** The key is shown here and never again, except to SOAP `get_api_key`. */
export async function addKey(
  sql: Sql,
  secrets: SecretBox,
  { userId }: { readonly userId: number },
): Promise<{ keyId: number; apiKey: string }> {
  const apiKey = generateApiKey()
  const [row] = await sql<{ key_id: number }[]>`
    insert into api_key (user_id, key_hash, smpp_hash, sealed)
    select user_id, ${hashKey(apiKey)}::bytea, ${secrets.smppHash(apiKey)}::bytea, ${secrets.seal(apiKey)}::bytea
    from app_user where user_id = ${userId}::bigint
    returning key_id`
  if (row === undefined) throw userNotFound(userId)
  return { keyId: row.key_id, apiKey }
}

function userNotFound(userId: number): GatewayError {
  return new GatewayError('not-found', 'user-not-found', `There is no user ${userId}`)
}
