import type { Clock, GatewayError } from '@heliograph/contracts'
import { databaseAway, type Outage } from '../outage.ts'
import { FairQueue } from './fair-queue.ts'

/** A shorter step is a lookup and costs others nothing. */
const SHORT_MS = 10

/**
 * While the node is busy, a connection rests this many times as long as the step on it took, so tasks get at most a
 * twentieth of the time of each of their connections.
 */
const REST = 19
const LONGEST_REST_MS = 2_000

/** How often a waiting step checks whether the database is away. */
const AWAY_LOOK_MS = 400

export interface ClientLimits {
  /** Steps at once. */
  readonly atOnce: number
  /** Steps of one client at once. */
  readonly perClient: number
  /** Tasks of one client that are under way or wait; more are refused. */
  readonly tasksPerClient: number
}

export interface ClientQueueOptions extends ClientLimits {
  readonly clock: Clock
  /** Milliseconds, by a clock that is never set. */
  readonly monotonic: () => number
  /** Whether messages need the capacity that tasks would take. */
  readonly isBusy: () => boolean
  /** The error for a client that has too many tasks already. */
  readonly refusal: () => GatewayError
  /** Steps that wait are refused once the database is known to be away. */
  readonly outage: Outage
}

/** Waits until a step may run, and runs it. */
export type RunStep = <T>(step: () => Promise<T>) => Promise<T>

interface Client {
  readonly id: number
  tasks: number
  running: number
}

/** A step that waits. */
interface Waiting {
  readonly client: Client
  readonly admit: () => void
}

/**
 * Decides which task of a client may use the connections of its class: a fair queue of the clients. A task waits for
 * each of its steps; between two steps, others have theirs. The steps of one client go in the order in which they are
 * asked for. After a long step, its connection rests while the node is busy with messages; the task itself has its
 * result at once.
 */
export class ClientQueue {
  readonly #options: ClientQueueOptions
  /** Those with tasks, or with connections that rest. */
  readonly #clients = new Map<number, Client>()
  readonly #waiting = new FairQueue<number, Waiting>()
  #running = 0

  constructor(options: ClientQueueOptions) {
    this.#options = options
  }

  /** Throws the refusal when the client has too many tasks already. `signal` ends the waiting. */
  async run<T>(clientId: number, signal: AbortSignal | undefined, task: (run: RunStep) => Promise<T>): Promise<T> {
    const client = this.#clients.get(clientId) ?? { id: clientId, tasks: 0, running: 0 }
    if (client.tasks >= this.#options.tasksPerClient) throw this.#options.refusal()
    client.tasks += 1
    this.#clients.set(clientId, client)
    try {
      return await task((step) => this.#runStep(client, signal, step))
    } finally {
      client.tasks -= 1
      this.#forgetIdle(client)
    }
  }

  async #runStep<T>(client: Client, signal: AbortSignal | undefined, step: () => Promise<T>): Promise<T> {
    await this.#wait(client, signal)
    const { clock, monotonic, isBusy } = this.#options
    const beganAt = monotonic()
    try {
      return await step()
    } finally {
      const tookMs = monotonic() - beganAt
      if (tookMs < SHORT_MS || !isBusy()) this.#end(client)
      else clock.after(Math.min(tookMs * REST, LONGEST_REST_MS), () => this.#end(client))
    }
  }

  #end(client: Client): void {
    client.running -= 1
    this.#running -= 1
    this.#waiting.putLast(client.id)
    this.#forgetIdle(client)
    this.#pump()
  }

  #forgetIdle(client: Client): void {
    if (client.tasks === 0 && client.running === 0) this.#clients.delete(client.id)
  }

  #wait(client: Client, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      let isWaiting = true
      let cancelLook = () => {}
      const end = () => {
        isWaiting = false
        signal?.removeEventListener('abort', giveUp)
        cancelLook()
      }
      const admit = () => {
        end()
        resolve()
      }
      const waiting = { client, admit }
      const leave = (reason: unknown) => {
        end()
        this.#waiting.remove(client.id, waiting)
        reject(reason)
      }
      const giveUp = () => leave(signal?.reason)
      const look = () => {
        if (this.#options.outage.isKnown) leave(databaseAway())
        else cancelLook = this.#options.clock.after(AWAY_LOOK_MS, look)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(client.id, waiting)
      this.#pump()
      if (isWaiting) cancelLook = this.#options.clock.after(AWAY_LOOK_MS, look)
    })
  }

  #pump(): void {
    const { atOnce, perClient } = this.#options
    const isFull = (clientId: number) => (this.#clients.get(clientId)?.running ?? 0) >= perClient
    while (this.#running < atOnce) {
      const next = this.#waiting.takeNext(isFull)
      if (next === undefined) return
      next.client.running += 1
      this.#running += 1
      next.admit()
    }
  }
}
