import type { Channel, ChannelSettings } from './channel.ts'
import type { PriorityName } from './message.ts'
import type { Principal, Role, Scope } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A client. Decimal amounts are text, so that nothing is rounded on the way. @stability stable */
export interface ClientRecord {
  readonly clientId: number
  readonly name: string
  /** ISO 3166-1 alpha-2; null = the deployment's country. */
  readonly country: string | null
  /** ISO 4217. */
  readonly currency: string
  /** Price of an SMS part. */
  readonly price: string
  /** Null = billed afterwards, no limit. */
  readonly credit: string | null
  /** v2 requests a minute for each key; null = the deployment's limit. */
  readonly rateLimit: number | null
  /**
   * For how many days its messages and incoming messages are kept, with the webhooks about them, where that is shorter
   * than the deployment's; null = as long as those of others.
   */
  readonly retentionDays: number | null
  readonly enabled: boolean
}

/** @stability stable */
export interface NewClient {
  readonly name: string
  /** ISO 3166-1 alpha-2; absent = the deployment's country, even when that changes later. */
  readonly country?: string | undefined
  /** ISO 4217; absent = the deployment's currency at this moment. */
  readonly currency?: string | undefined
  /** Makes the client prepaid, with this credit; absent = billed afterwards, no limit. */
  readonly credit?: string | undefined
  /** Price of an SMS part; absent = 0. */
  readonly price?: string | undefined
  /** v2 requests a minute for each key; absent = the deployment's limit. */
  readonly rateLimit?: number | undefined
  /** Its first channel, as in `NewChannel`: a number ... */
  readonly number?: string | undefined
  /** ... or a sender. */
  readonly sender?: string | undefined
  /** Of its first user, an `admin`, who gets a password that the gateway makes. */
  readonly email?: string | undefined
  /** Whether that user gets a key. Default: none. */
  readonly withKey?: boolean | undefined
}

/**
 * A new client with what was made for it, null where nothing was. The secrets are shown here and never again.
 * @stability stable
 */
export interface AddedClient {
  readonly clientId: number
  readonly channel: { readonly channelId: number; readonly securityKey: string } | null
  readonly user: { readonly userId: number; readonly password: string } | null
  readonly key: { readonly keyId: number; readonly apiKey: string } | null
}

/** Absent = unchanged. @stability stable */
export interface ClientChange {
  readonly clientId: number
  readonly name?: string | undefined
  /** ISO 3166-1 alpha-2; null = the deployment's country. The numbers of contacts already stored stay as they are. */
  readonly country?: string | null | undefined
  readonly enabled?: boolean | undefined
  /** Added to the credit; a negative amount is deducted. A client that was billed afterwards becomes prepaid. */
  readonly addCredit?: string | undefined
  /** The reason, for the ledger: up to 200 characters. */
  readonly creditNote?: string | undefined
  readonly price?: string | undefined
  /** Null = the deployment's limit. */
  readonly rateLimit?: number | null | undefined
  /** Null = the deployment's days. Older data is removed within the hour, for good. */
  readonly retentionDays?: number | null | undefined
}

/** A manual change of a balance. Decimal amounts are text. @stability stable */
export interface CreditChange {
  readonly at: Date
  /** Negative when credit was deducted. */
  readonly amount: string
  /** `opening`: the credit that the client started with. */
  readonly reason: 'opening' | 'top-up'
  /** E-mail of the operator; empty for a command on the server. */
  readonly by: string
  /** The reason that the operator gave. */
  readonly note: string | null
}

/** A day in UTC on which the balance of a client changed. @stability stable */
export interface LedgerDay {
  /** `2026-01-31`. */
  readonly day: string
  /** At the end of the day; for today, the present balance. */
  readonly balance: string
  /** The price of the messages accepted, less what joining and replacing messages gave back. */
  readonly charged: string
  /** Credited back for messages that never reached a network. */
  readonly refunded: string
  /** Newest first. */
  readonly changes: readonly CreditChange[]
}

