import { createHash } from 'node:crypto'
import { type Admits, admissionOf } from '@heliograph/access'
import type {
  Channel,
  ChannelRecord,
  ClientNetworks,
  Clock,
  Door,
  Principal,
  Priority,
  PublicClient,
  QuietHours,
  Role,
  Scope,
  SubscriptionLinks,
} from '@heliograph/contracts'
import {
  chooseChannel,
  createQuietCheck,
  createSubscriptionLinks,
  type LinkOwner,
  type OutgoingChannel,
  type QuietCheck,
  type SendingChannels,
  sendingChannels,
} from '@heliograph/messaging'
import { formatAmount, parseAmount } from './money.ts'

/** @stability stable */
export interface ClientOptions {
  readonly name?: string
  /** ISO 3166-1 alpha-2, default `ZA`. */
  readonly country?: string
  /** ISO 4217, default `ZAR`. */
  readonly currency?: string
  /** Decimal amount; null (default) = billed afterwards, no limit. */
  readonly credit?: string | null
  /** Price of a part, decimal, default `0.05`. */
  readonly price?: string
  /** v2 requests a minute for each key, default 300. */
  readonly rateLimit?: number
  readonly enabled?: boolean
}

/** @stability stable */
export interface ChannelOptions {
  /** A two-way number in digits, or a sender text; exactly one of the two. */
  readonly number?: string
  readonly sender?: string
  /** Default: the client's first channel is its default one. */
  readonly default?: boolean
  readonly enabled?: boolean
}

/** @stability stable */
export interface UserOptions {
  readonly email?: string
  readonly role?: Role
  /** The user's own channel, used before the client's default. */
  readonly channelId?: number | null
  readonly priority?: Priority | null
  /** Without a password this user cannot log in by password. */
  readonly password?: string
  readonly enabled?: boolean
}

/** A client of the double. Amounts are millionths. */
export interface Client {
  readonly clientId: number
  readonly name: string
  readonly country: string
  readonly currency: string
  credit: bigint | null
  price: bigint
  rateLimit: number
  retentionDays: number | null
  quietHours: QuietHours | null
  networks: ClientNetworks
  admits: Admits
  enabled: boolean
}

export interface User {
  readonly userId: number
  readonly clientId: number
  readonly email: string
  role: Role
  channelId: number | null
  priority: Priority | null
  password: string | undefined
  enabled: boolean
}

/** A user who may log in by password. */
export interface PasswordHolder {
  readonly password: string
  /** Has no key, and the scope `send`. */
  readonly principal: Principal
  readonly isEnabled: boolean
}

/** A key with its holder, enabled or not. */
export interface Holder {
  readonly apiKey: string
  readonly principal: Principal
  readonly isEnabled: boolean
}

export interface Key {
  readonly keyId: number
  readonly userId: number
  readonly scope: Scope
  readonly name: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  enabled: boolean
  isRemoved: boolean
}

/** All records, by id; keys by the key itself. */
export interface AccountRecords {
  readonly clients: Map<number, Client>
  readonly channels: Map<number, Channel>
  /** Settings of channels that have been changed. */
  readonly settings: Map<number, ChannelRecord>
  readonly users: Map<number, User>
  readonly keys: Map<string, Key>
  /** The changes to the balances of prepaid clients, oldest first. */
  readonly credit: CreditEntry[]
}

/** A change of a balance, in millionths. */
export interface CreditEntry {
  readonly clientId: number
  readonly at: Date
  readonly amount: bigint
  readonly reason: 'opening' | 'top-up' | 'send' | 'refund'
  readonly by: string
  readonly note: string | null
}

