import { type AccountKeeper, type CreditGiver, existingAccount, readNetworks } from '@heliograph/access'
import {
  type Channel,
  type ChannelRecord,
  type ClientRecord,
  type Clock,
  GatewayError,
  type KeyRecord,
  MOST_KEYS,
  type OutgoingNumber,
  PRIORITIES,
  type PriorityName,
  type Role,
  type SecretState,
  type UserRecord,
} from '@heliograph/contracts'
import { notGiven, passwordFault, priorityName, sharedSecretFault } from '@heliograph/messaging'
import type { Accounts, Client, CreditEntry, Key, User } from './accounts.ts'
import { pageOfLedger } from './ledger.ts'
import { formatAmount, parseAmount } from './money.ts'

const NO_SECRET: SecretState = { isSet: false, previousUntil: null }

const UNSET: Omit<ChannelRecord, keyof Channel> = {
  incomingHandler: 'json',
  incomingUrl: null,
  dlrUrl: null,
  optOutUrl: null,
  optInUrl: null,
  autoResponse: null,
  forwardEmail: null,
  forwardMobile: null,
  blacklistResponse: null,
  whitelistResponse: null,
  outgoingNumber: null,
  keywordMatch: 'contains',
  optOutLinkBase: null,
  optInLinkBase: null,
  secrets: { securityKey: { isSet: true, previousUntil: null }, optOut: NO_SECRET, optIn: NO_SECRET },
}

/** Fields that may be empty without being cleared. */
const MAY_BE_EMPTY: readonly string[] = ['optOutLinkBase', 'optInLinkBase']
const OVERLAP_HOURS = 24

/**
 * Manages the accounts of the double. Fields other than passwords and secrets are accepted as given; only the engine
 * checks what a number, address or amount looks like (force `invalid` to see how an adapter handles it).
 *
 * @param onChange called when someone's permissions have changed
 */
