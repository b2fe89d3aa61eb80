import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What a client sends from and receives on: a number (short code or long number, two-way) or an alphanumeric sender,
 * which can only send.
 * @stability stable
 */
export interface Channel {
  readonly channelId: number
  readonly clientId: number
  readonly kind: 'number' | 'sender'
  /** Digits for a number, the text as shown on handsets for a sender. */
  readonly address: string
  readonly enabled: boolean
  /** Used when a request names no channel of its own. At most one per client. */
  readonly isDefault: boolean
}

/**
 * An instance of an interface that writes incoming SMS (`Adapter.formatIncoming`), by its name.
 *
 * @stability experimental
 */
export type IncomingInstance = `instance:${string}`

/**
 * How an incoming SMS is handed to the client's webhook (specification, "Incoming SMS webhook"), or the instance that
 * does it in a form of its own.
 *
 * @stability stable
 */
export type IncomingHandler = 'json' | 'get' | 'soap' | IncomingInstance

/**
 * Where an opt-out keyword has to be in an incoming text. `contains`: anywhere, as a whole word. `first-word`: at the
 * beginning. `exact`: alone, apart from blanks and punctuation.
 * @stability stable
 */
export type KeywordMatch = 'contains' | 'first-word' | 'exact'

/**
 * The settings that a channel has in addition to its address (specification, "Channel settings"). URLs and texts are
 * null when not set.
 * @stability stable
 */
export interface ChannelSettings {
  readonly incomingHandler: IncomingHandler
  readonly incomingUrl: string | null
  readonly dlrUrl: string | null
  readonly optOutUrl: string | null
  readonly optInUrl: string | null
  readonly autoResponse: string | null
  readonly forwardEmail: string | null
  readonly forwardMobile: string | null
  readonly blacklistResponse: string | null
  readonly whitelistResponse: string | null
  /**
   * The number that messages of a two-way number go out from, digits; null = its own. Incoming SMS to that number
   * belong to no channel.
   */
  readonly outgoingNumber: string | null
  readonly keywordMatch: KeywordMatch
  /**
   * The beginning of the links that replace `{opt_out_link}` in texts; may itself begin with `{base_url}`. Null: the
   * gateway's own page, `{base_url}/sms/2/messages/subscription/`. Empty: the client has a page of its own, and the
   * placeholder is removed.
   */
  readonly optOutLinkBase: string | null
  /** The same for `{opt_in_link}`. */
  readonly optInLinkBase: string | null
}

/** A channel that messages of a user can go out from. @stability stable */
export interface Sender {
  readonly channelId: number
  /** Address of the channel: what a message gives as its `from`. */
  readonly address: string
  /** What handsets show: the number that the channel's messages go out from, where that is another one. */
  readonly shownAs: string
  readonly kind: Channel['kind']
  /** Messages of this user that name no channel go out from this one. */
  readonly isDefault: boolean
}

/** The channels that clients send from and receive on. @stability stable */
export interface Channels {
  /**
   * The channel that a message of the principal goes out from when it names none: the user's own, else the client's
   * default. Undefined when none is enabled. Throws `unavailable` when the database is needed but away.
   */
  defaultOf(principal: Principal): Promise<Channel | undefined>
  /**
   * The channels that a message of the principal may name as its `from`: the enabled ones of the client, oldest first.
   * Throws as `defaultOf`.
   */
  sendersOf(principal: Principal): Promise<readonly Sender[]>
  /**
   * The only channel whose messages the principal sees in views for people: the own channel of a `user`; null: all of
   * its client. Views of the gateway ask this rule themselves, except for `Reports` and `Uploads`, which interfaces of
   * clients use as well. Throws as `defaultOf`.
   */
  visibleTo(principal: Principal): Promise<number | null>
  /**
   * A text as contacts get it from the channel that a message with this `from` goes out from, to be shown or counted.
   * Its placeholders are replaced by links for a number of 15 digits, the longest possible, so no contact's text is
   * longer. A text without placeholders comes back unchanged. Throws as `defaultOf`.
   */
  sampleOf(principal: Principal, text: string, from?: string | undefined): Promise<string>
  /**
   * A channel of any client with its settings, enabled or not: for modules of the deployment, which get its id with an
   * event. Undefined when there is none. The answer is cached for half a second, so a call for every event is cheap.
   * Throws `unavailable` when the database is needed but away.
   */
  find(channelId: number): Promise<(Channel & ChannelSettings) | undefined>
}

export const Channels: ServiceToken<Channels> = defineService('heliograph.channels')
