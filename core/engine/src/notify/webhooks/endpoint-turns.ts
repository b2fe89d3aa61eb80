import { type Call, EndpointQueue, type Sendable, SLOW_MS } from './endpoint-queue.ts'

/** How many slow calls there may be for each call at once. */
const SLOW_FACTOR = 10

/** How long an endpoint may go unused before it is forgotten. */
const FORGET_MS = 600_000

export interface TurnLimits {
  /** Simultaneous calls, not counting slow ones. */
  readonly calls: number
  readonly callsPerEndpoint: number
  readonly callsPerClient: number
  /** Failures in a row after which nothing is sent to an endpoint for a while. */
  readonly failures: number
}

/** The endpoints and calls of one client. */
interface ClientTurns<T extends Sendable> {
  /** Endpoints that may be called, in turn. */
  readonly ready: Set<EndpointQueue<T>>
  /** Calls under way that are not slow. */
  calls: number
}

/**
 * Decides whose turn it is: clients take turns, and so do the endpoints of each client. A call that has become slow
 * makes room for another, so that hosts that hang delay only their own calls.
 */
export class EndpointTurns<T extends Sendable> {
  readonly #limits: TurnLimits
  readonly #queues = new Map<string, EndpointQueue<T>>()
  readonly #clients = new Map<number, ClientTurns<T>>()
  /** Clients with endpoints that may be called and calls left, in turn. */
  readonly #turns = new Set<ClientTurns<T>>()
  /** Calls that are not slow, in the order in which they began. */
  readonly #quick = new Set<Call<T>>()
  #slow = 0

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** The queue of an endpoint, created if there is none. */
  queueOf(endpoint: string, clientId: number): EndpointQueue<T> {
    const known = this.#queues.get(endpoint)
    if (known !== undefined) return known
    const queue = new EndpointQueue<T>(endpoint, clientId)
    this.#queues.set(endpoint, queue)
    return queue
  }

  get(endpoint: string): EndpointQueue<T> | undefined {
    return this.#queues.get(endpoint)
  }

  queues(): Iterable<EndpointQueue<T>> {
    return this.#queues.values()
  }

  add(queue: EndpointQueue<T>, item: T, now: number): void {
    queue.add(item)
    queue.usedAt = now
    this.#makeReady(queue, now)
  }

  /** Begins the next call; undefined when none may begin now. */
  next(now: number): Call<T> | undefined {
    this.#noteSlow(now)
    if (this.#quick.size >= this.#limits.calls) return undefined
    for (const client of this.#turns) {
      this.#turns.delete(client)
      for (const queue of client.ready) {
        client.ready.delete(queue)
        if (!queue.mayCall(now, this.#limits.callsPerEndpoint)) continue
        const call = this.#begin(queue, client, now)
        this.#makeReady(queue, now)
        this.#giveTurn(client)
        return call
      }
    }
    return undefined
  }

  /** Notes that a call has ended. `isGood`: whether its endpoint works; null when the outcome does not show it. */
  ended(call: Call<T>, isGood: boolean | null, now: number): void {
    const { queue } = call
    const client = this.#clientOf(queue.clientId)
    queue.ended(call, isGood, now, this.#limits.failures)
    if (call.isSlow) this.#slow -= 1
    else this.#leave(call, client)
    this.#makeReady(queue, now)
    this.#giveTurn(client)
    if (client.calls === 0 && client.ready.size === 0) this.#clients.delete(queue.clientId)
  }

  /** When a call under way will have become slow, which may let others begin; null while none is under way. */
  get slowAt(): number | null {
    const [oldest] = this.#quick
    return oldest === undefined ? null : oldest.startedAt + SLOW_MS
  }

  /** Forgets endpoints that have long had nothing to do. */
  forgetIdle(now: number): void {
    for (const [endpoint, queue] of this.#queues) {
      const isIdle = queue.length === 0 && queue.calls.size === 0 && now - queue.usedAt >= FORGET_MS
      if (isIdle) this.#queues.delete(endpoint)
    }
  }

  #begin(queue: EndpointQueue<T>, client: ClientTurns<T>, now: number): Call<T> {
    const call = { item: queue.shift() as T, queue, startedAt: now, isSlow: false }
    queue.calls.add(call)
    this.#quick.add(call)
    client.calls += 1
    return call
  }

  #makeReady(queue: EndpointQueue<T>, now: number): void {
    if (!queue.mayCall(now, this.#limits.callsPerEndpoint)) return
    const client = this.#clientOf(queue.clientId)
    client.ready.add(queue)
    this.#giveTurn(client)
  }

  #giveTurn(client: ClientTurns<T>): void {
    if (client.ready.size > 0 && client.calls < this.#limits.callsPerClient) this.#turns.add(client)
  }

  #noteSlow(now: number): void {
    for (const call of this.#quick) {
      if (now - call.startedAt < SLOW_MS || this.#slow >= this.#limits.calls * SLOW_FACTOR) return
      call.isSlow = true
      this.#slow += 1
      const client = this.#clientOf(call.queue.clientId)
      this.#leave(call, client)
      this.#giveTurn(client)
    }
  }

  #leave(call: Call<T>, client: ClientTurns<T>): void {
    this.#quick.delete(call)
    client.calls -= 1
  }

  #clientOf(clientId: number): ClientTurns<T> {
    const known = this.#clients.get(clientId)
    if (known !== undefined) return known
    const client: ClientTurns<T> = { ready: new Set(), calls: 0 }
    this.#clients.set(clientId, client)
    return client
  }
}