/** @stability stable */
export interface LedgerFilter {
  /** Only days before this one: the `next` of the previous page. */
  readonly before?: string | undefined
  /** The maximum number of days, 1 to 366. */
  readonly limit: number
}

/** Newest first. @stability stable */
export interface LedgerPage {
  readonly records: readonly LedgerDay[]
  /** The `before` of the next page; undefined on the last page. */
  readonly next: string | undefined
}

/** @stability stable */
export interface UserRecord {
  readonly userId: number
  readonly clientId: number
  /** Lower case. */
  readonly email: string
  readonly role: Role
  /** The channel this user sends from; null = the client's default. */
  readonly channelId: number | null
  /** Overrides the default of every interface; null = the user has none. */
  readonly priority: PriorityName | null
  readonly enabled: boolean
}

/** @stability stable */
export interface NewUser {
  readonly clientId: number
  readonly email: string
  /** 10 to 1,024 characters. */
  readonly password: string
  /** The channel this user sends from; absent = the client's default. */
  readonly channelId?: number | undefined
  /** Name of a `Role`; absent = `user`. */
  readonly role?: string | undefined
  /** Name of a priority that overrides the default of every interface. */
  readonly priority?: string | undefined
}

/** Absent = unchanged; null removes the user's own value. @stability stable */
export interface UserChange {
  readonly userId: number
  readonly enabled?: boolean | undefined
  readonly role?: string | undefined
  readonly channelId?: number | null | undefined
  readonly priority?: string | null | undefined
}

/** An API key, without the key itself. @stability stable */
export interface KeyRecord {
  readonly keyId: number
  readonly userId: number
  readonly scope: Scope
  /** What people know it by; null: it has none. */
  readonly name: string | null
  readonly createdAt: Date
  /** When it stops working; null: never. */
  readonly expiresAt: Date | null
  /** To about a minute; null: not since uses are noted. */
  readonly lastUsedAt: Date | null
  /** Requests by it, to about a minute, by days of UTC. An SMPP session counts when it binds. */
  readonly requestsToday: number
  readonly requestsYesterday: number
  /** In the latest minute that the nodes have reported; 0 when there was none for two minutes. */
  readonly requestsPerMinute: number
}

/** @stability stable */
export interface NewKey {
  readonly userId: number
  /** Absent = `send`. */
  readonly scope?: Scope | undefined
  /** At most 60 characters; absent = none. */
  readonly name?: string | undefined
  /** In the future; absent = never. */
  readonly expiresAt?: Date | undefined
}

/** A user has at most this many keys. @stability stable */
export const MOST_KEYS = 100

/** The state of a secret, without the secret itself. @stability stable */
export interface SecretState {
  /** False when there is none; the security key then signs instead. */
  readonly isSet: boolean
  /** Until when the key or secret that signed before goes on signing beside this one; null when it does not. */
  readonly previousUntil: Date | null
}

/** A channel with its settings, without the secrets that sign its webhooks. @stability stable */
export interface ChannelRecord extends Channel, ChannelSettings {
  readonly secrets: {
    readonly securityKey: SecretState
    /** Shared secret of opt-out webhooks. */
    readonly optOut: SecretState
    /** Shared secret of opt-in webhooks. */
    readonly optIn: SecretState
  }
}

/**
 * A number that channels of a client may send as, instead of as themselves (`ChannelSettings.outgoingNumber`).
 * @stability stable
 */
export interface OutgoingNumber {
  /** Digits. */
  readonly number: string
  /** When an operator gave it to the client; null: it is the number of one of the client's channels. */
  readonly givenAt: Date | null
}

/**
 * From where the credentials of a client's users are accepted: addresses and networks (CIDR) of IPv4 and IPv6, at most
 * 100 in a list; an empty list means from anywhere. The address is the one that interfaces have (`remoteAddress`).
 * @stability stable
 */
