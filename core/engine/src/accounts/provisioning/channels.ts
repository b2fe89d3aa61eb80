import { type ChannelLimits, missingAccount } from '@heliograph/access'
import {
  type ChannelChange,
  type ChannelRecord,
  GatewayError,
  type IncomingHandler,
  type KeywordMatch,
  type NewChannel,
  type SecretState,
} from '@heliograph/contracts'
import { notGiven } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable, Sql, Transaction } from '../../database/database.ts'
import type { Fragment } from '../../ownership/owned-table.ts'
import type { SecretBox } from '../master-keys/secret-box.ts'
import { generateSecurityKey } from '../secrets.ts'
import {
  clearable,
  Fields,
  type Reader,
  readChannelNumber,
  readChoice,
  readEmail,
  readLinkBase,
  readMessageText,
  readMobile,
  readSender,
  readUrl,
  unlessNull,
} from './fields.ts'
import { insertOutgoingNumber, listOutgoingNumbers } from './outgoing-numbers.ts'
import { secretStates } from './secret-places.ts'

/** One of the gateway's own, or an instance by its name. */
const readHandler: Reader<string, IncomingHandler> = (raw) => {
  const given = raw.trim()
  return /^instance:[\w.-]{1,100}$/.test(given) ? (given as IncomingHandler) : readOwnHandler(given)
}

const readOwnHandler = readChoice<IncomingHandler>(['json', 'get', 'soap'])
const KEYWORD_MATCHES: readonly KeywordMatch[] = ['contains', 'first-word', 'exact']

export interface ChannelTools {
  readonly secrets: SecretBox
  readonly defaultCountry: string
}

export function addChannel(
  sql: Sql,
  tools: ChannelTools,
  input: NewChannel,
): Promise<{ channelId: number; securityKey: string }> {
  return sql.begin((tx) => insertChannel(tx, tools, input))
}

