import { closeSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Logger } from '@heliograph/contracts'

/** Maximum number of descriptors kept free of client connections, for processes that have many. */
const MOST_KEPT = 512
const WARNING_EVERY_MS = 60_000

/**
 * Reserves file descriptors for everything but client connections: the database, links to carriers, webhooks, logs.
 * With none left, the process could not replace a lost database connection, however well it serves its clients. The
 * reserve is an eighth of the process's limit, at most 512.
 */
export class DescriptorReserve {
  /** Infinite where the system does not report a limit; then nothing is reserved. */
  readonly #limit: number
  readonly #size: number
  readonly #logger: Logger | undefined
  #held: number[] = []
  #warnedAt = Number.NEGATIVE_INFINITY

  /** @param limit - file descriptors that the process may have. */
  constructor(limit: number, logger: Logger | undefined) {
    this.#limit = limit
    this.#size = Number.isFinite(limit) ? Math.min(MOST_KEPT, Math.floor(limit / 8)) : 0
    this.#logger = logger
  }

  /**
   * Whether one more connection would use the reserve. The system gives the lowest free number (POSIX, `open`), so that
   * number is a lower bound of how many are taken. This takes two system calls, however many are open.
   */
  isReached(): boolean {
    if (this.#size === 0) return false
    const [next] = take(1)
    if (next === undefined) return true
    closeSync(next)
    return next >= this.#limit - this.#size
  }

  /**
   * Occupies the same number of descriptors again until `release`. False, without occupying any, when there are not
   * enough.
   */
  hold(): boolean {
    this.release()
    this.#held = take(this.#size)
    if (this.#held.length === this.#size) return true
    this.release()
    return false
  }

  release(): void {
    for (const descriptor of this.#held) closeSync(descriptor)
    this.#held = []
  }

  /** Logs a warning with the remedy, once a minute at most. */
  warn(): void {
    const now = performance.now()
    if (now - this.#warnedAt < WARNING_EVERY_MS) return
    this.#warnedAt = now
    this.#logger?.warn(
      { descriptors: this.#limit, reserve: this.#size },
      'no further connections are accepted: the remaining file descriptors are reserved for database and carriers; ' +
        'raise the limit of open files (LimitNOFILE with systemd, --ulimit nofile with Docker)',
    )
  }
}

/** Opens `count` descriptors, or fewer when the system has no more. */
function take(count: number): number[] {
  const descriptors: number[] = []
  try {
    while (descriptors.length < count) descriptors.push(openSync(devNull, 'r'))
  } catch {
    // None left: return those opened so far.
  }
  return descriptors
}

/** How many file descriptors this process may have; `Infinity` where the system does not report it. */
export function readDescriptorLimit(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
