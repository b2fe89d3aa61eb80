import { hash, timingSafeEqual } from 'node:crypto'
import { type Clock, type Directory, GatewayError, type Principal } from '@heliograph/contracts'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { withDeadline } from '../database/deadline.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import type { Account } from './account.ts'
import { ExpiringCache } from './expiring-cache.ts'
import {
  type DirectoryDefaults,
  type LoadedKey,
  type LoadedSmppKey,
  loadAccounts,
  loadKeys,
  loadSmppKeys,
} from './load-accounts.ts'

/** How long an entry is good while changes are announced (they clear it); a safety net for a connection that died without a sign. */
const LIFETIME_MS = 10_000
/** How long while changes are not announced: a disabled key must stop working within a second. */
const BLIND_LIFETIME_MS = 500
/** A key that did not exist may exist a moment later. */
const MISS_LIFETIME_MS = 1_000

const MAX_KEYS = 100_000
const MAX_MISSES = 10_000
/** Longer texts are no keys; hashing them would be work for an attacker's sake. */
const MAX_KEY_LENGTH = 200
const BATCH_LOOKUPS = 500

export interface DirectoryOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly defaults: DirectoryDefaults
}

/** The `Directory` service with what the engine itself needs of it. */
export interface AccountDirectory extends Directory {
  /**
   * The present account of a principal, however old that principal is. Throws (or rejects with) `unauthenticated`/`account-disabled` when its user or
   * client was disabled meanwhile, `unavailable` when the database is needed and away.
   */
  accountOf(principal: Principal): Account | Promise<Account>
  /**
   * The keys behind the hash of an SMPP password, also those of disabled users and clients. Remembered like everything here, so that many clients that come back
   * at once cost one look-up. Rejects with `unavailable` when the database is needed and away.
   */
  bySmppHash(smppHash: Buffer): readonly LoadedSmppKey[] | Promise<readonly LoadedSmppKey[]>
  /** Forgets everything: something about clients, users, keys or channels has changed. */
  invalidate(): void
  /** Whether changes are announced to this node at present. Until told so the directory trusts its memory for half a second only. */
  setLive(live: boolean): void
}

/** Creates the directory. Look-ups are answered from memory on a cache hit; look-ups made while one is under way share the next statement. */
export function createDirectory({ sql, clock, defaults }: DirectoryOptions): AccountDirectory {
  const keys = new ExpiringCache<string, LoadedKey>(MAX_KEYS)
  const smppKeys = new ExpiringCache<string, readonly LoadedSmppKey[]>(MAX_KEYS)
  const misses = new ExpiringCache<string, true>(MAX_MISSES)
  const accounts = new ExpiringCache<number, Account>(MAX_KEYS)
  const underWay = new Map<string | number, Promise<unknown>>()
  let lifetimeMs = BLIND_LIFETIME_MS
  /** Answers asked for before a change must not be kept after it. */
  let generation = 0

  const keyBatch = new MicroBatch<Buffer, LoadedKey | undefined>({
    run: findKeys,
    maxItems: BATCH_LOOKUPS,
    lanes: 2,
  })
  const accountBatch = new MicroBatch<number, Account | undefined>({
    run: findAccounts,
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
    const found = await withDeadline(loadSmppKeys(sql, hashes, defaults))
    return hashes.map((hash) => {
      const own = found.filter((key) => timingSafeEqual(key.smppHash, hash))
      // Wrong passwords are not remembered: there is no end to them, and clients that try them are slowed down.
      if (asked === generation && own.length > 0) smppKeys.set(slotOf(hash), own, clock.now())
      return own
    })
  }

  async function findKeys(hashes: readonly Buffer[]): Promise<readonly (LoadedKey | undefined)[]> {
    const asked = generation
    const found = new Map(
      (await withDeadline(loadKeys(sql, hashes, defaults))).map((key) => [slotOf(key.keyHash), key]),
    )
    const now = clock.now()
    if (asked === generation) {
      for (const [slot, key] of found) {
        keys.set(slot, key, now)
        accounts.set(key.account.userId, key.account, now)
      }
      for (const hash of hashes) if (!found.has(slotOf(hash))) misses.set(slotOf(hash), true, now)
    }
    return hashes.map((hash) => found.get(slotOf(hash)))
  }

  async function findAccounts(userIds: readonly number[]): Promise<readonly (Account | undefined)[]> {
    const asked = generation
    const found = new Map((await withDeadline(loadAccounts(sql, userIds))).map((account) => [account.userId, account]))
    if (asked === generation) for (const [userId, account] of found) accounts.set(userId, account, clock.now())
    return userIds.map((userId) => found.get(userId))
  }

  /** Several askers of the same thing wait for one look-up. */
  function share<T>(key: string | number, find: () => Promise<T>): Promise<T> {
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
    accounts.clear()
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
      return share(slot, async () => (await keyBatch.add(keyHash))?.principal)
    },
    accountOf(principal) {
      const account = accounts.get(principal.userId, clock.now(), lifetimeMs)
      if (account !== undefined) return own(account, principal)
      return share(principal.userId, () => accountBatch.add(principal.userId)).then((found) => own(found, principal))
    },
    bySmppHash(smppHash) {
      const slot = slotOf(smppHash)
      return smppKeys.get(slot, clock.now(), lifetimeMs) ?? share(`smpp ${slot}`, () => smppBatch.add(smppHash))
    },
    invalidate,
    setLive(live) {
      lifetimeMs = live ? LIFETIME_MS : BLIND_LIFETIME_MS
      // Changes made while announcements were not heard are not known.
      if (live) invalidate()
    },
  }
}

function slotOf(keyHash: Buffer): string {
  return keyHash.toString('latin1')
}

function own(account: Account | undefined, principal: Principal): Account {
  if (account?.clientId === principal.clientId) return account
  throw new GatewayError('unauthenticated', 'account-disabled', 'This account is disabled')
}
