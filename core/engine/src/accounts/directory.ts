import { hash } from 'node:crypto'
import { missingAccount, type NoteRefusal } from '@heliograph/access'
import {
  type Caller,
  type Clock,
  type Directory,
  type Door,
  GatewayError,
  type Logger,
  type Principal,
} from '@heliograph/contracts'
import type { TokenClaims } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'
import { groupBy } from '../database/group-by.ts'
import type { Account, AccountOwner } from './account.ts'
import {
  type DirectoryDefaults,
  type KnownClient,
  type KnownUser,
  type LoadedKey,
  type LoadedSmppKey,
  loadClients,
  loadKeys,
  loadKeysById,
  loadSmppKeys,
  loadUsers,
} from './load-accounts.ts'
import { BLIND_LIFETIME_MS, RememberedLookups } from './remembered-lookups.ts'

/**
 * How long an entry is valid while changes are announced (they clear it): a safety net for a connection that died
 * silently.
 */
export const LIFETIME_MS = 10_000
const MAX_REMEMBERED = 100_000
const MAX_MISSES = 10_000
/** Longer texts are not keys; hashing them would only let an attacker cause work. */
const MAX_KEY_LENGTH = 200

export interface DirectoryOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaults: DirectoryDefaults
  /** Called with the key of each request. */
  readonly onKeyUsed?: ((keyId: number) => void) | undefined
  /** For credentials that came from elsewhere than their client accepts. */
  readonly noteRefusal?: NoteRefusal | undefined
  readonly logger?: Pick<Logger, 'info'> | undefined
}

/** The `Directory` service, plus what the engine itself needs. */
export interface AccountDirectory extends Directory {
  /**
   * The current account of a principal, however old that principal is. Throws (or rejects with)
   * `unauthenticated`/`account-disabled` when its user or client was disabled meanwhile, `forbidden`/`client-disabled`
   * when it acts for another client that is disabled, `unavailable` when the database is needed and away.
   */
  accountOf(principal: AccountOwner): Account | Promise<Account>
  /**
   * The keys behind the hash of an SMPP password that have not expired, including those of disabled users and clients.
   * Remembered like everything here, so that many clients that reconnect at once cost one look-up. Rejects with
   * `unavailable` when the database is needed and away.
   */
  bySmppHash(smppHash: Buffer): Promise<readonly LoadedSmppKey[]>
  /**
   * The principal of an access token that was signed here; its end is for the caller to check. As `byApiKey`, undefined
   * when its key has ended or does not admit the caller, and when it was revoked.
   */
  byToken(claims: TokenClaims, caller: Caller | undefined, door: Door | undefined): Promise<Principal | undefined>
  /** Forgets everything, because something about clients, users, keys or channels has changed. */
  invalidate(): void
  /**
   * Sets whether changes are currently announced to this node. While they are not, the directory trusts its memory for
   * half a second only.
   */
  setLive(live: boolean): void
}

/**
 * Creates the directory. Look-ups are answered from memory on a cache hit; look-ups made while one is under way share
 * the next statement.
 */
