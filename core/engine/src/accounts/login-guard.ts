/** Failures of a pair of account and address that have no consequence, because people mistype. */
const FREE_FAILURES = 3
/** The wait after the next failure; each further failure doubles it ... */
const FIRST_WAIT_MS = 1_000
/** ... until this many failures lock the pair. */
const PAIR_FAILURES = 10
/**
 * Failures from one address, with any accounts, that lock it. Many clients may share an address, so their mistakes add
 * up.
 */
const ADDRESS_FAILURES = 100
const LOCK_MS = 300_000
/** Failures this long ago are forgotten. */
const FORGET_MS = 900_000
/**
 * Pairs and addresses remembered; those without a failure for longest make room, so no flood can make the maps grow.
 */
const REMEMBERED = 20_000

interface Record {
  failures: number
  failedAt: number
  blockedUntil: number
}

/**
 * Slows down and locks out callers that guess passwords: each pair of account and address, and each address as a whole.
 * The caller supplies the time.
 */
export class LoginGuard {
  readonly #pairs = new Map<string, Record>()
  readonly #addresses = new Map<string, Record>()

  /** Pairs and addresses remembered. */
  get size(): number {
    return this.#pairs.size + this.#addresses.size
  }

  /** How long the next attempt has to wait, 0 when it may be made. */
  waitMs(account: string, address: string, now: number): number {
    const pair = this.#pairs.get(pairOf(account, address))
    const whole = this.#addresses.get(address)
    return Math.max(0, (pair?.blockedUntil ?? 0) - now, (whole?.blockedUntil ?? 0) - now)
  }

  failed(account: string, address: string, now: number): void {
    const pair = note(this.#pairs, pairOf(account, address), now)
    if (pair.failures >= PAIR_FAILURES) pair.blockedUntil = now + LOCK_MS
    else if (pair.failures > FREE_FAILURES) {
      pair.blockedUntil = now + FIRST_WAIT_MS * 2 ** (pair.failures - FREE_FAILURES - 1)
    }
    const whole = note(this.#addresses, address, now)
    if (whole.failures < ADDRESS_FAILURES) return
    whole.blockedUntil = now + LOCK_MS
    whole.failures = 0
  }

  /**
   * A correct password clears the pair. The address keeps its count: one good account must not make up for guessing at
   * others.
   */
  succeeded(account: string, address: string): void {
    this.#pairs.delete(pairOf(account, address))
  }
}

function pairOf(account: string, address: string): string {
  return `${address} ${account}`
}

/** Counts a failure and moves the record to the end of the map, which is ordered by last failure. */
function note(records: Map<string, Record>, key: string, now: number): Record {
  const present = records.get(key)
  const isRecent = present !== undefined && now - present.failedAt < FORGET_MS
  const record: Record = isRecent ? present : { failures: 0, failedAt: now, blockedUntil: 0 }
  record.failures += 1
  record.failedAt = now
  records.delete(key)
  records.set(key, record)
  if (records.size > REMEMBERED) {
    const oldest = records.keys().next()
    if (!oldest.done) records.delete(oldest.value)
  }
  return record
}
