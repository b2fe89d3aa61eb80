/** Messages for a route that stays closed this long are given back, because another node may be able to send them. */
const CLOSED_MS = 5_000

/** Remembers since when routes have been closed. */
export class ClosedRoutes {
  readonly #since = new Map<string, number>()

  /** Those of the routes that have been closed for a while; `now` in milliseconds. */
  closedAtLength(routes: readonly string[], isOpen: (route: string) => boolean, now: number): readonly string[] {
    return routes.filter((route) => {
      if (isOpen(route)) {
        this.#since.delete(route)
        return false
      }
      // After a step of the clock back, a time to come would be waited for as well.
      const since = Math.min(this.#since.get(route) ?? now, now)
      this.#since.set(route, since)
      return now - since >= CLOSED_MS
    })
  }
}