export interface ClientNetworks {
  /** For the interfaces of programs: API keys, passwords and SMPP binds. */
  readonly programs: readonly string[]
  /** For the portal and its API: logins, sessions and keys. */
  readonly portal: readonly string[]
}

/** A number of a client: a short code, or a phone number in any international form. @stability stable */
export interface ClientNumber {
  readonly clientId: number
  readonly number: string
}

/** Exactly one of `number` and `sender`. @stability stable */
export interface NewChannel {
  readonly clientId: number
  /** A short code, or a phone number in any international form. */
  readonly number?: string | undefined
  /** An alphanumeric sender, 1 to 11 characters. */
  readonly sender?: string | undefined
  /** Makes it the client's default instead of the present one. A client's first channel is the default in any case. */
  readonly isDefault?: boolean | undefined
}

/** Absent = unchanged; null or empty = cleared. @stability stable */
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
  /**
   * A short code, or a phone number in any international form. Only for channels that are numbers, not senders. One of
   * `Accounts.outgoingNumbers`, unless an operator sets it, which gives the number to the client.
   */
  readonly outgoingNumber?: string | null | undefined
  /** Name of a `KeywordMatch`. */
  readonly keywordMatch?: string | undefined
  /** Null = back to the default; empty = the client has a page of its own. */
  readonly optOutLinkBase?: string | null | undefined
  /** As `optOutLinkBase`. */
  readonly optInLinkBase?: string | null | undefined
}

/**
 * A shared secret that signs the opt-out or opt-in webhooks of a channel instead of its security key.
 * @stability stable
 */
export interface SharedSecretChange {
  readonly channelId: number
  readonly kind: 'opt-out' | 'opt-in'
  /**
   * 16 to 200 characters; shorter ones that are set already go on signing. Absent: a secret of 64 characters is
   * generated. Null: there is none, and the security key signs again.
   */
  readonly secret?: string | null | undefined
  /** See `rotateSecurityKey`. */
  readonly overlapHours?: number | undefined
}

/**
 * Manages clients, users, keys and channels, as far as the principal's role allows.
 *
 * An `operator` may do everything, in every client. An `admin` manages the users, keys and channels of its own client,
 * except those of an operator who is a user of the same client; it cannot make anyone an operator. A `user` manages its
 * own keys and password. Users cannot take away their own role or access. The role is looked up for every call, so a
 * change takes effect at once.
 *
 * Every method throws `forbidden`/`not-allowed` for what the role does not allow, `forbidden`/`send-only` for a
 * principal whose credential reaches no further than sending, `not-found` (`client-not-found`,
 * `user-not-found`, `channel-not-found`, `key-not-found`) for what does not exist or belongs to another client,
 * `invalid`/`invalid-settings` with `details` by field, `unauthenticated`/`account-disabled` when the principal's user
 * or client has been disabled meanwhile, `unavailable` while the database is away. Every change is in effect on every
 * node within a second.
 * @stability stable
 */
export interface Accounts {
  /** All clients for an operator, oldest first; for others only their own. */
  clients(principal: Principal): Promise<readonly ClientRecord[]>
  /** One of these clients. */
  client(principal: Principal, clientId: number): Promise<ClientRecord>
  /** For operators only. Adds all of it or nothing. Throws `conflict`/`channel-taken`. */
  addClient(principal: Principal, client: NewClient): Promise<AddedClient>
  /** For operators only. Throws `invalid`/`credit-negative` when more credit is taken than there is. */
  setClient(principal: Principal, change: ClientChange): Promise<ClientRecord>
  /** From where the credentials of a client are accepted. For admins and operators. */
  networks(principal: Principal, clientId: number): Promise<ClientNetworks>
  /**
   * Sets both lists. A session or a bind that is open stays open; what comes next is refused as a wrong credential is.
   * A caller that lets people set them has to keep them from locking themselves out. Throws
   * `invalid`/`invalid-settings`.
   */
  setNetworks(principal: Principal, clientId: number, networks: ClientNetworks): Promise<ClientNetworks>
  /** The changes of a client's balance, by day. Empty for a client that is billed afterwards. */
  ledger(principal: Principal, clientId: number, filter: LedgerFilter): Promise<LedgerPage>

