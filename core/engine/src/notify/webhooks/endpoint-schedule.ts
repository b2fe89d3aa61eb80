import { hostEndpointOf } from './endpoint.ts'
import { EndpointHost } from './endpoint-host.ts'
import { type Call, type EndpointQueue, type Sendable, SLOW_MS } from './endpoint-queue.ts'
import type { Sign } from './host-health.ts'

/** How many slow calls there may be for each call that may be made at once. */
const SLOW_FACTOR = 10

/** How long an endpoint may go unused before it is forgotten. */
const FORGET_MS = 600_000

export interface CallLimits {
  /** Simultaneous calls, not counting slow ones. */
  readonly calls: number
  readonly callsPerEndpoint: number
  readonly callsPerClient: number
  /** Failures in a row after which nothing is sent to an endpoint for a while. */
  readonly failures: number
}

/** The endpoints and calls of one client. */
interface ClientCalls<T extends Sendable> {
  /** Endpoints that may be called; the first is next. */
  readonly ready: Set<EndpointQueue<T>>
  /** Calls under way that are not slow. */
  calls: number
}

/**
 * Decides which endpoint is called next: clients are served one after the other, and so are the endpoints of each. A
 * call that has become slow makes room for another, so that hosts that hang delay only their own calls.
 */
export class EndpointSchedule<T extends Sendable> {
  readonly #limits: CallLimits
  /** By the endpoint of the host. */
  readonly #hosts = new Map<string, EndpointHost<T>>()
  readonly #clients = new Map<number, ClientCalls<T>>()
  /** Clients with endpoints that may be called and calls left; the first is next. */
  readonly #due = new Set<ClientCalls<T>>()
  /** Calls that are not slow, in the order in which they began. */
  readonly #quick = new Set<Call<T>>()
  /** Slow calls that may still turn out to hang; once one does, other calls wait behind it. */
  readonly #mayHang = new Set<Call<T>>()
  #slow = 0

  constructor(limits: CallLimits) {
    this.#limits = limits
  }

  /** The queue that an item belongs in, created if there is none. */
  queueOf(item: Sendable): EndpointQueue<T> {
    const endpoint = hostEndpointOf(item)
    const known = this.#hosts.get(endpoint)
    if (known !== undefined) return known.queueOf(item)
    const host = new EndpointHost<T>(item)
    this.#hosts.set(endpoint, host)
    return host.common
  }

  /** The same; undefined when there is none. */
  find(item: Sendable): EndpointQueue<T> | undefined {
    return this.#hosts.get(hostEndpointOf(item))?.queueOf(item)
  }

  /** The queue of an endpoint. */
  get(endpoint: string): EndpointQueue<T> | undefined {
    const host = this.#hosts.get(endpoint)
    if (host !== undefined) return host.common
    for (const { apart } of this.#hosts.values()) {
      const queue = apart.get(endpoint)
      if (queue !== undefined) return queue
    }
    return undefined
  }

  *queues(): Iterable<EndpointQueue<T>> {
    for (const { common, apart } of this.#hosts.values()) {
      yield common
      yield* apart.values()
    }
  }

  /** All queues of the host that a queue belongs to. */
  queuesBeside(queue: EndpointQueue<T>): Iterable<EndpointQueue<T>> {
    return this.#hostOf(queue).queues()
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
    for (const client of this.#due) {
      this.#due.delete(client)
      for (const queue of client.ready) {
        client.ready.delete(queue)
        if (!queue.mayCall(now, this.#limits.callsPerEndpoint)) continue
        const call = this.#begin(queue, client, now)
        this.#makeReady(queue, now)
        this.#makeDue(client)
        return call
      }
    }
    return undefined
  }

  /** Notes that a call has ended. */
  ended(call: Call<T>, sign: Sign, now: number): void {
    const host = this.#hostOf(call.queue)
    const { clientId } = host.health
    const client = this.#clientOf(clientId)
    host.ended(call, sign, now, this.#limits.failures)
    this.#mayHang.delete(call)
    if (call.isSlow) this.#slow -= 1
    else this.#leave(call, client)
    // All calls of its host may have waited for this one.
    for (const queue of host.queues()) this.#makeReady(queue, now)
    this.#makeDue(client)
    if (client.calls === 0 && client.ready.size === 0) this.#clients.delete(clientId)
  }

  /** When a call under way will be slow or hang, which may let others begin; null while none is under way. */
  get slowAt(): number | null {
    const [oldest] = this.#quick
    let at = oldest === undefined ? null : oldest.startedAt + SLOW_MS
    for (const call of this.#mayHang) at = Math.min(at ?? Number.POSITIVE_INFINITY, call.queue.hangsAt(call))
    return at
  }

  /** Forgets endpoints that have long had nothing to do. */
  forgetIdle(now: number): void {
    const isIdle = (queue: EndpointQueue<T>) =>
      queue.length === 0 && queue.calls.size === 0 && now - queue.usedAt >= FORGET_MS
    for (const [endpoint, { common, apart }] of this.#hosts) {
      for (const [url, queue] of apart) if (isIdle(queue)) apart.delete(url)
      if (apart.size === 0 && isIdle(common)) this.#hosts.delete(endpoint)
    }
  }

  #begin(queue: EndpointQueue<T>, client: ClientCalls<T>, now: number): Call<T> {
    const call = { item: queue.shift() as T, queue, startedAt: now, isSlow: false }
    queue.calls.add(call)
    queue.host.began()
    this.#quick.add(call)
    client.calls += 1
    return call
  }

  #makeReady(queue: EndpointQueue<T>, now: number): void {
    const host = this.#hostOf(queue)
    if (queue === host.common && queue.length > 0 && queue.isHeld(now))
      for (const apart of host.setHangingApart(now)) this.#makeReady(apart, now)
    if (!queue.mayCall(now, this.#limits.callsPerEndpoint)) return
    const client = this.#clientOf(queue.host.clientId)
    client.ready.add(queue)
    this.#makeDue(client)
  }

  #makeDue(client: ClientCalls<T>): void {
    if (client.ready.size > 0 && client.calls < this.#limits.callsPerClient) this.#due.add(client)
  }

  #noteSlow(now: number): void {
    for (const call of this.#quick) {
      if (now - call.startedAt < SLOW_MS || this.#slow >= this.#limits.calls * SLOW_FACTOR) break
      call.isSlow = true
      this.#slow += 1
      this.#mayHang.add(call)
      const client = this.#clientOf(call.queue.host.clientId)
      this.#leave(call, client)
      this.#makeDue(client)
    }
    for (const call of this.#mayHang) {
      if (now < call.queue.hangsAt(call)) continue
      this.#mayHang.delete(call)
      this.#makeReady(this.#hostOf(call.queue).common, now)
    }
  }

  #leave(call: Call<T>, client: ClientCalls<T>): void {
    this.#quick.delete(call)
    client.calls -= 1
  }

  #hostOf({ host }: EndpointQueue<T>): EndpointHost<T> {
    return this.#hosts.get(host.endpoint) as EndpointHost<T>
  }

  #clientOf(clientId: number): ClientCalls<T> {
    const known = this.#clients.get(clientId)
    if (known !== undefined) return known
    const client: ClientCalls<T> = { ready: new Set(), calls: 0 }
    this.#clients.set(clientId, client)
    return client
  }
}