export function createAccountKeeper(accounts: Accounts, clock: Clock, onChange: () => void): AccountKeeper {
  const { clients, channels, settings, users, keys, credit: entries } = accounts.records
  const channelRecord = (channelId: number): ChannelRecord => ({
    ...UNSET,
    ...settings.get(channelId),
    ...existingAccount(channels.get(channelId), 'channel', channelId),
  })
  /** When numbers were given to clients, by client and number. */
  const gifts = new Map<number, ReadonlyMap<string, Date>>()
  const numbersOf = (clientId: number): readonly OutgoingNumber[] => {
    const own = [...channels.values()].filter((channel) => channel.clientId === clientId && channel.kind === 'number')
    const numbers = new Map<string, Date | null>(own.map(({ address }) => [address, null]))
    for (const [number, givenAt] of givenTo(clientId)) numbers.set(number, givenAt)
    return [...numbers]
      .map(([number, givenAt]) => ({ number, givenAt }))
      .sort((one, other) => (one.number < other.number ? -1 : 1))
  }
  const givenTo = (clientId: number) => gifts.get(clientId) ?? new Map<string, Date>()
  const give = (clientId: number, number: string): Date => {
    const before = givenTo(clientId)
    const givenAt = before.get(number) ?? new Date(clock.now())
    gifts.set(clientId, new Map([...before, [number, givenAt]]))
    return givenAt
  }
  let lastSecret = 0
  const newSecret = () => `secret${++lastSecret}`.padEnd(64, '0')

  function noteCredit(
    clientId: number,
    amount: string | undefined,
    { by, ...why }: Pick<CreditEntry, 'reason' | 'note'> & { readonly by: CreditGiver | undefined },
  ): void {
    if (amount !== undefined && parseAmount(amount) !== 0n)
      entries.push({ clientId, at: new Date(clock.now()), amount: parseAmount(amount), by: by?.email ?? '', ...why })
  }

  function requireOwn(clientId: number, channelId: number | null | undefined): void {
    if (channelId == null || channels.get(channelId)?.clientId === clientId) return
    refuseField('channelId', 'must be a channel of the same client')
  }

  /** Gives the new number to the client, or makes sure that it was given. */
  function settleOutgoingNumber(channel: ChannelRecord, wanted: string | null, onlyGiven: boolean): void {
    if (wanted === null) return
    const numbers = numbersOf(channel.clientId).map(({ number }) => number)
    if (numbers.includes(wanted)) return
    if (!onlyGiven) return void give(channel.clientId, wanted)
    if (wanted === channel.outgoingNumber) return
    refuseField('outgoingNumber', notGiven(numbers))
  }

  function changeSecret(
    channelId: number,
    name: keyof ChannelRecord['secrets'],
    isSet: boolean,
    overlapHours = OVERLAP_HOURS,
  ) {
    existingAccount(channels.get(channelId), 'channel', channelId)
    const previousUntil = overlapHours === 0 ? null : new Date(clock.now() + overlapHours * 3_600_000)
    const before = channelRecord(channelId)
    settings.set(channelId, { ...before, secrets: { ...before.secrets, [name]: { isSet, previousUntil } } })
    return previousUntil
  }

  const keeper: AccountKeeper = {
    listClients: async (clientId) =>
      [...clients.values()].filter((each) => clientId === undefined || each.clientId === clientId).map(clientRecord),
    async addClient({ number, sender, email, withKey = false, ...input }, by) {
      const clientId = accounts.addClient(given(input))
      noteCredit(clientId, input.credit, { reason: 'opening', by, note: null })
      const wantsChannel = number !== undefined || sender !== undefined
      const channel = wantsChannel ? await keeper.addChannel({ clientId, number, sender }) : null
      if (email === undefined) return { clientId, channel, user: null, key: null }
      const password = `first password ${clientId}`
      const { userId } = await keeper.addUser({ clientId, email, password, role: 'admin' })
      return { clientId, channel, user: { userId, password }, key: withKey ? await keeper.addKey({ userId }) : null }
    },
    async setClient({ clientId, addCredit, creditNote: note = null, price, ...change }, by) {
      const client = existingAccount(clients.get(clientId), 'client', clientId)
      const credit = addCredit === undefined ? client.credit : (client.credit ?? 0n) + parseAmount(addCredit)
      if (credit !== null && credit < 0n)
        throw new GatewayError('invalid', 'credit-negative', 'The credit would fall below zero')
      Object.assign(client, given(change), { credit }, price === undefined ? {} : { price: parseAmount(price) })
      noteCredit(clientId, addCredit, { reason: 'top-up', by, note })
      onChange()
      return clientRecord(client)
    },
    async readLedger(clientId, filter) {
      const { credit } = existingAccount(clients.get(clientId), 'client', clientId)
      return pageOfLedger(
        credit,
        entries.filter((entry) => entry.clientId === clientId),
        filter,
      )
    },

    async findNetworks(clientId) {
      return existingAccount(clients.get(clientId), 'client', clientId).networks
    },
    async setNetworks(clientId, given) {
      existingAccount(clients.get(clientId), 'client', clientId)
      const networks = readNetworks(given)
      accounts.setNetworks(clientId, networks)
      return networks
    },
    listUsers: async (clientId) => [...users.values()].filter((user) => user.clientId === clientId).map(userRecord),
    async findUser(userId) {
      const user = users.get(userId)
      return user && userRecord(user)
    },
    async addUser({ clientId, email, password, channelId, role, priority }) {
      refuseField('password', passwordFault(password))
      existingAccount(clients.get(clientId), 'client', clientId)
      requireOwn(clientId, channelId)
      const isTaken = [...users.values()].some(
        (user) => user.clientId === clientId && user.email === email.toLowerCase(),
      )
      if (isTaken) throw new GatewayError('conflict', 'email-taken', `The client already has a user ${email}`)
      const own = priority === undefined ? null : PRIORITIES[priority as PriorityName]
      const user = { email, password, channelId: channelId ?? null, role: roleOf(role ?? 'user'), priority: own }
      return { userId: accounts.addUser(clientId, user) }
    },
    async setUser({ userId, priority, role, ...change }) {
      const user = existingAccount(users.get(userId), 'user', userId)
      requireOwn(user.clientId, change.channelId)
      const own = priority === null ? null : PRIORITIES[priority as PriorityName]
      const changed = { ...change, role: role && roleOf(role), priority: priority === undefined ? undefined : own }
      Object.assign(user, given(changed))
      onChange()
      return userRecord(user)
    },
    async setPassword({ userId, password }) {
      refuseField('password', passwordFault(password))
      existingAccount(users.get(userId), 'user', userId).password = password
    },

    listKeys: async (userId) =>
      [...keys.values()].filter((key) => !key.isRemoved && key.userId === userId).map(keyRecord),
    async findKey(keyId) {
      const key = keyOf(keys, keyId)
      return key && keyRecord(key)
    },
    async addKey({ userId, scope, name = null, expiresAt = null }) {
      existingAccount(users.get(userId), 'user', userId)
      if ([...keys.values()].filter((key) => !key.isRemoved && key.userId === userId).length >= MOST_KEYS)
        throw new GatewayError('conflict', 'too-many-keys', `A user has at most ${MOST_KEYS} keys: remove some first`)
      if (expiresAt !== null && expiresAt.getTime() <= clock.now()) refuseField('expiresAt', 'must be in the future')
      const apiKey = accounts.addKey(userId, undefined, scope, { name, expiresAt })
      return { keyId: (keys.get(apiKey) as Key).keyId, apiKey }
    },
    async removeKey({ keyId }) {
      Object.assign(existingAccount(keyOf(keys, keyId), 'key', keyId), { isRemoved: true, enabled: false })
      onChange()
    },

    listChannels: async (clientId) =>
      [...channels.values()]
        .filter((channel) => channel.clientId === clientId)
        .map(({ channelId }) => channelRecord(channelId)),
    findChannel: async (channelId) => (channels.has(channelId) ? channelRecord(channelId) : undefined),
    async addChannel({ clientId, number, sender, isDefault }) {
      existingAccount(clients.get(clientId), 'client', clientId)
      const address = number ?? sender
      const isTaken = [...channels.values()].some(
        (channel) => channel.address === address && (channel.kind === 'number' || channel.clientId === clientId),
      )
      if (isTaken) throw new GatewayError('conflict', 'channel-taken', `There is already a channel ${address}`)
      const channel = { ...given({ number, sender }), ...(isDefault ? { default: true } : {}) }
      return { channelId: accounts.addChannel(clientId, channel).channelId, securityKey: newSecret() }
    },
    async setChannel({ channelId, enabled, ...change }, limits) {
      const channel = existingAccount(channels.get(channelId), 'channel', channelId)
      settleOutgoingNumber(channelRecord(channelId), change.outgoingNumber || null, limits?.onlyGivenNumbers ?? false)
      channels.set(channelId, { ...channel, enabled: enabled ?? channel.enabled })
      const cleared = Object.entries(given(change)).map(([name, value]) => [
        name,
        value === '' && !MAY_BE_EMPTY.includes(name) ? null : value,
      ])
      settings.set(channelId, { ...channelRecord(channelId), ...Object.fromEntries(cleared) })
      return channelRecord(channelId)
    },
    async listOutgoingNumbers(clientId) {
      return numbersOf(clientId)
    },
    async giveOutgoingNumber({ clientId, number }) {
      existingAccount(clients.get(clientId), 'client', clientId)
      return { number, givenAt: give(clientId, number) }
    },
    async takeOutgoingNumber({ clientId, number }) {
      existingAccount(clients.get(clientId), 'client', clientId)
      gifts.set(clientId, new Map([...givenTo(clientId)].filter(([each]) => each !== number)))
      if (numbersOf(clientId).some((each) => each.number === number)) return
      for (const [channelId, record] of settings)
        if (channels.get(channelId)?.clientId === clientId && record.outgoingNumber === number)
          settings.set(channelId, { ...record, outgoingNumber: null })
    },
    async rotateSecurityKey({ channelId, overlapHours, securityKey = newSecret() }) {
      refuseField('securityKey', sharedSecretFault(securityKey))
      return { securityKey, previousUntil: changeSecret(channelId, 'securityKey', true, overlapHours) }
    },
    async setSharedSecret({ channelId, kind, secret = newSecret(), overlapHours }) {
      if (secret !== null) refuseField('secret', sharedSecretFault(secret))
      const name = kind === 'opt-out' ? 'optOut' : 'optIn'
      return { secret, previousUntil: changeSecret(channelId, name, secret !== null, overlapHours) }
    },
  }
  return keeper
}

