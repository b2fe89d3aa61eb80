import type { Priority } from '@heliograph/contracts'
import { placeKey } from './batch.ts'

/** For each route and priority: how many looks had begun when it was noted last. */
type Marks = Map<string, Map<Priority, number>>

/**
 * Remembers for which routes and priorities batches may wait in the database that this process does not have in memory.
 *
 * Messages accepted here may skip the table only while nothing of this node that goes before them waits in it. A route
 * and priority is behind from the moment a batch of this node is left in the table, or a look finds more than this node
 * can take, until a look that began later finds no more. No look can find a batch that is still being stored, so its
 * place is held until it is committed or rolled back.
 *
 * What other nodes announce has to be looked for, but nothing is behind because of it: it was accepted at about the
 * same time, and where nodes share a route, there is always something of this kind.
 */
export class Backlog {
  readonly #behind: Marks = new Map()
  readonly #announced: Marks = new Map()
  /** By route and priority: how many transactions under way are leaving batches. */
  readonly #held = new Map<string, number>()
  /** Routes and priorities of which the last look could not take all. */
  readonly #full = new Set<string>()
  readonly #priorities: readonly Priority[]
  #looks = 0

  /** Assumes that batches of all routes and priorities may be waiting already. */
  constructor(routes: readonly string[], priorities: readonly Priority[]) {
    this.#priorities = priorities
    for (const route of routes) {
      this.#behind.set(route, new Map(priorities.map((priority) => [priority, 0])))
      this.#announced.set(route, new Map())
    }
  }

  /** Notes that a batch of this node, of this route and priority, waits. */
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

  /** Notes that something of this node and route waits, of unknown priority. */
  leaveAny(route: string): void {
    for (const priority of this.#priorities) this.leave(route, priority)
  }

  /** Notes that something of this route may wait that another node accepted or gave back. */
  announced(route: string): void {
    for (const priority of this.#priorities) this.#announced.get(route)?.set(priority, this.#looks)
  }

  /** Begins a look at the table and returns its number. */
  lookBegins(): number {
    this.#looks += 1
    return this.#looks
  }

  /** Notes that a look took all there was of a route and priority. */
  foundLast(look: number, route: string, priority: Priority): void {
    this.#full.delete(placeKey(route, priority))
    forget(this.#announced.get(route), priority, look)
    if (this.#holds(route, priority) === 0) forget(this.#behind.get(route), priority, look)
  }

  /** Notes that a look left some of a route and priority in the table, because there was no room for all. */
  foundMore(route: string, priority: Priority): void {
    this.leave(route, priority)
    this.#full.add(placeKey(route, priority))
  }

  /** Priorities of a route for which something may wait. */
  of(route: string): readonly Priority[] {
    return this.#priorities.filter(
      (priority) => this.#behind.get(route)?.has(priority) || this.#announced.get(route)?.has(priority),
    )
  }

  /** Whether something may wait that goes before a new message of this route and priority. */
  isBefore(route: string, priority: Priority): boolean {
    for (const behind of this.#behind.get(route)?.keys() ?? []) if (behind <= priority) return true
    return false
  }

  /** Whether the next look will probably find the last that is behind. */
  isNearEnd(route: string, priority: Priority): boolean {
    return this.#behind.get(route)?.has(priority) === true && !this.#full.has(placeKey(route, priority))
  }

  #holds(route: string, priority: Priority): number {
    return this.#held.get(placeKey(route, priority)) ?? 0
  }
}

/** Forgets what was noted before a look began. */
function forget(noted: Map<Priority, number> | undefined, priority: Priority, look: number): void {
  const at = noted?.get(priority)
  if (at !== undefined && at < look) noted?.delete(priority)
}