/** Clients, channels, users and keys of the double, and who a key belongs to. */
export interface Accounts {
  /** The records, for the services that change them. */
  readonly records: AccountRecords
  addClient(options?: ClientOptions): number
  addChannel(clientId: number, options?: ChannelOptions): Channel
  addUser(clientId: number, options?: UserOptions): number
  /**
   * Adds a key and returns it; without `apiKey` the key is made from its number, 40 characters. Scope: default `send`.
   */
  addKey(userId: number, apiKey?: string, scope?: Scope, more?: Pick<Key, 'name' | 'expiresAt'>): string
  setClientEnabled(clientId: number, enabled: boolean): void
  /** From where the client's credentials are accepted. */
  setNetworks(clientId: number, networks: ClientNetworks): void
  setUserEnabled(userId: number, enabled: boolean): void
  setKeyEnabled(apiKey: string, enabled: boolean): void
  setChannelEnabled(channelId: number, enabled: boolean): void
  /** All keys, oldest first. */
  holders(): readonly Holder[]
  /** All users with a password. */
  passwordHolders(): readonly PasswordHolder[]
  /** True while user, client and key of a principal are enabled. */
  isEnabled(principal: Principal): boolean
  /** Enabled users whose own channel, or whose client's default, is this one. */
  usersOf(channelId: number): readonly number[]
  principal(apiKey: string): Principal | undefined
  /** The principal of an enabled user of an enabled client, without a key and with the scope `portal`. */
  principalOfUser(userId: number): Principal | undefined
  /** The principal as it acts for a client; undefined when it may not or there is no such client. */
  actingFor(principal: Principal, clientId: number): Principal | undefined
  /** The enabled channel that a send of this principal goes out from; undefined when the client has none. */
  channelFor(principal: Principal, from: string | undefined): OutgoingChannel | undefined
  /** All channels that its sends may go out from. */
  channelsFor(principal: Principal): SendingChannels
  /** A channel of a client, enabled or not, that messages went out from. */
  channelByAddress(clientId: number, address: string): Channel
  /** The quiet hours of a client; null: it has none. */
  quietOf(clientId: number): QuietCheck | null
  /** The owner of the links in a channel's texts. */
  linkOwner(channel: Channel): LinkOwner
  /** The enabled channel with this number, of any client. */
  channelByNumber(number: string): Channel | undefined
  /** The user's own channel; null without one, and for an operator that acts for another client. */
  ownChannelOf(principal: Principal): number | null
  /** The client of a channel; undefined when there is no such channel. */
  clientOfChannel(channelId: number | null): number | undefined
  hasClient(clientId: number): boolean
  /** Whether the client's credentials are accepted at a door, from an address. */
  admits(clientId: number, door: Door, address: string | undefined): boolean
  /** The enabled client with this id. */
  publicClient(clientId: number): PublicClient | undefined
  price(clientId: number): bigint
  /**
   * Takes `amount` millionths if the client has them; a negative amount is added. Returns false and changes nothing if
   * the client has too little.
   */
  debit(clientId: number, amount: bigint): boolean
  /** The remaining credit as a decimal string; null without a limit. */
  credit(clientId: number): string | null
}

/** The address at which clients would reach the double. */
const BASE_URL = 'https://gateway.example'

/**
 * The `SubscriptionLinks` of every double: they have one key, so that cases can contain signed links.
 * @stability stable
 */
export const memoryLinks: SubscriptionLinks = createSubscriptionLinks(Buffer.alloc(32, 'links'))

const LINK_SITE = { baseUrl: BASE_URL, sign: memoryLinks.sign }

const ANYWHERE: ClientNetworks = { programs: [], portal: [] }

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