function refuseField(field: string, fault: string | undefined): void {
  if (fault === undefined) return
  throw new GatewayError('invalid', 'invalid-settings', `${field} ${fault}`, { details: { [field]: fault } })
}

function roleOf(name: string): Role {
  return name.trim().toLowerCase() as Role
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns the object without undefined fields. */
function given<T extends object>(change: T): Given<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<T>
}

function clientRecord(client: Client): ClientRecord {
  const { clientId, name, country, currency, rateLimit, retentionDays, enabled } = client
  const credit = client.credit === null ? null : formatAmount(client.credit)
  const price = formatAmount(client.price)
  return { clientId, name, country, currency, price, credit, rateLimit, retentionDays, enabled }
}

function userRecord({ userId, clientId, email, role, channelId, priority, enabled }: User): UserRecord {
  const name = priority === null ? null : priorityName(priority)
  return { userId, clientId, email, role, channelId, priority: name, enabled }
}

/** The double does not count uses. */
function keyRecord({ keyId, userId, scope, name, createdAt, expiresAt }: Key): KeyRecord {
  const use = { lastUsedAt: null, requestsPerMinute: 0, requestsToday: 0, requestsYesterday: 0 }
  return { keyId, userId, scope, name, createdAt, expiresAt, ...use }
}

function keyOf(keys: ReadonlyMap<string, Key>, keyId: number): Key | undefined {
  return [...keys.values()].find((key) => key.keyId === keyId && !key.isRemoved)
}
