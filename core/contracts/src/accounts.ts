import type { Channel, ChannelSettings } from './channel.ts'
import type { PriorityName } from './message.ts'
import type { Principal, Role } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A client. Decimal amounts are text, so that nothing is rounded on the way. */
export interface ClientRecord {
  readonly clientId: number
  readonly name: string
  /** ISO 3166-1 alpha-2; null = the deployment's. */
  readonly country: string | null
  /** ISO 4217. */
  readonly currency: string
  /** Of an SMS part. */
  readonly price: string
  /** Null = billed afterwards, no limit. */
  readonly credit: string | null
  /** v2 requests a minute for each key; null = the deployment's. */
  readonly rateLimit: number | null
  readonly enabled: boolean
}

export interface NewClient {
  readonly name: string
  /** ISO 3166-1 alpha-2; absent = the deployment's, also when that changes. */
  readonly country?: string | undefined
  /** ISO 4217; absent = the deployment's at this moment. */
  readonly currency?: string | undefined
  /** Prepaid with this much; absent = billed afterwards, no limit. */
  readonly credit?: string | undefined
  /** Price of an SMS part; absent = 0. */
  readonly price?: string | undefined
  /** v2 requests a minute for each key; absent = the deployment's. */
  readonly rateLimit?: number | undefined
}

/** Absent = unchanged. */
export interface ClientChange {
  readonly clientId: number
  readonly name?: string | undefined
  /** ISO 3166-1 alpha-2; null = the deployment's. Numbers of contacts that are stored already stay as they are. */
  readonly country?: string | null | undefined
  readonly enabled?: boolean | undefined
  /** Added to the credit (negative: taken). It makes a client that was billed afterwards prepaid. */
  readonly addCredit?: string | undefined
  /** Why, for the ledger: up to 200 characters. */
  readonly creditNote?: string | undefined
  readonly price?: string | undefined
  /** Null = the deployment's. */
  readonly rateLimit?: number | null | undefined
}

/** A change of a balance by hand. Decimal amounts are text. */
export interface CreditChange {
  readonly at: Date
  /** Negative: taken. */
  readonly amount: string
  /** `opening`: what the client began with. */
  readonly reason: 'opening' | 'top-up'
  /** E-mail of the operator; empty when it was a command on the server. */
  readonly by: string
  /** What the operator said to it. */
  readonly note: string | null
}

/** A day in UTC on which the balance of a client changed. */
export interface LedgerDay {
  /** `2026-01-31`. */
  readonly day: string
  /** At its end; of today: now. */
  readonly balance: string
  /** What messages that were accepted cost, less what came back by joining and replacing them. */
  readonly charged: string
  /** What came back for messages that never reached a network. */
  readonly refunded: string
  /** Newest first. */
  readonly changes: readonly CreditChange[]
}

export interface LedgerFilter {
  /** Only days before this one: the `next` of the page before. */
  readonly before?: string | undefined
  /** How many days at most, 1 to 366. */
  readonly limit: number
}

/** Newest first. */
export interface LedgerPage {
  readonly records: readonly LedgerDay[]
  /** `before` of the next page. Undefined: there is none. */
  readonly next: string | undefined
}

export interface UserRecord {
  readonly userId: number
  readonly clientId: number
  /** Lower case. */
  readonly email: string
  readonly role: Role
  /** The channel this user sends from; null = the client's default. */
  readonly channelId: number | null
  /** Beats the default of every interface; null = none of its own. */
  readonly priority: PriorityName | null
  readonly enabled: boolean
}

export interface NewUser {
  readonly clientId: number
  readonly email: string
  readonly password: string
  /** The channel this user sends from; absent = the client's default. */
  readonly channelId?: number | undefined
  /** Name of a `Role`; absent = `user`. */
  readonly role?: string | undefined
  /** Name of a priority that beats the default of every interface. */
  readonly priority?: string | undefined
}

/** Absent = unchanged, null = none of its own. */
export interface UserChange {
  readonly userId: number
  readonly enabled?: boolean | undefined
  readonly role?: string | undefined
  readonly channelId?: number | null | undefined
  readonly priority?: string | null | undefined
}

/** An API key, without the key itself. */
export interface KeyRecord {
  readonly keyId: number
  readonly userId: number
  readonly createdAt: Date
}

/** What is known of a secret without the secret. */
export interface SecretState {
  /** False: there is none, the security key signs instead. */
  readonly isSet: boolean
  /** Until when what signed before it goes on to sign beside it; null: it does not. */
  readonly previousUntil: Date | null
}

/** A channel with its settings, without the secrets that sign its webhooks. */
export interface ChannelRecord extends Channel, ChannelSettings {
  readonly secrets: {
    readonly securityKey: SecretState
    /** Shared secret of opt-out webhooks. */
    readonly optOut: SecretState
    /** Shared secret of opt-in webhooks. */
    readonly optIn: SecretState
  }
}

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
  /** A short code, or a phone number in any international form. For numbers, not for senders. */
  readonly outgoingNumber?: string | null | undefined
  /** Name of a `KeywordMatch`. */
  readonly keywordMatch?: string | undefined
  /** Null = the default again; empty = the client has a page of its own. */
  readonly optOutLinkBase?: string | null | undefined
  /** The same. */
  readonly optInLinkBase?: string | null | undefined
}

