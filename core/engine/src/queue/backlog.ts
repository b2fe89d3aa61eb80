import type { Priority } from '@heliograph/contracts'

/**
 * Remembers where batches may wait in the database that this process does not have in memory.
 *
 * Messages accepted here may skip the table only while nothing that comes before them waits in it. A route and priority is behind from the moment a batch of it is
 * left in the table until a look that began after that moment found no more. What is only being stored no look can find: it holds its place until it is committed, or
 * is not.
 */
export class Backlog {
  /** Looks begun so far, when a batch was last left in the table; by route, then priority. */
  readonly #behind = new Map<string, Map<Priority, number>>()
  /** How many transactions that are under way leave batches, by route and priority. */
  readonly #held = new Map<string, number>()
  readonly #priorities: readonly Priority[]
  #looks = 0

  /** Batches of all routes and priorities may wait from before. */
  constructor(routes: readonly string[], priorities: readonly Priority[]) {
    this.#priorities = priorities
    for (const route of routes) this.#behind.set(route, new Map(priorities.map((priority) => [priority, 0])))
  }

  /** A batch of this route and priority waits. */
  leave(route: string, priority: Priority): void {
    this.#behind.get(route)?.set(priority, this.#looks)
  }

  /** A batch is being stored that will wait. To be released when the outcome is known. */
  hold(route: string, priority: Priority): void {
    this.leave(route, priority)
    this.#held.set(keyOf(route, priority), this.#holds(route, priority) + 1)
  }

  release(route: string, priority: Priority): void {
    this.leave(route, priority)
    const holds = this.#holds(route, priority) - 1
    if (holds > 0) this.#held.set(keyOf(route, priority), holds)
    else this.#held.delete(keyOf(route, priority))
  }

  /** Something of this route waits, of which priority is not known. */
  leaveAny(route: string): void {
    for (const priority of this.#priorities) this.leave(route, priority)
  }

  /** A look at the table begins; the number tells it apart. */
  lookBegins(): number {
    this.#looks += 1
    return this.#looks
  }

  /** A look took all there was of a route and priority. */
  foundLast(look: number, route: string, priority: Priority): void {
    const behind = this.#behind.get(route)
    const leftAt = behind?.get(priority)
    if (leftAt === undefined || look <= leftAt || this.#holds(route, priority) > 0) return
    behind?.delete(priority)
  }

  /** Priorities of a route of which something may wait. */
  of(route: string): readonly Priority[] {
    return [...(this.#behind.get(route)?.keys() ?? [])]
  }

  /** Whether something may wait that goes before a new message of this route and priority. */
  isBefore(route: string, priority: Priority): boolean {
    for (const behind of this.#behind.get(route)?.keys() ?? []) if (behind <= priority) return true
    return false
  }

  #holds(route: string, priority: Priority): number {
    return this.#held.get(keyOf(route, priority)) ?? 0
  }
}

function keyOf(route: string, priority: Priority): string {
  return `${route} ${priority}`
}