export function createAccounts(clock: Clock): Accounts {
  const clients = new Map<number, Client>()
  const channels = new Map<number, Channel>()
  const settings = new Map<number, ChannelRecord>()
  const users = new Map<number, User>()
  const keys = new Map<string, Key>()
  const credit: CreditEntry[] = []
  const client = (clientId: number) => known(clients, clientId, 'client')
  const works = ({ enabled, expiresAt }: Key) => enabled && (expiresAt === null || expiresAt.getTime() > clock.now())
  const isOn = (user: User | undefined) => user?.enabled === true && client(user.clientId).enabled
  const channelsOf = (user: Pick<User, 'clientId' | 'channelId'>) => {
    const enabled = [...channels.values()].filter((channel) => channel.clientId === user.clientId && channel.enabled)
    const outgoing = enabled.map((channel) => ({
      ...channel,
      outgoingNumber: settings.get(channel.channelId)?.outgoingNumber ?? null,
    }))
    return sendingChannels(outgoing, user.channelId)
  }
  const channelOf = (user: Pick<User, 'clientId' | 'channelId'>, from?: string) => chooseChannel(channelsOf(user), from)
  const ownChannelOf = ({ userId, clientId }: Principal) => {
    const user = known(users, userId, 'user')
    return user.clientId === clientId ? user.channelId : null
  }

  return {
    records: { clients, channels, settings, users, keys, credit },
    addClient: (options = {}) => addTo(clients, (clientId) => newClient(clientId, options)).clientId,
    addChannel(clientId, options = {}) {
      const owned = [...channels.values()].filter((channel) => channel.clientId === client(clientId).clientId)
      const isDefault = options.default ?? owned.length === 0
      if (isDefault) for (const other of owned) channels.set(other.channelId, { ...other, isDefault: false })
      return addTo(channels, (channelId) => newChannel(channelId, clientId, isDefault, options))
    },
    addUser(clientId, options = {}) {
      return addTo(users, (userId) => newUser(userId, client(clientId).clientId, options)).userId
    },
    addKey(userId, apiKey = deterministicKey(keys.size), scope = 'send', more = { name: null, expiresAt: null }) {
      if (keys.has(apiKey)) throw new Error('This API key exists already')
      const key = { keyId: FIRST_ID + keys.size, userId: known(users, userId, 'user').userId }
      keys.set(apiKey, { ...key, ...more, scope, createdAt: new Date(clock.now()), enabled: true, isRemoved: false })
      return apiKey
    },
    setClientEnabled(clientId, enabled) {
      client(clientId).enabled = enabled
    },
    setNetworks(clientId, networks) {
      client(clientId).admits = admissionOf(networks)
      client(clientId).networks = networks
    },
    setUserEnabled(userId, enabled) {
      known(users, userId, 'user').enabled = enabled
    },
    setKeyEnabled(apiKey, enabled) {
      const key = keys.get(apiKey)
      if (!key) throw new Error('There is no such API key')
      key.enabled = enabled
    },
    setChannelEnabled: (id, enabled) => void channels.set(id, { ...known(channels, id, 'channel'), enabled }),
    principal(apiKey) {
      const key = keys.get(apiKey)
      const user = key && users.get(key.userId)
      if (!key || !works(key) || !user || !isOn(user)) return undefined
      return principalOf(client(user.clientId), user, key)
    },
    principalOfUser(userId) {
      const user = users.get(userId)
      return user && isOn(user) ? principalOf(client(user.clientId), user, SESSION) : undefined
    },
    actingFor(principal, clientId) {
      if (principal.role !== 'operator') return clientId === principal.clientId ? principal : undefined
      const found = clients.get(clientId)
      return found && { ...principal, ...clientFields(found) }
    },
    holders: () =>
      [...keys].map(([apiKey, key]) => {
        const user = known(users, key.userId, 'user')
        const principal = principalOf(client(user.clientId), user, key)
        return { apiKey, principal, isEnabled: works(key) && isOn(user) }
      }),
    passwordHolders: () =>
      [...users.values()].flatMap((user) => {
        const { password } = user
        if (password === undefined) return []
        return [{ password, principal: principalOf(client(user.clientId), user, PASSWORD), isEnabled: isOn(user) }]
      }),
    isEnabled: ({ keyId, userId }) =>
      isOn(users.get(userId)) && ![...keys.values()].some((key) => key.keyId === keyId && !works(key)),
    usersOf: (channelId) =>
      [...users.values()]
        .filter((user) => isOn(user) && channelOf(user)?.channelId === channelId)
        .map(({ userId }) => userId),
    channelFor: (principal, from) =>
      channelOf({ clientId: principal.clientId, channelId: ownChannelOf(principal) }, from),
    channelsFor: (principal) => channelsOf({ clientId: principal.clientId, channelId: ownChannelOf(principal) }),
    channelByAddress(clientId, address) {
      const found = [...channels.values()].find(
        (each) =>
          each.clientId === clientId && [each.address, settings.get(each.channelId)?.outgoingNumber].includes(address),
      )
      if (!found) throw new Error(`The client has no channel ${address}`)
      return found
    },
    quietOf(clientId) {
      const { quietHours } = client(clientId)
      return quietHours && createQuietCheck(quietHours)
    },
    linkOwner: ({ channelId, clientId }) => ({ clientId, bases: settings.get(channelId) ?? {}, site: LINK_SITE }),
    channelByNumber: (number) =>
      [...channels.values()].find((each) => each.enabled && each.kind === 'number' && each.address === number),
    ownChannelOf,
    clientOfChannel: (channelId) => (channelId === null ? undefined : channels.get(channelId)?.clientId),
    hasClient: (clientId) => clients.has(clientId),
    admits: (clientId, door, address) => client(clientId).admits(door, address),
    publicClient(clientId) {
      const found = clients.get(clientId)
      return found?.enabled ? { clientId, name: found.name, country: found.country } : undefined
    },
    price: (clientId) => client(clientId).price,
    debit(clientId, amount) {
      const account = client(clientId)
      if (account.credit === null) return true
      if (amount > account.credit) return false
      account.credit -= amount
      const reason = amount > 0n ? 'send' : 'refund'
      if (amount !== 0n)
        credit.push({ clientId, at: new Date(clock.now()), amount: -amount, reason, by: '', note: null })
      return true
    },
    credit(clientId) {
      const { credit } = client(clientId)
      return credit === null ? null : formatAmount(credit)
    },
  }
}