  /** The users of a client, oldest first; a `user` sees only itself. */
  users(principal: Principal, clientId: number): Promise<readonly UserRecord[]>
  /** Throws `conflict`/`email-taken` when the client has a user with this e-mail. */
  addUser(principal: Principal, user: NewUser): Promise<{ readonly userId: number }>
  /** Throws `conflict`/`own-account` when the principal would disable itself or change its own role. */
  setUser(principal: Principal, change: UserChange): Promise<UserRecord>
  /**
   * Sets the password of a user, 10 to 1,024 characters, without asking for the present one. A caller that lets users
   * change their own password has to check the present one first, by `Logins`, where guesses are counted.
   */
  setPassword(principal: Principal, user: { readonly userId: number; readonly password: string }): Promise<void>

  /** Keys of a user, oldest first. */
  keys(principal: Principal, userId: number): Promise<readonly KeyRecord[]>
  /**
   * The key is shown here and never again. A caller that lets users make keys of the scope `portal` has to check their
   * password first, by `Logins`. Throws `conflict`/`too-many-keys` when the user has `MOST_KEYS` already.
   */
  addKey(principal: Principal, key: NewKey): Promise<{ readonly keyId: number; readonly apiKey: string }>
  /** The key stops working; sessions that were opened with it end. */
  removeKey(principal: Principal, keyId: number): Promise<void>

  /** The channels of a client, oldest first. */
  channels(principal: Principal, clientId: number): Promise<readonly ChannelRecord[]>
  /**
   * For operators only. The security key signs the channel's webhooks; it is shown here and never again. Throws
   * `conflict`/`channel-taken`.
   */
  addChannel(
    principal: Principal,
    channel: NewChannel,
  ): Promise<{ readonly channelId: number; readonly securityKey: string }>
  /**
   * Throws `invalid`/`invalid-settings` for the `outgoingNumber` when it is none of `outgoingNumbers`; the detail names
   * some that it may be. What an operator sets is thereby given to the client.
   */
  setChannel(principal: Principal, change: ChannelChange): Promise<ChannelRecord>
  /**
   * The numbers that channels of a client may send as: those of its channels and those that an operator gave to it, in
   * the order of their digits.
   */
  outgoingNumbers(principal: Principal, clientId: number): Promise<readonly OutgoingNumber[]>
  /** For operators only. A number may be given to several clients. */
  giveOutgoingNumber(principal: Principal, given: ClientNumber): Promise<OutgoingNumber>
  /**
   * For operators only. Channels of the client that send as this number send as themselves from then on. Has no effect
   * when the client does not have it.
   */
  takeOutgoingNumber(principal: Principal, taken: ClientNumber): Promise<void>
  /**
   * Creates a new security key, shown here and never again. For `overlapHours` (0 to 720, default 24) the previous key
   * stays in force: it makes `X-Signature` and is sent with GET and SOAP, while the new key makes `X-Signature-Next`,
   * so that receivers can switch at a time that suits them. After that only the new key is used; with 0, at once.
   * Rotating again within the overlap replaces the new key and keeps the previous one.
   */
  rotateSecurityKey(
    principal: Principal,
    channelId: number,
    overlapHours?: number,
  ): Promise<{ readonly securityKey: string; readonly previousUntil: Date | null }>
  /**
   * Sets a shared secret of its own for opt-out or opt-in webhooks, shown here and never again. The key or secret that
   * signed them before overlaps with it in the same way.
   */
  setSharedSecret(
    principal: Principal,
    change: SharedSecretChange,
  ): Promise<{ readonly secret: string | null; readonly previousUntil: Date | null }>
}

export const Accounts: ServiceToken<Accounts> = defineService('heliograph.accounts')
