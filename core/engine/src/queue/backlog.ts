import type { Priority } from '@heliograph/contracts'

/**
 * Remembers where messages may wait in the job queue that this process does not have in memory.
 *
 * Messages accepted here may skip the queue only while nothing that comes before them waits in it. A route and priority is behind from the moment a job of it
 * is left to the queue until a fetch that was free to take such a job, and began after that moment, found none.
 */
export class Backlog {
  /** Fetches begun so far, when a job was last left to the queue; by route, then priority. */
  readonly #behind = new Map<string, Map<Priority, number>>()
  #fetches = 0

  /** Jobs of all routes and priorities may wait from before. */
  constructor(routes: readonly string[], priorities: readonly Priority[]) {
    for (const route of routes) this.#behind.set(route, new Map(priorities.map((priority) => [priority, 0])))
  }

  /** A job of this route and priority is left to the queue. */
  leave(route: string, priority: Priority): void {
    this.#behind.get(route)?.set(priority, this.#fetches)
  }

  /** A fetch begins; the number tells it apart. */
  fetchBegins(): number {
    this.#fetches += 1
    return this.#fetches
  }

  /** A fetch that could have had any job but those of the given routes and priorities found none. */
  foundNone(fetch: number, isForbidden: (route: string, priority: Priority) => boolean): void {
    for (const [route, priorities] of this.#behind) {
      for (const [priority, leftAt] of priorities) {
        if (fetch > leftAt && !isForbidden(route, priority)) priorities.delete(priority)
      }
    }
  }

  /** Whether something may wait in the queue that goes before a new message of this route and priority. */
  isBefore(route: string, priority: Priority): boolean {
    for (const behind of this.#behind.get(route)?.keys() ?? []) if (behind <= priority) return true
    return false
  }
}