function addTo<T>(map: Map<number, T>, make: (id: number) => T): T {
  const id = FIRST_ID + map.size
  const made = make(id)
  map.set(id, made)
  return made
}

function known<T>(map: ReadonlyMap<number, T>, id: number, what: string): T {
  const found = map.get(id)
  if (!found) throw new Error(`There is no ${what} ${id}`)
  return found
}

function newClient(clientId: number, options: ClientOptions): Client {
  return {
    clientId,
    name: options.name ?? `Client ${clientId}`,
    country: options.country ?? 'ZA',
    currency: options.currency ?? 'ZAR',
    credit: options.credit == null ? null : parseAmount(options.credit),
    price: parseAmount(options.price ?? '0.05'),
    rateLimit: options.rateLimit ?? 300,
    retentionDays: null,
    quietHours: null,
    networks: ANYWHERE,
    admits: admissionOf(ANYWHERE),
    enabled: options.enabled ?? true,
  }
}

function newChannel(channelId: number, clientId: number, isDefault: boolean, options: ChannelOptions): Channel {
  if (options.number !== undefined && options.sender !== undefined) throw new Error('A channel is a number or a sender')
  return {
    channelId,
    clientId,
    kind: options.sender === undefined ? 'number' : 'sender',
    address: options.sender ?? options.number ?? `2782000${String(channelId).padStart(4, '0')}`,
    enabled: options.enabled ?? true,
    isDefault,
  }
}

function newUser(userId: number, clientId: number, options: UserOptions): User {
  return {
    userId,
    clientId,
    email: (options.email ?? `user${userId}@example.com`).toLowerCase(),
    role: options.role ?? 'user',
    channelId: options.channelId ?? null,
    priority: options.priority ?? null,
    password: options.password,
    enabled: options.enabled ?? true,
  }
}

const SESSION = { keyId: null, scope: 'portal' } as const
const PASSWORD = { keyId: null, scope: 'send' } as const

function principalOf(client: Client, user: User, { keyId, scope }: Pick<Principal, 'keyId' | 'scope'>): Principal {
  const { userId, email, role, priority } = user
  return { ...clientFields(client), userId, email, role, keyId, scope, priority }
}

function clientFields({ clientId, name: clientName, country, currency, rateLimit }: Client) {
  return { clientId, clientName, country, currency, rateLimit }
}

/** 40 letters and digits, the same in every run; keys differ from the first character on. */
function deterministicKey(index: number): string {
  return createHash('sha512').update(`testkit key ${index}`).digest('base64').replace(/[+/=]/g, '').slice(0, 40)
}
