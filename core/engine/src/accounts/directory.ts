import { hash, timingSafeEqual } from 'node:crypto'
import { missingAccount } from '@heliograph/access'
import { type Clock, type Directory, GatewayError, type Principal } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import type { Account } from './account.ts'
import { ExpiringCache } from './expiring-cache.ts'
import {
  type DirectoryDefaults,
  type KnownClient,
  type KnownUser,
  type LoadedKey,
  type LoadedSmppKey,
  loadClients,
  loadKeys,
  loadSmppKeys,
  loadUsers,
} from './load-accounts.ts'

/**
 * How long an entry is valid while changes are announced (they clear it): a safety net for a connection that died
 * silently.
 */
const LIFETIME_MS = 10_000
/** How long an entry is valid while changes are not announced: a disabled key must stop working within a second. */
const BLIND_LIFETIME_MS = 500
/** A key that did not exist may exist a moment later. */
const MISS_LIFETIME_MS = 1_000

const MAX_KEYS = 100_000
const MAX_MISSES = 10_000
/** Longer texts are not keys; hashing them would only let an attacker cause work. */
const MAX_KEY_LENGTH = 200
const BATCH_LOOKUPS = 500

export interface DirectoryOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaults: DirectoryDefaults
}

/** The `Directory` service, plus what the engine itself needs. */
export interface AccountDirectory extends Directory {
  /**
   * The current account of a principal, however old that principal is. Throws (or rejects with)
   * `unauthenticated`/`account-disabled` when its user or client was disabled meanwhile, `forbidden`/`client-disabled`
   * when it acts for another client that is disabled, `unavailable` when the database is needed and away.
   */
  accountOf(principal: Principal): Account | Promise<Account>
  /**
   * The keys behind the hash of an SMPP password, including those of disabled users and clients. Remembered like
   * everything here, so that many clients that reconnect at once cost one look-up. Rejects with `unavailable` when the
   * database is needed and away.
   */
  bySmppHash(smppHash: Buffer): readonly LoadedSmppKey[] | Promise<readonly LoadedSmppKey[]>
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
export function createDirectory({ sql, clock, defaults }: DirectoryOptions): AccountDirectory {
  const keys = new ExpiringCache<string, LoadedKey>(MAX_KEYS)
  const smppKeys = new ExpiringCache<string, readonly LoadedSmppKey[]>(MAX_KEYS)
  const misses = new ExpiringCache<string, true>(MAX_MISSES)
  const users = new ExpiringCache<number, KnownUser>(MAX_KEYS)
  const clients = new ExpiringCache<number, KnownClient>(MAX_KEYS)
  const underWay = new Map<string, Promise<unknown>>()
  let lifetimeMs = BLIND_LIFETIME_MS
  /** Raised by every change: answers requested before a change must not be kept after it. */
  let generation = 0

  const keyBatch = new MicroBatch<Buffer, LoadedKey | undefined>({
    run: findKeys,
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })
  const userBatch = new MicroBatch<number, KnownUser | undefined>({
    run: findUsers,
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })

  const clientBatch = new MicroBatch<number, KnownClient | undefined>({
    run: findClients,
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })

  const smppBatch = new MicroBatch<Buffer, readonly LoadedSmppKey[]>({
    run: findSmppKeys,
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })

  async function findSmppKeys(hashes: readonly Buffer[]): Promise<readonly (readonly LoadedSmppKey[])[]> {
    const asked = generation
    const found = await loadSmppKeys(sql, hashes, defaults)
    return hashes.map((hash) => {
      const own = found.filter((key) => timingSafeEqual(key.smppHash, hash))
      // Wrong passwords are not remembered, because there is no end to them and clients that try them are slowed down.
      if (asked === generation && own.length > 0) smppKeys.set(slotOf(hash), own, clock.now())
      return own
    })
  }

  async function findKeys(hashes: readonly Buffer[]): Promise<readonly (LoadedKey | undefined)[]> {
    const asked = generation
    const found = new Map((await loadKeys(sql, hashes, defaults)).map((key) => [slotOf(key.keyHash), key]))
    const now = clock.now()
    if (asked === generation) {
      for (const [slot, key] of found) {
        keys.set(slot, key, now)
        users.set(key.principal.userId, key.user, now)
      }
      for (const hash of hashes) if (!found.has(slotOf(hash))) misses.set(slotOf(hash), true, now)
    }
    return hashes.map((hash) => found.get(slotOf(hash)))
  }

  async function findUsers(userIds: readonly number[]): Promise<readonly (KnownUser | undefined)[]> {
    const asked = generation
    const loaded = await loadUsers(sql, userIds, defaults)
    const found = new Map(loaded.map((user) => [user.principal.userId, user]))
    if (asked === generation) for (const [userId, user] of found) users.set(userId, user, clock.now())
    return userIds.map((userId) => found.get(userId))
  }

  async function findClients(clientIds: readonly number[]): Promise<readonly (KnownClient | undefined)[]> {
    const asked = generation
    const loaded = await loadClients(sql, clientIds, defaults)
    const found = new Map(loaded.map((client) => [client.face.clientId, client]))
    if (asked === generation) for (const [clientId, client] of found) clients.set(clientId, client, clock.now())
    return clientIds.map((clientId) => found.get(clientId))
  }

  function userOf(userId: number): KnownUser | Promise<KnownUser | undefined> {
    return users.get(userId, clock.now(), lifetimeMs) ?? share(`user ${userId}`, () => userBatch.add(userId))
  }

  async function clientOf(clientId: number): Promise<KnownClient> {
    const known = Number.isSafeInteger(clientId)
      ? (clients.get(clientId, clock.now(), lifetimeMs) ??
        (await share(`client ${clientId}`, () => clientBatch.add(clientId))))
      : undefined
    if (known === undefined) throw missingAccount('client', clientId)
    return known
  }

  /** The account of a principal that may act for a client other than its user's. */
  function accountFor(user: KnownUser | undefined, principal: Principal): Account | Promise<Account> {
    if (user?.account.clientId === principal.clientId) return user.account
    if (user?.principal.role === 'operator') return actingAccount(principal)
    throw new GatewayError('unauthenticated', 'account-disabled', 'This account is disabled')
  }

  async function actingAccount({ clientId, userId }: Principal): Promise<Account> {
    const { isEnabled, face: _, ...channels } = await clientOf(clientId)
    if (!isEnabled) throw new GatewayError('forbidden', 'client-disabled', 'This client is disabled')
    return { clientId, userId, ownChannelId: null, ...channels }
  }

  /** Callers that want the same thing at once share one look-up. */
  function share<T>(key: string, find: () => Promise<T>): Promise<T> {
    const present = underWay.get(key)
    if (present !== undefined) return present as Promise<T>
    const promise = find()
      .catch((error: unknown) => {
        throw toServiceError(error)
      })
      .finally(() => {
        if (underWay.get(key) === promise) underWay.delete(key)
      })
    underWay.set(key, promise)
    return promise
  }

  function invalidate(): void {
    generation += 1
    keys.clear()
    smppKeys.clear()
    misses.clear()
    users.clear()
    clients.clear()
    underWay.clear()
  }

  return {
    async byApiKey(apiKey) {
      if (apiKey.length === 0 || apiKey.length > MAX_KEY_LENGTH) return undefined
      const keyHash = hash('sha256', apiKey, 'buffer')
      const slot = slotOf(keyHash)
      const now = clock.now()
      const key = keys.get(slot, now, lifetimeMs)
      if (key !== undefined && timingSafeEqual(key.keyHash, keyHash)) return key.principal
      if (misses.get(slot, now, Math.min(lifetimeMs, MISS_LIFETIME_MS))) return undefined
      return share(`key ${slot}`, async () => (await keyBatch.add(keyHash))?.principal)
    },
    async byUser(userId) {
      return Number.isSafeInteger(userId) ? (await userOf(userId))?.principal : undefined
    },
    async actingFor(principal, clientId) {
      if (principal.role !== 'operator') {
        if (clientId !== principal.clientId) throw missingAccount('client', clientId)
        return principal
      }
      return Object.freeze({ ...principal, ...(await clientOf(clientId)).face })
    },
    accountOf(principal) {
      const user = userOf(principal.userId)
      return user instanceof Promise ? user.then((found) => accountFor(found, principal)) : accountFor(user, principal)
    },
    bySmppHash(smppHash) {
      const slot = slotOf(smppHash)
      return smppKeys.get(slot, clock.now(), lifetimeMs) ?? share(`smpp ${slot}`, () => smppBatch.add(smppHash))
    },
    invalidate,
    setLive(live) {
      lifetimeMs = live ? LIFETIME_MS : BLIND_LIFETIME_MS
      // Changes made while announcements did not arrive have been missed.
      if (live) invalidate()
    },
  }
}

function slotOf(keyHash: Buffer): string {
  return keyHash.toString('latin1')
}
