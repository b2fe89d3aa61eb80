import { closeSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import type { Logger } from '@heliograph/contracts'

/** The most descriptors that are kept from connections, where the process has many. */
const MOST_KEPT = 512
const WARNING_EVERY_MS = 60_000

/**
 * Keeps file descriptors for what is not a client's connection: database, links to carriers, webhooks, logs. Without any left the process could not replace
 * a lost connection to its database, however well it serves those that took them. An eighth of what the process may have, and at most 512, is kept.
 */
export class DescriptorReserve {
  /** Infinite where the system does not tell, and then nothing is kept. */
  readonly #limit: number
  readonly #size: number
  readonly #logger: Logger | undefined
  #held: number[] = []
  #warnedAt = Number.NEGATIVE_INFINITY

  /** @param limit - file descriptors the process may have. */
  constructor(limit: number, logger: Logger | undefined) {
    this.#limit = limit
    this.#size = Number.isFinite(limit) ? Math.min(MOST_KEPT, Math.floor(limit / 8)) : 0
    this.#logger = logger
  }

  /**
   * Whether one more connection would use the reserve. The system gives the lowest free number (POSIX, `open`), so the number it gives is a lower bound of how many
   * are taken. That takes two system calls, however many are open.
   */
  isReached(): boolean {
    if (this.#size === 0) return false
    const [next] = take(1)
    if (next === undefined) return true
    closeSync(next)
    return next >= this.#limit - this.#size
  }

  /** Takes as many descriptors again out of reach, until `release`. False, and none taken, when there are not as many. */
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

  /** Logs what to do, once a minute at most. */
  warn(): void {
    const now = performance.now()
    if (now - this.#warnedAt < WARNING_EVERY_MS) return
    this.#warnedAt = now
    this.#logger?.warn(
      { descriptors: this.#limit, reserve: this.#size },
      'no further connections are taken: the file descriptors left are kept for database and carriers; ' +
        'raise the limit of open files (LimitNOFILE with systemd, --ulimit nofile with Docker)',
    )
  }
}

/** Fewer when the system has no more. */
function take(count: number): number[] {
  const descriptors: number[] = []
  try {
    while (descriptors.length < count) descriptors.push(openSync(devNull, 'r'))
  } catch {
    // None left, which is the answer.
  }
  return descriptors
}

/** File descriptors this process may have; `Infinity` where the system does not tell. */
export function readDescriptorLimit(): number {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
