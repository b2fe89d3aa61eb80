import type { Priority } from '@heliograph/contracts'
import { placeKey } from './batch.ts'

/**
 * Remembers for which routes and priorities batches may wait in the database that this process does not have in memory.
 *
 * Messages accepted here may skip the table only while nothing that goes before them waits in it. A route and priority
 * is behind from the moment a batch of it is left in the table until a look that began later finds no more. No look can
 * find a batch that is still being stored, so its place is held until it is committed or rolled back.
 */
export class Backlog {
  /** By route, then priority: how many looks had begun when a batch was last left in the table. */
  readonly #behind = new Map<string, Map<Priority, number>>()
  /** By route and priority: how many transactions under way are leaving batches. */
  readonly #held = new Map<string, number>()
  readonly #priorities: readonly Priority[]
  #looks = 0

  /** Assumes that batches of all routes and priorities may be waiting already. */
  constructor(routes: readonly string[], priorities: readonly Priority[]) {
    this.#priorities = priorities
    for (const route of routes) this.#behind.set(route, new Map(priorities.map((priority) => [priority, 0])))
  }

  /** Notes that a batch of this route and priority waits. */
  leave(route: string, priority: Priority): void {
    this.#behind.get(route)?.set(priority, this.#looks)
  }

  /** Notes that a batch is being stored that will wait. Release it when the outcome is known. */
  hold(route: string, priority: Priority): void {
    this.leave(route, priority)
    this.#held.set(placeKey(route, priority), this.#holds(route, priority) + 1)
  }

  release(route: string, priority: Priority): void {
    this.leave(route, priority)
    const holds = this.#holds(route, priority) - 1
    if (holds > 0) this.#held.set(placeKey(route, priority), holds)
    else this.#held.delete(placeKey(route, priority))
  }

  /** Notes that something of this route waits, of unknown priority. */
  leaveAny(route: string): void {
    for (const priority of this.#priorities) this.leave(route, priority)
  }

  /** Begins a look at the table and returns its number. */
  lookBegins(): number {
    this.#looks += 1
    return this.#looks
  }

  /** Notes that a look took all there was of a route and priority. */
  foundLast(look: number, route: string, priority: Priority): void {
    const behind = this.#behind.get(route)
    const leftAt = behind?.get(priority)
    if (leftAt === undefined || look <= leftAt || this.#holds(route, priority) > 0) return
    behind?.delete(priority)
  }

  /** Priorities of a route for which something may wait. */
  of(route: string): readonly Priority[] {
    return [...(this.#behind.get(route)?.keys() ?? [])]
  }

  /** Whether something may wait that goes before a new message of this route and priority. */
  isBefore(route: string, priority: Priority): boolean {
    for (const behind of this.#behind.get(route)?.keys() ?? []) if (behind <= priority) return true
    return false
  }

  #holds(route: string, priority: Priority): number {
    return this.#held.get(placeKey(route, priority)) ?? 0
  }
}
