import type { Clock, GatewayError } from '@heliograph/contracts'
import { databaseAway, type Outage } from './outage.ts'

/** A step that took less is a look-up and costs others nothing. */
const SHORT_MS = 10

/**
 * While the node is busy, a turn rests this many times as long as its step took, so tasks get at most a twentieth of
 * the time of each of their connections.
 */
const REST = 19
const LONGEST_REST_MS = 2_000

/** How often what waits for a turn learns that the database is away. */
const AWAY_LOOK_MS = 400

export interface TurnLimits {
  /** Turns at once. */
  readonly atOnce: number
  /** Turns of one client at once. */
  readonly perClient: number
  /** Tasks of one client that are under way or wait; more are refused. */
  readonly linePerClient: number
}

export interface ClientTurnsOptions extends TurnLimits {
  readonly clock: Clock
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number
  /** Whether messages need the capacity that tasks would take. */
  readonly isBusy: () => boolean
  /** The error for a client that has too many tasks already. */
  readonly refusal: () => GatewayError
  /** What waits for its turn is refused once the database is known to be away. */
  readonly outage: Outage
}

/** Waits for a turn, does the work and gives the turn back. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

interface Line {
  readonly clientId: number
  tasks: number
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Decides which task of a client may use the connections of its class. A task takes a turn for each of its steps;
 * between two steps, others have theirs. Clients take turns one after the other, and the tasks of one client in the
 * order in which they ask. After a long step, its turn rests while the node is busy with messages; the task itself has
 * its result at once.
 */
export class ClientTurns {
  readonly #options: ClientTurnsOptions
  /** Clients with tasks; the one whose last turn is longest ago is first. */
  readonly #lines = new Map<number, Line>()
  #running = 0

  constructor(options: ClientTurnsOptions) {
    this.#options = options
  }

  /** Throws the refusal when the client has too many tasks already. `signal` ends the waiting. */
  async run<T>(clientId: number, signal: AbortSignal | undefined, task: (take: TakeTurn) => Promise<T>): Promise<T> {
    const line = this.#lines.get(clientId) ?? { clientId, tasks: 0, running: 0, waiting: [] }
    if (line.tasks >= this.#options.linePerClient) throw this.#options.refusal()
    line.tasks += 1
    this.#lines.set(clientId, line)
    try {
      return await task((work) => this.#take(line, signal, work))
    } finally {
      line.tasks -= 1
      this.#forgetIdle(line)
    }
  }

  async #take<T>(line: Line, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    await this.#wait(line, signal)
    const { clock, monotonic, isBusy } = this.#options
    const beganAt = monotonic()
    try {
      return await work()
    } finally {
      const tookMs = monotonic() - beganAt
      if (tookMs < SHORT_MS || !isBusy()) this.#end(line)
      else clock.after(Math.min(tookMs * REST, LONGEST_REST_MS), () => this.#end(line))
    }
  }

  #end(line: Line): void {
    line.running -= 1
    this.#running -= 1
    this.#putLast(line)
    this.#forgetIdle(line)
    this.#pump()
  }

  #forgetIdle(line: Line): void {
    if (line.tasks === 0 && line.running === 0) this.#lines.delete(line.clientId)
  }

  #wait(line: Line, signal: AbortSignal | undefined): Promise<void> {
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
      const leave = (reason: unknown) => {
        end()
        line.waiting.splice(line.waiting.indexOf(admit), 1)
        reject(reason)
      }
      const giveUp = () => leave(signal?.reason)
      const look = () => {
        if (this.#options.outage.isKnown) leave(databaseAway())
        else cancelLook = this.#options.clock.after(AWAY_LOOK_MS, look)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      line.waiting.push(admit)
      this.#pump()
      if (isWaiting) cancelLook = this.#options.clock.after(AWAY_LOOK_MS, look)
    })
  }

  #pump(): void {
    while (this.#running < this.#options.atOnce) {
      const line = this.#next()
      if (line === undefined) return
      this.#putLast(line)
      line.running += 1
      this.#running += 1
      line.waiting.shift()?.()
    }
  }

  #putLast(line: Line): void {
    this.#lines.delete(line.clientId)
    this.#lines.set(line.clientId, line)
  }

  #next(): Line | undefined {
    for (const line of this.#lines.values()) {
      if (line.waiting.length > 0 && line.running < this.#options.perClient) return line
    }
    return undefined
  }
}
