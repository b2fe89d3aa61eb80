import { EventEmitter } from 'node:events'
import type { Clock } from '@heliograph/contracts'
import type { Worker, WorkerEvents } from 'graphile-worker'

/** A fetch that takes longer than this is stuck; nobody waits for its job any more. */
const LONGEST_WAIT_MS = 1_000

/** What orders jobs; the queue gives them out in this order. */
export interface OrderedJob {
  readonly id: string
  readonly priority: number
  readonly run_at: Date
}

interface Arrival {
  readonly job: OrderedJob
  /** Fetches that were under way when it came. */
  readonly waitsFor: Set<Worker>
  readonly release: () => void
}

/**
 * Keeps the order in which the queue gives out jobs.
 *
 * Many workers fetch at once on connections of their own, so the answer with the first job may come after the answer with the second. A job is let through when
 * every fetch that was under way as it came has been answered, and none of the answers brought an earlier job that still waits.
 */
export class FetchGate {
  /** To be given to the pool whose jobs pass the gate. */
  readonly events: WorkerEvents = new EventEmitter()
  readonly #clock: Clock
  readonly #fetching = new Set<Worker>()
  #begun = 0
  #waiting: Arrival[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.events.on('worker:getJob:start', ({ worker }) => void this.#fetching.add(worker))
    this.events.on('worker:getJob:empty', ({ worker }) => this.#fetchedNothing(worker))
    this.events.on('worker:getJob:error', ({ worker }) => this.#fetchedNothing(worker))
    // Others are let through by `admit`, which the job comes to next: it may be the earliest.
    this.events.on('job:start', ({ worker }) => this.#fetchEnded(worker))
  }

  /** Workers that are about to have a job: fetches under way and jobs that wait here. */
  get pending(): number {
    return this.#begun + this.#waiting.length
  }

  /** A worker is about to fetch. Exactly one of the events follows. */
  fetchBegins(): void {
    this.#begun += 1
  }

  /** Resolves when it is the job's turn; undefined: it is at once. To be called first by the task. */
  admit(job: OrderedJob): Promise<void> | undefined {
    if (this.#fetching.size === 0 && this.#waiting.length === 0) return undefined
    return new Promise((resolve) => {
      const cancel = this.#clock.after(LONGEST_WAIT_MS, () => {
        arrival.waitsFor.clear()
        this.#letThrough()
      })
      const release = () => {
        cancel()
        resolve()
      }
      const arrival: Arrival = { job, waitsFor: new Set(this.#fetching), release }
      const at = this.#waiting.findIndex((other) => isBefore(job, other.job))
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, arrival)
      // Once whoever asks is waiting: promises are answered in the order in which they are waited for.
      queueMicrotask(() => this.#letThrough())
    })
  }

  #fetchedNothing(worker: Worker): void {
    this.#fetchEnded(worker)
    this.#letThrough()
  }

  #fetchEnded(worker: Worker): void {
    this.#begun = Math.max(0, this.#begun - 1)
    this.#fetching.delete(worker)
    for (const arrival of this.#waiting) arrival.waitsFor.delete(worker)
  }

  #letThrough(): void {
    const stop = this.#waiting.findIndex((arrival) => arrival.waitsFor.size > 0)
    const ready = this.#waiting.splice(0, stop < 0 ? this.#waiting.length : stop)
    for (const arrival of ready) arrival.release()
  }
}

function isBefore(a: OrderedJob, b: OrderedJob): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority
  const [aDue, bDue] = [a.run_at.getTime(), b.run_at.getTime()]
  return aDue < bDue || (aDue === bDue && Number(a.id) < Number(b.id))
}