/** A shared secret to sign the opt-out or opt-in webhooks of a channel with, instead of its security key. */
export interface SharedSecretChange {
  readonly channelId: number
  readonly kind: 'opt-out' | 'opt-in'
  /** 1 to 200 characters. Absent: one of 64 characters is generated. Null: none, the security key signs again. */
  readonly secret?: string | null | undefined
  /** See `rotateSecurityKey`. */
  readonly overlapHours?: number | undefined
}

/**
 * Clients, users, keys and channels, as far as the principal's role goes.
 *
 * An `operator` may do everything, in every client. An `admin` keeps the users, keys and channels of its own client, except what belongs to an operator that
 * is a user of the same client; it makes no one an operator. A `user` has its own keys and password. Users cannot take their own role or access away.
 * The role is looked up for every call, so that it holds from the moment it is changed.
 *
 * Every method throws `forbidden`/`not-allowed` for what the role does not go to, `not-found` (`client-not-found`, `user-not-found`, `channel-not-found`,
 * `key-not-found`) for what does not exist or belongs to another client, `invalid`/`invalid-settings` with `details` by field, `unauthenticated`/
 * `account-disabled` when the principal's user or client was disabled meanwhile, `unavailable` while the database is away. All of it is in effect on every
 * node within a second.
 */
export interface Accounts {
  /** All clients for an operator, oldest first; for others their own. */
  clients(principal: Principal): Promise<readonly ClientRecord[]>
  /** One of them. */
  client(principal: Principal, clientId: number): Promise<ClientRecord>
  /** For operators. */
  addClient(principal: Principal, client: NewClient): Promise<{ readonly clientId: number }>
  /** For operators. Throws `invalid`/`credit-negative` when more credit is taken than there is. */
  setClient(principal: Principal, change: ClientChange): Promise<ClientRecord>
  /** What changed the balance of a client, by day. Empty for one that is billed afterwards. */
  ledger(principal: Principal, clientId: number, filter: LedgerFilter): Promise<LedgerPage>

  /** The users of a client, oldest first; a `user` sees itself alone. */
  users(principal: Principal, clientId: number): Promise<readonly UserRecord[]>
  /** Throws `conflict`/`email-taken` when the client has a user with this e-mail. */
  addUser(principal: Principal, user: NewUser): Promise<{ readonly userId: number }>
  /** Throws `conflict`/`own-account` when the principal would disable itself or change its own role. */
  setUser(principal: Principal, change: UserChange): Promise<UserRecord>
  /** Whether someone who sets the own password knows the present one is for the caller to find out, by `Logins`: that is where guesses are counted. */
  setPassword(principal: Principal, user: { readonly userId: number; readonly password: string }): Promise<void>

  /** Keys of a user, oldest first. */
  keys(principal: Principal, userId: number): Promise<readonly KeyRecord[]>
  /** The key is shown here and never again. */
  addKey(principal: Principal, userId: number): Promise<{ readonly keyId: number; readonly apiKey: string }>
  /** The key stops working; sessions that were opened with it end. */
  removeKey(principal: Principal, keyId: number): Promise<void>

  /** The channels of a client, oldest first. */
  channels(principal: Principal, clientId: number): Promise<readonly ChannelRecord[]>
  /** For operators. The security key signs the channel's webhooks; it is shown here and never again. Throws `conflict`/`channel-taken`. */
  addChannel(
    principal: Principal,
    channel: NewChannel,
  ): Promise<{ readonly channelId: number; readonly securityKey: string }>
  setChannel(principal: Principal, change: ChannelChange): Promise<ChannelRecord>
  /**
   * A new security key, shown here and never again. For `overlapHours` (0 to 720, default 24) the one before stays in force beside it: it makes `X-Signature` and
   * goes with GET and SOAP, the new one makes `X-Signature-Next`, so that receivers can change at a time of their own; then the new one is alone. With 0 it is so at
   * once. A key that is rotated again within the overlap is replaced, and the one before it stays.
   */
  rotateSecurityKey(
    principal: Principal,
    channelId: number,
    overlapHours?: number,
  ): Promise<{ readonly securityKey: string; readonly previousUntil: Date | null }>
  /** A shared secret of its own for opt-out or opt-in webhooks, shown here and never again; what signed them before overlaps with it in the same way. */
  setSharedSecret(
    principal: Principal,
    change: SharedSecretChange,
  ): Promise<{ readonly secret: string | null; readonly previousUntil: Date | null }>
}

export const Accounts: ServiceToken<Accounts> = defineService('heliograph.accounts')
