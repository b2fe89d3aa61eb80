import type { Priority } from '@heliograph/contracts'

/**
 * Remembers where batches may wait in the database that this process does not have in memory.
 *
 * Messages accepted here may skip the table only while nothing that comes before them waits in it. A route and priority is behind from the moment a batch of it is
 * left in the table until a look that began after that moment found no more.
 */
export class Backlog {
  /** Looks begun so far, when a batch was last left in the table; by route, then priority. */
  readonly #behind = new Map<string, Map<Priority, number>>()
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
    if (leftAt !== undefined && look > leftAt) behind?.delete(priority)
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
}
