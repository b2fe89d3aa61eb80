import { putLast } from './put-last.ts'

/** Failures of a pair of account and address group that have no consequence, because people mistype. */
const FREE_FAILURES = 3
/** The wait after the next failure; each further failure doubles it ... */
const FIRST_WAIT_MS = 1_000
/** ... until this many failures lock the pair; each further failure doubles the lock. */
const PAIR_FAILURES = 10
const FIRST_LOCK_MS = 300_000
const LONGEST_LOCK_MS = 3_600_000
/** A pair that failed is forgotten this long after its last wait has ended. */
const FORGET_MS = 3_600_000
/**
 * Failures from one address group, with any accounts, that lock it. Many clients may share an address, so their
 * mistakes add up ...
 */
const GROUP_FAILURES = 100
/** ... and one is forgotten this often: that many guesses remain for a group that is locked. */
const GROUP_FORGETS_MS = 600_000
/**
 * Pairs and groups remembered; those without a failure for longest make room, so no flood can make the maps grow.
 */
const REMEMBERED = 20_000

/** Who tries to log in: an account, from any of the addresses of one customer (see `addressGroup`). */
export interface LoginPair {
  readonly account: string
  readonly group: string
}

interface PairRecord {
  readonly failures: number
  readonly blockedUntil: number
}

/** Failures, of which one leaks away every `GROUP_FORGETS_MS`. */
interface GroupRecord {
  readonly level: number
  readonly at: number
}

/**
 * Slows down and locks out callers that guess passwords: each pair of account and address group, and each address group
 * as a whole. The caller supplies the time.
 */
export class LoginGuard {
  /** Both in the order of the last failures. */
  readonly #pairs = new Map<string, PairRecord>()
  readonly #groups = new Map<string, GroupRecord>()

  /** How long the next attempt of the pair has to wait, 0 when it may be made. */
  pairWaitMs(pair: LoginPair, now: number): number {
    return Math.max(0, (this.#pairs.get(pairKey(pair))?.blockedUntil ?? 0) - now)
  }

  /** How long attempts from the group, with any account, have to wait. */
  groupWaitMs(group: string, now: number): number {
    const excess = levelOf(this.#groups.get(group), now) - (GROUP_FAILURES - 1)
    return Math.max(0, Math.ceil(excess * GROUP_FORGETS_MS))
  }

  /** Whether an attempt of the pair has failed lately. */
  hasFailed(pair: LoginPair, now: number): boolean {
    return this.#recent(pair, now) !== undefined
  }

  failed(pair: LoginPair, now: number): void {
    const failures = (this.#recent(pair, now)?.failures ?? 0) + 1
    const level = levelOf(this.#groups.get(pair.group), now) + 1
    putLast(this.#pairs, pairKey(pair), { failures, blockedUntil: now + waitAfter(failures) }, REMEMBERED)
    putLast(this.#groups, pair.group, { level, at: now }, REMEMBERED)
  }

  /**
   * A correct password clears the pair. The group keeps its count: one good account must not make up for guessing at
   * others.
   */
  succeeded(pair: LoginPair): void {
    this.#pairs.delete(pairKey(pair))
  }

  #recent(pair: LoginPair, now: number): PairRecord | undefined {
    const record = this.#pairs.get(pairKey(pair))
    return record !== undefined && now - record.blockedUntil < FORGET_MS ? record : undefined
  }
}

/** For maps by pair. */
export function pairKey({ account, group }: LoginPair): string {
  return `${group} ${account}`
}

function waitAfter(failures: number): number {
  if (failures <= FREE_FAILURES) return 0
  if (failures < PAIR_FAILURES) return FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES - 1)
  return Math.min(FIRST_LOCK_MS * 2 ** (failures - PAIR_FAILURES), LONGEST_LOCK_MS)
}

function levelOf(record: GroupRecord | undefined, now: number): number {
  return record === undefined ? 0 : Math.max(0, record.level - (now - record.at) / GROUP_FORGETS_MS)
}
