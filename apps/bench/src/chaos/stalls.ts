import type { SmscStats } from '../smsc/protocol.ts'
import { type Ability, epochNow } from './ability.ts'
import { LINKS } from './configuration.ts'
import { RECOVERY_MS } from './faults.ts'

/**
 * Watches that every link goes on: while many messages wait, none may be silent for longer than 20 s after the last
 * fault.
 */
export class Stalls {
  readonly #ability: Ability
  readonly #now: () => number
  /** From this number of waiting messages on there is something to send for every link. */
  readonly #enough: number
  #enoughSince: number | undefined
  readonly #stalled = new Set<string>()
  /** The longest silence of a link so far, counted from the last fault. */
  longestMs = 0
  /** Silences that were too long, for people. */
  readonly late: string[] = []

  constructor(ability: Ability, enough: number, now = epochNow) {
    this.#ability = ability
    this.#now = now
    this.#enough = enough
  }

  /** @param accepted messages that the gateway has accepted so far */
  look(accepted: number, { messages, lastByLink }: Pick<SmscStats, 'messages' | 'lastByLink'>): void {
    const now = this.#now()
    const waiting = accepted - messages
    this.#enoughSince = waiting < this.#enough ? undefined : (this.#enoughSince ?? now)
    for (const link of LINKS) {
      const since = Math.max(lastByLink.get(link) ?? 0, this.#ability.calmSince, this.#enoughSince ?? now)
      const silentMs = now - since
      this.longestMs = Math.max(this.longestMs, silentMs)
      if (silentMs <= RECOVERY_MS) this.#stalled.delete(link)
      else if (!this.#stalled.has(link)) {
        this.#stalled.add(link)
        this.late.push(
          `link ${link} hands over nothing at ${new Date(now).toISOString()}, ${Math.round(silentMs / 1000)} s after the last fault, with ${waiting} messages waiting`,
        )
      }
    }
  }
}