/** The same as part of something larger. */
export async function insertChannel(
  tx: Transaction,
  { secrets, defaultCountry }: ChannelTools,
  input: NewChannel,
): Promise<{ channelId: number; securityKey: string }> {
  const securityKey = generateSecurityKey()
  const sealed = secrets.seal(securityKey)
  // The lock keeps two first channels of a client from both becoming its default.
  const [client] = await tx<{ country: string | null }[]>`
    select country from client where client_id = ${input.clientId}::bigint for update`
  if (client === undefined) throw missingAccount('client', input.clientId)
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
  if (row === undefined) throw new GatewayError('conflict', 'channel-taken', `There is already a channel ${address}`)
  return { channelId: row.channel_id, securityKey }
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

export async function setChannel(
  sql: Sql,
  { defaultCountry }: ChannelTools,
  change: ChannelChange,
  limits?: ChannelLimits,
): Promise<ChannelRecord> {
  return sql.begin(async (tx) => {
    const [channel] = await tx<ChangedChannel[]>`
      select client_id as "clientId", client.country, channel.kind, outgoing_number as "outgoingNumber" from channel join client using (client_id)
      where channel_id = ${change.channelId}::bigint for update of channel`
    if (channel === undefined) throw missingAccount('channel', change.channelId)
    const columns = readColumns(change, channel.kind, channel.country ?? defaultCountry)
    await settleOutgoingNumber(tx, channel, columns.outgoing_number, limits)
    if (Object.keys(columns).length > 0) {
      await tx`update channel set ${tx(columns)} where channel_id = ${change.channelId}::bigint`
    }
    return (await findChannel(tx, change.channelId)) as ChannelRecord
  })
}

interface ChangedChannel {
  readonly clientId: number
  readonly country: string | null
  readonly kind: string
  readonly outgoingNumber: string | null
}

/** Gives the new number to the client, or makes sure that it was given. What stays as it is needs no permission. */
async function settleOutgoingNumber(
  tx: Transaction,
  { clientId, outgoingNumber }: ChangedChannel,
  wanted: string | null | undefined,
  limits: ChannelLimits | undefined,
): Promise<void> {
  if (wanted == null) return
  const numbers = (await listOutgoingNumbers(tx, clientId)).map(({ number }) => number)
  if (numbers.includes(wanted)) return
  if (!limits?.onlyGivenNumbers) return insertOutgoingNumber(tx, clientId, wanted)
  if (wanted === outgoingNumber) return
  const fields = new Fields()
  fields.refuse('outgoingNumber', notGiven(numbers))
  fields.check()
}

/** The columns to change with their new values. */
function readColumns(change: ChannelChange, kind: string, country: string) {
  const fields = new Fields()
  if (kind === 'sender' && change.outgoingNumber) fields.refuse('outgoingNumber', 'is for numbers, not for senders')
  const url = clearable(readUrl)
  const text = clearable(readMessageText)
  const columns = {
    enabled: change.enabled,
    dlr_url: fields.read('dlrUrl', change.dlrUrl, url),
    incoming_url: fields.read('incomingUrl', change.incomingUrl, url),
    incoming_handler: fields.read('incomingHandler', change.incomingHandler, readHandler),
    optout_url: fields.read('optOutUrl', change.optOutUrl, url),
    optin_url: fields.read('optInUrl', change.optInUrl, url),
    auto_response: fields.read('autoResponse', change.autoResponse, text),
    forward_email: fields.read('forwardEmail', change.forwardEmail, clearable(readEmail)),
    forward_mobile: fields.read('forwardMobile', change.forwardMobile, clearable(readMobile(country))),
    blacklist_response: fields.read('blacklistResponse', change.blacklistResponse, text),
    whitelist_response: fields.read('whitelistResponse', change.whitelistResponse, text),
    outgoing_number: fields.read('outgoingNumber', change.outgoingNumber, clearable(readChannelNumber(country))),
    keyword_match: fields.read('keywordMatch', change.keywordMatch, readChoice(KEYWORD_MATCHES)),
    opt_out_link_base: fields.read('optOutLinkBase', change.optOutLinkBase, unlessNull(readLinkBase)),
    opt_in_link_base: fields.read('optInLinkBase', change.optInLinkBase, unlessNull(readLinkBase)),
  }
  fields.check()
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as typeof columns
}

/** The channels of a client, oldest first. */
export function listChannels(sql: Queryable, clientId: number): Promise<readonly ChannelRecord[]> {
  return selectChannels(sql, sql`client_id = ${clientId}::bigint`)
}

export async function findChannel(sql: Queryable, channelId: number): Promise<ChannelRecord | undefined> {
  const [channel] = await selectChannels(sql, sql`channel_id = ${channelId}::bigint`)
  return channel
}

/** The channels that exist among those requested, oldest first. */
export function findChannels(sql: Queryable, channelIds: readonly number[]): Promise<readonly ChannelRecord[]> {
  return selectChannels(sql, sql`channel_id = any(${numberArray(channelIds)}::bigint[])`)
}

async function selectChannels(sql: Queryable, condition: Fragment): Promise<readonly ChannelRecord[]> {
  const rows = await sql<ChannelRow[]>`
    select channel_id as "channelId", client_id as "clientId", kind, address, is_default as "isDefault", enabled,
      incoming_handler as "incomingHandler", incoming_url as "incomingUrl", dlr_url as "dlrUrl",
      optout_url as "optOutUrl", optin_url as "optInUrl", auto_response as "autoResponse",
      forward_email as "forwardEmail", forward_mobile as "forwardMobile",
      blacklist_response as "blacklistResponse", whitelist_response as "whitelistResponse",
      outgoing_number as "outgoingNumber", keyword_match as "keywordMatch",
      opt_out_link_base as "optOutLinkBase", opt_in_link_base as "optInLinkBase", ${secretStates(sql)} as secrets
    from channel where ${condition} order by channel_id`
  return rows.map(mapRowToChannel)
}

interface StateRow {
  readonly isSet: boolean
  /** Milliseconds since the epoch. */
  readonly previousUntil: number | null
}

type ChannelRow = Omit<ChannelRecord, 'secrets'> & {
  readonly secrets: Readonly<Record<keyof ChannelRecord['secrets'], StateRow>>
}

function mapRowToChannel({ secrets: { securityKey, optOut, optIn }, ...channel }: ChannelRow): ChannelRecord {
  const state = ({ isSet, previousUntil }: StateRow): SecretState => ({
    isSet,
    previousUntil: previousUntil === null ? null : new Date(previousUntil),
  })
  return { ...channel, secrets: { securityKey: state(securityKey), optOut: state(optOut), optIn: state(optIn) } }
}
