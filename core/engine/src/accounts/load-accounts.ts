import { type Admits, admissionOf } from '@heliograph/access'
import type { Principal, Priority, QuietHours, Role, Scope } from '@heliograph/contracts'
import { createQuietCheck, type QuietCheck, type SendingChannels, sendingChannels } from '@heliograph/messaging'
import { byteaArray, numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import type { Fragment } from '../ownership/owned-table.ts'
import type { Account, SendingChannel } from './account.ts'

/** The values for clients without a setting of their own. */
export interface DirectoryDefaults {
  readonly country: string
  readonly rateLimit: number
}

interface ClientRow {
  readonly client_id: number
  readonly client_name: string
  readonly country: string | null
  readonly currency: string
  readonly rate_limit: number | null
  readonly quiet_hours: QuietHours | null
  readonly program_networks: readonly string[]
  readonly portal_networks: readonly string[]
  readonly channels: readonly Omit<SendingChannel, 'clientId' | 'enabled'>[]
}

interface UserRow extends ClientRow {
  readonly user_id: number
  readonly email: string
  readonly role: Role
  readonly priority: Priority | null
  readonly own_channel_id: number | null
}

interface KeyRow extends UserRow {
  readonly key_id: number
  readonly token_round: number
  readonly expires_at: Date | null
  readonly key_hash: Buffer
  readonly scope: Scope
}

/** An enabled user of an enabled client, as requests need it. */
export interface KnownUser {
  /** Without a key; its scope is `portal`. */
  readonly principal: Principal
  readonly account: Account
  readonly admits: Admits
}

/** Everything a request needs to know about the user behind a key. */
export interface LoadedKey {
  readonly keyHash: Buffer
  /** When it stops working, milliseconds since the epoch. */
  readonly expiresAtMs: number
  readonly principal: Principal
  /** The principal as access tokens of the scope `send` have it. */
  readonly sending: Principal
  /** How often its access tokens have been revoked. */
  readonly tokenRound: number
  readonly user: KnownUser
}

/** Loads the keys with the given hashes that belong to an enabled user of an enabled client. */
export function loadKeys(
  sql: Sql,
  keyHashes: readonly Buffer[],
  defaults: DirectoryDefaults,
): Promise<readonly LoadedKey[]> {
  return selectKeys(sql, sql`api_key.key_hash = any(${byteaArray(keyHashes)}::bytea[])`, defaults)
}

/** As `loadKeys`, by their ids. */
export function loadKeysById(
  sql: Sql,
  keyIds: readonly number[],
  defaults: DirectoryDefaults,
): Promise<readonly LoadedKey[]> {
  return selectKeys(sql, sql`api_key.key_id = any(${numberArray(keyIds)}::bigint[])`, defaults)
}

async function selectKeys(sql: Sql, condition: Fragment, defaults: DirectoryDefaults): Promise<readonly LoadedKey[]> {
  const rows = await sql<KeyRow[]>`
    select api_key.key_id, api_key.key_hash, api_key.scope, api_key.expires_at, api_key.token_round, ${userColumns(sql)}
    from api_key join app_user using (user_id) join client using (client_id)
    where ${condition} and app_user.enabled and client.enabled`
  return rows.map((row) => ({
    keyHash: row.key_hash,
    expiresAtMs: millisecondsOf(row.expires_at),
    principal: mapRowToPrincipal(row, { keyId: row.key_id, scope: row.scope }, defaults),
    sending: mapRowToPrincipal(row, { keyId: row.key_id, scope: 'send' }, defaults),
    tokenRound: row.token_round,
    user: mapRowToUser(row, defaults),
  }))
}

/** A key of any user, found by its first characters. */
export interface LoadedSmppKey {
  readonly smppHash: Buffer
  /** As `LoadedKey.expiresAtMs`. */
  readonly expiresAtMs: number
  /** In lower case. */
  readonly email: string
  /** Whether its user and client are enabled. */
  readonly isEnabled: boolean
  readonly admits: Admits
  /** Reaches no further than sending: the beginning of a key is not the key. */
  readonly principal: Principal
}

/** Keys by the hash of their first characters (`SecretBox.smppHash`), including those of disabled users and clients. */
export async function loadSmppKeys(
  sql: Sql,
  smppHashes: readonly Buffer[],
  defaults: DirectoryDefaults,
): Promise<readonly LoadedSmppKey[]> {
  const rows = await sql<
    (Omit<KeyRow, 'key_hash' | 'scope' | 'token_round'> & { smpp_hash: Buffer; is_enabled: boolean })[]
  >`
    select api_key.key_id, api_key.smpp_hash, api_key.expires_at, app_user.enabled and client.enabled as is_enabled, ${userColumns(sql)}
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.smpp_hash = any(${byteaArray(smppHashes)}::bytea[])`
  return rows.map((row) => ({
    smppHash: row.smpp_hash,
    expiresAtMs: millisecondsOf(row.expires_at),
    email: row.email,
    isEnabled: row.is_enabled,
    admits: admissionOfRow(row),
    principal: mapRowToPrincipal(row, { keyId: row.key_id, scope: 'send' }, defaults),
  }))
}

/** A user with the stored hash of its password. */
export interface LoadedUser {
  readonly passwordHash: string
  /** Sealed, see `SecondFactorStore`; null without one. */
  readonly secondFactor: Buffer | null
  /** Whether it and its client are enabled. */
  readonly isEnabled: boolean
  readonly admits: Admits
  /** Without a key; its scope is `send`. */
  readonly principal: Principal
}

/**
 * Users with an e-mail, given in lower case, of one client or of all, including disabled ones; the oldest, at most
 * `atMost`.
 */
export async function loadUsersByEmail(
  sql: Sql,
  email: string,
  clientId: number | undefined,
  defaults: DirectoryDefaults,
  atMost: number,
): Promise<readonly LoadedUser[]> {
  const rows = await sql<(UserRow & { password_hash: string; second_factor: Buffer | null; is_enabled: boolean })[]>`
    select
      app_user.password_hash, second_factor.sealed as second_factor, app_user.enabled and client.enabled as is_enabled,
      ${userColumns(sql)}
    from app_user join client using (client_id) left join second_factor using (user_id)
    where app_user.email = ${storableText(email)} ${clientId === undefined ? sql`` : sql`and app_user.client_id = ${clientId}::bigint`}
    order by app_user.user_id limit ${atMost}::integer`
  return rows.map((row) => ({
    passwordHash: row.password_hash,
    secondFactor: row.second_factor,
    isEnabled: row.is_enabled,
    admits: admissionOfRow(row),
    principal: mapRowToPrincipal(row, { keyId: null, scope: 'send' }, defaults),
  }))
}

/** The newest key of an enabled user that may be handed out, sealed; undefined when there is none. */
export async function loadNewestKey(sql: Sql, userId: number): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealed: Buffer }[]>`
    select api_key.sealed
    from api_key join app_user using (user_id) join client using (client_id)
    where api_key.user_id = ${userId}::bigint and app_user.enabled and client.enabled
      and api_key.scope = 'send' and api_key.sealed is not null and (api_key.expires_at is null or api_key.expires_at > now())
    order by api_key.key_id desc limit 1`
  return row?.sealed
}

