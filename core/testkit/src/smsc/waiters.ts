/** Waits for conditions to become true, without looking at a clock. */
export interface Waiters {
  /** Call it after every change. */
  touch(): void
  /** Rejects after `timeoutMs` of real time; 0 waits forever. Default 10,000. */
  until(what: string, isTrue: () => boolean, timeoutMs?: number): Promise<void>
}

interface Waiter {
  readonly isTrue: () => boolean
  readonly done: () => void
}

const TIMEOUT_MS = 10_000

export function createWaiters(): Waiters {
  const waiters = new Set<Waiter>()
  let isScheduled = false

  function look(): void {
    isScheduled = false
    for (const waiter of waiters) if (waiter.isTrue()) waiter.done()
  }

  return {
    touch() {
      if (waiters.size === 0 || isScheduled) return
      isScheduled = true
      setImmediate(look)
    },
    async until(what, isTrue, timeoutMs = TIMEOUT_MS) {
      if (isTrue()) return
      await new Promise<void>((resolve, reject) => {
        const isPatient = timeoutMs === 0
        const timer = isPatient ? undefined : setTimeout(() => end(new Error(`Waited too long for ${what}`)), timeoutMs)
        const end = (error?: Error) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          if (error) reject(error)
          else resolve()
        }
        const waiter = { isTrue, done: () => end() }
        waiters.add(waiter)
      })
    },
  }
}
