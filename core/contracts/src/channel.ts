import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * What a client sends from and receives on: a number (short code or long number, two-way) or an alphanumeric sender, which can only send.
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

/** How an incoming SMS is handed to the client's web hook (specification, "Incoming SMS webhook"). */
export type IncomingHandler = 'json' | 'get' | 'soap'

/**
 * Where an opt-out keyword has to stand in an incoming text: `contains`: as a whole word anywhere; `first-word`: in front; `exact`: alone, blanks and punctuation
 * aside.
 */
export type KeywordMatch = 'contains' | 'first-word' | 'exact'

/** The settings a channel has beside its address (specification, "Channel settings"). URLs and texts are null when not set. */
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
  /** The number that messages of a two-way number go out from, digits; null: its own. What comes in to it belongs to no channel. */
  readonly outgoingNumber: string | null
  readonly keywordMatch: KeywordMatch
  /**
   * What `{opt_out_link}` in a text begins with, may itself begin with `{base_url}`. Null: the gateway's own page, `{base_url}/sms/2/messages/subscription/`. Empty:
   * the client has a page of its own, and the placeholder stands for nothing.
   */
  readonly optOutLinkBase: string | null
  /** The same for `{opt_in_link}`. */
  readonly optInLinkBase: string | null
}

/** What messages of a user can go out from. */
export interface Sender {
  readonly channelId: number
  /** Of the channel: what a message names as its `from`. */
  readonly address: string
  /** What handsets show: the number that the channel's messages go out from, where that is another. */
  readonly shownAs: string
  readonly kind: Channel['kind']
  /** Where messages of this user go out that name no channel. */
  readonly isDefault: boolean
}

/** Where clients send from and receive on. */
export interface Channels {
  /**
   * Where a message of the principal goes out from when it names no channel: the user's own, else the client's default. Undefined: none is enabled. Throws
   * `unavailable` while the database is needed and away.
   */
  defaultOf(principal: Principal): Promise<Channel | undefined>
  /** Everything that a message of the principal may name as its `from`: the enabled channels of the client, oldest first. Throws as `defaultOf`. */
  sendersOf(principal: Principal): Promise<readonly Sender[]>
  /**
   * A text as contacts get it from the channel that a message with this `from` goes out from, to be shown or counted: placeholders replaced by links, for a number of 15 digits, the most there are, so that no
   * contact's text is longer. A text without placeholders comes back as it is. Throws as `defaultOf`.
   */
  sampleOf(principal: Principal, text: string, from?: string | undefined): Promise<string>
  /**
   * A channel of any client with its settings, enabled or not: for modules of the deployment, which learn of it by an event. Undefined: there is none. It is remembered
   * for half a second, so asking for every event is cheap. Throws `unavailable` while the database is needed and away.
   */
  find(channelId: number): Promise<(Channel & ChannelSettings) | undefined>
}

export const Channels: ServiceToken<Channels> = defineService('heliograph.channels')
