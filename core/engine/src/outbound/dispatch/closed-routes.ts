/** Messages for a route that stays closed this long are given back, because another node may be able to send them. */
const CLOSED_MS = 5_000

/** Remembers since when routes have been closed. */
export class ClosedRoutes {
  readonly #since = new Map<string, number>()

  /** Returns the routes that have been closed for a while. `now`: milliseconds of a clock that never goes back. */
  closedAtLength(routes: readonly string[], isOpen: (route: string) => boolean, now: number): readonly string[] {
    return routes.filter((route) => {
      if (isOpen(route)) {
        this.#since.delete(route)
        return false
      }
      const since = this.#since.get(route) ?? now
      this.#since.set(route, since)
      return now - since >= CLOSED_MS
    })
  }
}
