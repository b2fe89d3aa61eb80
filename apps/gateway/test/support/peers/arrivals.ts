/** Longer than anything these tests wait for takes, even on a busy machine. */
export const WAIT_LIMIT_MS = 60_000

/** Items that arrive one by one, and that tests wait for. */
export interface Arrivals<T> {
  /** All items so far, oldest first. */
  readonly all: readonly T[]
  add(item: T): void
  /**
   * Resolves with the first matching item, past or future. Rejects after `limitMs` with the items that arrived instead.
   */
  waitFor(fits: (item: T) => boolean, limitMs?: number): Promise<T>
  /** Resolves with all matching items as soon as there are `count` of them. */
  waitForCount(count: number, fits?: (item: T) => boolean, limitMs?: number): Promise<readonly T[]>
  /** Rejects everything still waiting: no more items will arrive. */
  end(reason: string): void
}

export function createArrivals<T>(what: string): Arrivals<T> {
  const all: T[] = []
  const waiters = new Set<{ check(): void; fail(reason: string): void }>()

  function wait<R>(pick: () => R | undefined, limitMs: number): Promise<R> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        act()
      }
      const waiter = {
        check() {
          const found = pick()
          if (found !== undefined) settle(() => resolve(found))
        },
        fail: (reason: string) => settle(() => reject(new Error(`${what}: ${reason}; came: ${summary(all)}`))),
      }
      const timer = setTimeout(() => waiter.fail(`not within ${limitMs} ms`), limitMs)
      waiters.add(waiter)
      waiter.check()
    })
  }

  return {
    all,
    add(item) {
      all.push(item)
      for (const waiter of [...waiters]) waiter.check()
    },
    waitFor: (fits, limitMs = WAIT_LIMIT_MS) => wait(() => all.find(fits), limitMs),
    waitForCount: (count, fits = () => true, limitMs = WAIT_LIMIT_MS) =>
      wait(() => {
        const found = all.filter(fits)
        return found.length >= count ? found : undefined
      }, limitMs),
    end(reason) {
      for (const waiter of [...waiters]) waiter.fail(reason)
    },
  }
}

function summary(items: readonly unknown[]): string {
  if (items.length === 0) return 'nothing'
  return `${items.length}, the last: ${JSON.stringify(items.slice(-5))}`
}
