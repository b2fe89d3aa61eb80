import type { Principal, Priority, Role } from '@heliograph/contracts'
import { sendingChannels } from '@heliograph/messaging'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import type { Account, SendingChannel } from './account.ts'

/** What a client without a setting of its own gets. */
export interface DirectoryDefaults {
  readonly country: string
  readonly rateLimit: number
}

interface UserRow {
  readonly client_id: number
  readonly client_name: string
  readonly user_id: number
  readonly email: string
  readonly role: Role
  readonly priority: Priority | null
  readonly country: string | null
  readonly currency: string
  readonly rate_limit: number | null
  readonly own_channel_id: number | null
  readonly channels: readonly Omit<SendingChannel, 'clientId' | 'enabled'>[]
}

interface KeyRow extends UserRow {
  readonly key_id: number
  readonly key_hash: Buffer
}

/** Everything a request needs to know about the user behind a key. */
export interface LoadedKey {
  readonly keyHash: Buffer
  readonly principal: Principal
  readonly account: Account
}

/** Those of the keys, given by hash, that belong to an enabled user of an enabled client. */
export async function loadKeys(
  sql: Sql,
  keyHashes: readonly Buffer[],
  defaults: DirectoryDefaults,
): Promise<readonly LoadedKey[]> {
  const rows = await sql<KeyRow[]>`
    select api_key.key_id, api_key.key_hash, ${userColumns(sql)}
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.key_hash = any(${byteaArray(keyHashes)}::bytea[])
      and app_user.enabled and client.enabled`
  return rows.map((row) => ({
    keyHash: row.key_hash,
    principal: mapRowToPrincipal(row, row.key_id, defaults),
    account: mapRowToAccount(row),
  }))
}

/** A key by its beginning, of any user. */
export interface LoadedSmppKey {
  readonly smppHash: Buffer
  /** In lower case. */
  readonly email: string
  /** Its user and client are enabled. */
  readonly isEnabled: boolean
  readonly principal: Principal
}

/** Keys by the hash of their first characters (`SecretBox.smppHash`), also those of disabled users and clients. */
export async function loadSmppKeys(
  sql: Sql,
  smppHashes: readonly Buffer[],
  defaults: DirectoryDefaults,
): Promise<readonly LoadedSmppKey[]> {
  const rows = await sql<(UserRow & { key_id: number; smpp_hash: Buffer; is_enabled: boolean })[]>`
    select api_key.key_id, api_key.smpp_hash, app_user.enabled and client.enabled as is_enabled, ${userColumns(sql)}
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.smpp_hash = any(${byteaArray(smppHashes)}::bytea[])`
  return rows.map((row) => ({
    smppHash: row.smpp_hash,
    email: row.email,
    isEnabled: row.is_enabled,
    principal: mapRowToPrincipal(row, row.key_id, defaults),
  }))
}

/** A user with the stored hash of its password. */
export interface LoadedUser {
  readonly passwordHash: string
  /** It and its client are enabled. */
  readonly isEnabled: boolean
  /** Without a key. */
  readonly principal: Principal
}

/** Users with an e-mail in lower case, of one client or of all, also disabled ones; the oldest, at most so many. */
export async function loadUsersByEmail(
  sql: Sql,
  email: string,
  clientId: number | undefined,
  defaults: DirectoryDefaults,
  atMost: number,
): Promise<readonly LoadedUser[]> {
  const rows = await sql<(UserRow & { password_hash: string; is_enabled: boolean })[]>`
    select app_user.password_hash, app_user.enabled and client.enabled as is_enabled, ${userColumns(sql)}
    from app_user join client using (client_id)
    where app_user.email = ${storableText(email)} ${clientId === undefined ? sql`` : sql`and app_user.client_id = ${clientId}::bigint`}
    order by app_user.user_id limit ${atMost}::integer`
  return rows.map((row) => ({
    passwordHash: row.password_hash,
    isEnabled: row.is_enabled,
    principal: mapRowToPrincipal(row, null, defaults),
  }))
}

/** The newest key of an enabled user, sealed; undefined when there is none. */
export async function loadNewestKey(sql: Sql, userId: number): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealed: Buffer }[]>`
    select api_key.sealed
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.user_id = ${userId}::bigint and app_user.enabled and client.enabled
    order by api_key.key_id desc limit 1`
  return row?.sealed
}

function byteaArray(values: readonly Buffer[]): string {
  return textArray(values.map((value) => `\\x${value.toString('hex')}`))
}

/** The accounts of those of the users that are enabled, with an enabled client. */
export async function loadAccounts(sql: Sql, userIds: readonly number[]): Promise<readonly Account[]> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql)}
    from app_user join client using (client_id)
    where app_user.user_id = any(${numberArray(userIds)}::bigint[]) and app_user.enabled and client.enabled`
  return rows.map(mapRowToAccount)
}

function userColumns(sql: Sql) {
  return sql`
    client.client_id, client.name as client_name, client.country, client.currency, client.rate_limit,
    app_user.user_id, app_user.email, app_user.role, app_user.priority, app_user.channel_id as own_channel_id,
    (
      select coalesce(json_agg(json_build_object(
        'channelId', channel.channel_id, 'kind', channel.kind, 'address', channel.address,
        'isDefault', channel.is_default, 'outgoingNumber', channel.outgoing_number,
        'optOutLinkBase', channel.opt_out_link_base,
        'optInLinkBase', channel.opt_in_link_base) order by channel.channel_id), '[]')
      from channel where channel.client_id = client.client_id and channel.enabled
    ) as channels`
}

function mapRowToPrincipal(row: UserRow, keyId: number | null, defaults: DirectoryDefaults): Principal {
  return Object.freeze({
    clientId: row.client_id,
    clientName: row.client_name,
    userId: row.user_id,
    email: row.email,
    role: row.role,
    keyId,
    country: row.country ?? defaults.country,
    currency: row.currency,
    priority: row.priority,
    rateLimit: row.rate_limit ?? defaults.rateLimit,
  })
}

function mapRowToAccount(row: UserRow): Account {
  const channels = row.channels.map((channel) => ({ ...channel, clientId: row.client_id, enabled: true }))
  const { client_id: clientId, user_id: userId, own_channel_id: ownChannelId } = row
  return { clientId, userId, ownChannelId, ...sendingChannels(channels, ownChannelId) }
}