export function createDirectory(options: DirectoryOptions): AccountDirectory {
  const { sql, clock, defaults, onKeyUsed, noteRefusal, logger } = options
  const users = new RememberedLookups<number, KnownUser>({
    clock,
    most: MAX_REMEMBERED,
    load: async (userIds) =>
      new Map((await loadUsers(sql, userIds, defaults)).map((user) => [user.principal.userId, user])),
  })
  const clients = new RememberedLookups<number, KnownClient>({
    clock,
    most: MAX_REMEMBERED,
    load: async (clientIds) =>
      new Map((await loadClients(sql, clientIds, defaults)).map((client) => [client.fields.clientId, client])),
  })
  const keys = new RememberedLookups<string, LoadedKey>({
    clock,
    most: MAX_REMEMBERED,
    mostMisses: MAX_MISSES,
    load: async (slots) =>
      new Map((await loadKeys(sql, slots.map(hashOf), defaults)).map((key) => [slotOf(key.keyHash), key])),
    onRemembered: ({ principal, user }, askedAt) => users.note(principal.userId, user, askedAt),
  })
  const keysOfTokens = new RememberedLookups<number, LoadedKey>({
    clock,
    most: MAX_REMEMBERED,
    mostMisses: MAX_MISSES,
    load: async (keyIds) =>
      new Map((await loadKeysById(sql, keyIds, defaults)).map((key) => [key.principal.keyId as number, key])),
    onRemembered: ({ principal, user }, askedAt) => users.note(principal.userId, user, askedAt),
  })
  // Wrong passwords are not remembered, because there is no end to them and clients that try them are slowed down.
  const smppKeys = new RememberedLookups<string, readonly LoadedSmppKey[]>({
    clock,
    most: MAX_REMEMBERED,
    load: async (slots) =>
      groupBy(await loadSmppKeys(sql, slots.map(hashOf), defaults), ({ smppHash }) => slotOf(smppHash)),
  })
  const lookups = [users, clients, keys, keysOfTokens, smppKeys]

  async function clientOf(clientId: number): Promise<KnownClient> {
    const known = Number.isSafeInteger(clientId) ? await clients.get(clientId) : undefined
    if (known === undefined) throw missingAccount('client', clientId)
    return known
  }

  /** The account of a principal that may act for a client other than its user's. */
  function accountFor(user: KnownUser | undefined, principal: AccountOwner): Account | Promise<Account> {
    if (user?.account.clientId === principal.clientId) return user.account
    if (user?.principal.role === 'operator') return actingAccount(principal)
    throw new GatewayError('unauthenticated', 'account-disabled', 'This account is disabled')
  }

  async function actingAccount({ clientId, userId }: AccountOwner): Promise<Account> {
    const { isEnabled, fields: _, ...channels } = await clientOf(clientId)
    if (!isEnabled) throw new GatewayError('forbidden', 'client-disabled', 'This client is disabled')
    return { clientId, userId, ownChannelId: null, ...channels }
  }

  function isAdmitted({ admits, principal }: KnownUser, door: Door, caller: Caller | undefined): boolean {
    const address = caller?.remoteAddress
    if (admits(door, address)) return true
    const { email: account, clientId } = principal
    const from = { account, origin: door === 'portal' ? 'portal' : 'key', address: address ?? '' }
    logger?.info(from, 'a credential was used from a network that its client does not allow')
    noteRefusal?.({ reason: 'network', ...from, isSystemId: false, clientId })
    return false
  }

  /** Counts the use of a key that may be used. */
  function isUsable(key: LoadedKey | undefined, door: Door, caller: Caller | undefined): key is LoadedKey {
    if (key === undefined || key.expiresAtMs <= clock.now() || !isAdmitted(key.user, door, caller)) return false
    onKeyUsed?.(key.principal.keyId as number)
    return true
  }

  function invalidate(): void {
    for (const each of lookups) each.clear()
  }

  return {
    async byApiKey(apiKey, caller, door = 'programs') {
      if (apiKey.length === 0 || apiKey.length > MAX_KEY_LENGTH) return undefined
      const key = await keys.get(slotOf(hash('sha256', apiKey, 'buffer')))
      return isUsable(key, door, caller) ? key.principal : undefined
    },
    async byToken({ keyId, keyMark, round, scope }, caller, door = 'programs') {
      const key = await keysOfTokens.get(keyId)
      // A round that this node has not heard of yet is newer: the signature says that there is one.
      if (key === undefined || round < key.tokenRound || !key.keyHash.subarray(0, keyMark.length).equals(keyMark))
        return undefined
      if (!isUsable(key, door, caller)) return undefined
      return scope === 'portal' ? key.principal : key.sending
    },
    async byUser(userId, caller) {
      const user = Number.isSafeInteger(userId) ? await users.get(userId) : undefined
      if (user === undefined || (caller !== undefined && !isAdmitted(user, 'portal', caller))) return undefined
      return user.principal
    },
    async actingFor(principal, clientId) {
      if (principal.role !== 'operator') {
        if (clientId !== principal.clientId) throw missingAccount('client', clientId)
        return principal
      }
      return Object.freeze({ ...principal, ...(await clientOf(clientId)).fields })
    },
    accountOf(principal) {
      const user = users.get(principal.userId)
      return user instanceof Promise ? user.then((found) => accountFor(found, principal)) : accountFor(user, principal)
    },
    async bySmppHash(smppHash) {
      const found = (await smppKeys.get(slotOf(smppHash))) ?? []
      return found.filter(({ expiresAtMs }) => expiresAtMs > clock.now())
    },
    invalidate,
    setLive(live) {
      for (const each of lookups) each.lifetimeMs = live ? LIFETIME_MS : BLIND_LIFETIME_MS
      // Changes made while announcements did not arrive have been missed.
      if (live) invalidate()
    },
  }
}

/** The text by which what belongs to a hash is remembered. */
function slotOf(keyHash: Buffer): string {
  return keyHash.toString('latin1')
}

function hashOf(slot: string): Buffer {
  return Buffer.from(slot, 'latin1')
}
