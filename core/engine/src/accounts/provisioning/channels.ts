import { type ChannelSettings, GatewayError, type IncomingHandler } from '@heliograph/contracts'
import type { Sql, Transaction } from '../../database/database.ts'
import { generateSecurityKey, type SecretBox } from '../secrets.ts'
import { clientNotFound } from './clients.ts'
import {
  clearable,
  Fields,
  readChannelNumber,
  readChoice,
  readEmail,
  readMessageText,
  readMobile,
  readSender,
  readUrl,
} from './fields.ts'

const INCOMING_HANDLERS: readonly IncomingHandler[] = ['json', 'get', 'soap']

/** Exactly one of `number` and `sender`. */
export interface NewChannel {
  readonly clientId: number
  /** A short code, or a phone number in any international form. */
  readonly number?: string | undefined
  /** An alphanumeric sender, 1 to 11 characters. */
  readonly sender?: string | undefined
  /** Makes it the client's default instead of the present one. The first channel of a client is its default anyway. */
  readonly isDefault?: boolean | undefined
}

/** Absent = unchanged; null or empty = cleared. */
export interface ChannelChange {
  readonly channelId: number
  readonly enabled?: boolean | undefined
  readonly dlrUrl?: string | null | undefined
  readonly incomingUrl?: string | null | undefined
  readonly incomingHandler?: string | undefined
  readonly optOutUrl?: string | null | undefined
  readonly optInUrl?: string | null | undefined
  readonly autoResponse?: string | null | undefined
  readonly forwardEmail?: string | null | undefined
  readonly forwardMobile?: string | null | undefined
  readonly blacklistResponse?: string | null | undefined
  readonly whitelistResponse?: string | null | undefined
}

export interface ChannelRecord extends ChannelSettings {
  readonly channelId: number
  readonly clientId: number
  readonly kind: 'number' | 'sender'
  readonly address: string
  readonly isDefault: boolean
  readonly enabled: boolean
}

export interface ChannelTools {
  readonly secrets: SecretBox
  readonly defaultCountry: string
}

export async function addChannel(
  sql: Sql,
  { secrets, defaultCountry }: ChannelTools,
  input: NewChannel,
): Promise<{ channelId: number; securityKey: string }> {
  const securityKey = generateSecurityKey()
  const sealed = secrets.seal(securityKey)
  const channelId = await sql.begin(async (tx) => {
    // The lock keeps two first channels of a client from both becoming its default.
    const [client] = await tx<{ country: string | null }[]>`
      select country from client where client_id = ${input.clientId}::bigint for update`
    if (client === undefined) throw clientNotFound(input.clientId)
    const { kind, address } = readAddress(input, client.country ?? defaultCountry)
    const [present] = await tx`
      select from channel where client_id = ${input.clientId}::bigint and is_default`
    const isDefault = input.isDefault === true || present === undefined
    if (isDefault)
      await tx`update channel set is_default = false where client_id = ${input.clientId}::bigint and is_default`
    const [row] = await tx<{ channel_id: number }[]>`
      insert into channel (client_id, kind, address, is_default, security_key)
      values (${input.clientId}::bigint, ${kind}, ${address}, ${isDefault}, ${sealed}::bytea)
      on conflict do nothing
      returning channel_id`
    if (row === undefined) throw new GatewayError('conflict', 'channel-taken', `There is a channel ${address} already`)
    return row.channel_id
  })
  return { channelId, securityKey }
}

function readAddress(input: NewChannel, country: string): { kind: 'number' | 'sender'; address: string } {
  const fields = new Fields()
  const number = fields.read('number', input.number, readChannelNumber(country))
  const sender = fields.read('sender', input.sender, readSender)
  if ((input.number === undefined) === (input.sender === undefined)) {
    fields.refuse('number', 'or sender is required, and not both')
  }
  fields.check()
  return number === undefined ? { kind: 'sender', address: sender as string } : { kind: 'number', address: number }
}

export async function setChannel(sql: Sql, { defaultCountry }: ChannelTools, change: ChannelChange) {
  return sql.begin(async (tx) => {
    const [channel] = await tx<{ country: string | null }[]>`
      select client.country from channel join client using (client_id)
      where channel_id = ${change.channelId}::bigint for update of channel`
    if (channel === undefined) throw channelNotFound(change.channelId)
    const columns = readColumns(change, channel.country ?? defaultCountry)
    if (Object.keys(columns).length > 0) {
      await tx`update channel set ${tx(columns)} where channel_id = ${change.channelId}::bigint`
    }
    return findChannel(tx, change.channelId)
  })
}

type Columns = Record<string, string | boolean | null>

/** The columns to change with their new values. */
function readColumns(change: ChannelChange, country: string): Columns {
  const fields = new Fields()
  const url = clearable(readUrl)
  const text = clearable(readMessageText)
  const columns = {
    enabled: change.enabled,
    dlr_url: fields.read('dlrUrl', change.dlrUrl, url),
    incoming_url: fields.read('incomingUrl', change.incomingUrl, url),
    incoming_handler: fields.read('incomingHandler', change.incomingHandler, readChoice(INCOMING_HANDLERS)),
    optout_url: fields.read('optOutUrl', change.optOutUrl, url),
    optin_url: fields.read('optInUrl', change.optInUrl, url),
    auto_response: fields.read('autoResponse', change.autoResponse, text),
    forward_email: fields.read('forwardEmail', change.forwardEmail, clearable(readEmail)),
    forward_mobile: fields.read('forwardMobile', change.forwardMobile, clearable(readMobile(country))),
    blacklist_response: fields.read('blacklistResponse', change.blacklistResponse, text),
    whitelist_response: fields.read('whitelistResponse', change.whitelistResponse, text),
  }
  fields.check()
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Columns
}

async function findChannel(tx: Transaction, channelId: number): Promise<ChannelRecord> {
  const [row] = await tx<ChannelRecord[]>`
    select channel_id as "channelId", client_id as "clientId", kind, address, is_default as "isDefault", enabled,
      incoming_handler as "incomingHandler", incoming_url as "incomingUrl", dlr_url as "dlrUrl",
      optout_url as "optOutUrl", optin_url as "optInUrl", auto_response as "autoResponse",
      forward_email as "forwardEmail", forward_mobile as "forwardMobile",
      blacklist_response as "blacklistResponse", whitelist_response as "whitelistResponse"
    from channel where channel_id = ${channelId}::bigint`
  return row as ChannelRecord
}

function channelNotFound(channelId: number): GatewayError {
  return new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
}
