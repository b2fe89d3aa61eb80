import type { IncomingHandler, KeywordMatch } from '@heliograph/contracts'
import { type IncomingFacts, normaliseNumber } from '@heliograph/messaging'
import { numberArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'

/** An incoming SMS with the channel it was sent to and the client whose channel that is. */
export interface IncomingSubject extends IncomingFacts {
  readonly clientId: number
  readonly clientName: string
  readonly country: string | null
  readonly currency: string
  readonly channelId: number
  /** The channel's number. */
  readonly channelAddress: string
  /** The number it sends from, if that is another one. */
  readonly outgoingNumber: string | null
  /** The channel was enabled when the SMS arrived, so its client sees it. */
  readonly isShown: boolean
  /**
   * False: the channel was disabled when the SMS arrived, or the channel or its client is disabled by now. The client
   * is not notified, and nothing is sent.
   */
  readonly isActive: boolean
  /** It was sent from a number of this deployment. */
  readonly isFromOwnNumber: boolean
  readonly keywordMatch: KeywordMatch
  readonly incomingHandler: IncomingHandler
  readonly incomingUrl: string | null
  readonly optOutUrl: string | null
  readonly optInUrl: string | null
  readonly autoResponse: string | null
  readonly forwardMobile: string | null
  readonly blacklistResponse: string | null
  readonly whitelistResponse: string | null
  /** The bases of links in its texts; see `ChannelSettings`. */
  readonly optOutLinkBase: string | null
  readonly optInLinkBase: string | null
}

/**
 * Loads incoming SMS, each by look-ups; those to a number that no channel has are left out, those to a disabled channel
 * are not.
 */
export function loadSubjects(sql: Queryable, incomingIds: readonly number[]): PromiseLike<readonly IncomingSubject[]> {
  return sql<IncomingSubject[]>`
    select message.incoming_id as "incomingId", message.sender as "from", message.recipient as "to", coalesce(message.body, '') as text,
      message.received_at as "receivedAt", channel.client_id as "clientId", client.name as "clientName", client.country,
      client.currency, channel.channel_id as "channelId", channel.address as "channelAddress",
      channel.outgoing_number as "outgoingNumber",
      message.channel_id is not null as "isShown",
      message.channel_id is not null and channel.enabled and client.enabled as "isActive",
      exists (
        select from channel as own where own.kind = 'number' and own.address = message.sender offset 0
      ) or exists (
        select from channel as own where own.outgoing_number = message.sender offset 0
      ) as "isFromOwnNumber",
      channel.keyword_match as "keywordMatch", channel.incoming_handler as "incomingHandler",
      channel.incoming_url as "incomingUrl", channel.optout_url as "optOutUrl", channel.optin_url as "optInUrl",
      channel.auto_response as "autoResponse", channel.forward_mobile as "forwardMobile",
      channel.blacklist_response as "blacklistResponse", channel.whitelist_response as "whitelistResponse",
      channel.opt_out_link_base as "optOutLinkBase", channel.opt_in_link_base as "optInLinkBase"
    from unnest(${numberArray(incomingIds)}::bigint[]) as given (incoming_id)
    cross join lateral (
      select * from incoming_message where incoming_message.incoming_id = given.incoming_id limit 1
    ) as message
    cross join lateral (
      select * from channel
      where channel.channel_id = coalesce(message.channel_id, (
        select numbered.channel_id from channel as numbered
        where numbered.kind = 'number' and numbered.address = message.recipient
      ))
      limit 1
    ) as channel
    cross join lateral (select * from client where client.client_id = channel.client_id limit 1) as client
    order by message.incoming_id`
}

/**
 * The sender as a contact of the client: digits. Undefined for an alphanumeric sender, which nothing can be sent to.
 */
export function contactOf(
  { from, country }: Pick<IncomingSubject, 'from' | 'country'>,
  defaultCountry: string,
): string | undefined {
  if (!/^\+?\d+$/.test(from)) return undefined
  return normaliseNumber(from, 'international', country ?? defaultCountry) ?? from.replace('+', '')
}