/** Loads those of the users that are enabled and belong to an enabled client. */
export async function loadUsers(
  sql: Sql,
  userIds: readonly number[],
  defaults: DirectoryDefaults,
): Promise<readonly KnownUser[]> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql)}
    from app_user join client using (client_id)
    where app_user.user_id = any(${numberArray(userIds)}::bigint[]) and app_user.enabled and client.enabled`
  return rows.map((row) => mapRowToUser(row, defaults))
}

/** A client that an operator acts for, enabled or not. */
export interface KnownClient extends SendingChannels<SendingChannel> {
  readonly isEnabled: boolean
  readonly quiet: QuietCheck | null
  /** The fields of a principal that come from the client. */
  readonly fields: Pick<Principal, 'clientId' | 'clientName' | 'country' | 'currency' | 'rateLimit'>
}

export async function loadClients(
  sql: Sql,
  clientIds: readonly number[],
  defaults: DirectoryDefaults,
): Promise<readonly KnownClient[]> {
  const rows = await sql<(ClientRow & { enabled: boolean })[]>`
    select ${clientColumns(sql)}, client.enabled
    from client where client.client_id = any(${numberArray(clientIds)}::bigint[])`
  return rows.map((row) => ({
    isEnabled: row.enabled,
    fields: clientFields(row, defaults),
    quiet: quietOf(row),
    ...sendingChannels(channelsOf(row), null),
  }))
}

function millisecondsOf(time: Date | null): number {
  return time === null ? Number.POSITIVE_INFINITY : time.getTime()
}

function userColumns(sql: Sql) {
  return sql`
    ${clientColumns(sql)},
    app_user.user_id, app_user.email, app_user.role, app_user.priority, app_user.channel_id as own_channel_id`
}

function clientColumns(sql: Sql) {
  return sql`
    client.client_id, client.name as client_name, client.country, client.currency, client.rate_limit,
    client.quiet_hours,
    client.program_networks, client.portal_networks,
    (
      select coalesce(json_agg(json_build_object(
        'channelId', channel.channel_id, 'kind', channel.kind, 'address', channel.address,
        'isDefault', channel.is_default, 'outgoingNumber', channel.outgoing_number,
        'optOutLinkBase', channel.opt_out_link_base,
        'optInLinkBase', channel.opt_in_link_base) order by channel.channel_id), '[]')
      from channel where channel.client_id = client.client_id and channel.enabled
    ) as channels`
}

function mapRowToPrincipal(
  row: UserRow,
  { keyId, scope }: Pick<Principal, 'keyId' | 'scope'>,
  defaults: DirectoryDefaults,
): Principal {
  const { user_id: userId, email, role, priority } = row
  return Object.freeze({ ...clientFields(row, defaults), userId, email, role, keyId, scope, priority })
}

function clientFields(row: ClientRow, defaults: DirectoryDefaults): KnownClient['fields'] {
  return {
    clientId: row.client_id,
    clientName: row.client_name,
    country: row.country ?? defaults.country,
    currency: row.currency,
    rateLimit: row.rate_limit ?? defaults.rateLimit,
  }
}

function mapRowToUser(row: UserRow, defaults: DirectoryDefaults): KnownUser {
  const { client_id: clientId, user_id: userId, own_channel_id: ownChannelId } = row
  const account = {
    clientId,
    userId,
    ownChannelId,
    quiet: quietOf(row),
    ...sendingChannels(channelsOf(row), ownChannelId),
  }
  const principal = mapRowToPrincipal(row, { keyId: null, scope: 'portal' }, defaults)
  return { principal, account, admits: admissionOfRow(row) }
}

function admissionOfRow({ program_networks: programs, portal_networks: portal }: ClientRow): Admits {
  return admissionOf({ programs, portal })
}

function quietOf({ quiet_hours: quietHours }: ClientRow): QuietCheck | null {
  return quietHours && createQuietCheck(quietHours)
}

function channelsOf({ client_id: clientId, channels }: ClientRow): readonly SendingChannel[] {
  return channels.map((channel) => ({ ...channel, clientId, enabled: true }))
}
