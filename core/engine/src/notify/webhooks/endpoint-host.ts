import { urlEndpointOf } from './endpoint.ts'
import { type Call, EndpointQueue, type Sendable } from './endpoint-queue.ts'
import { HostHealth, type Sign } from './host-health.ts'

/** The most URLs of a host that are set apart: each has a queue in memory. */
const MOST_APART = 100

/**
 * A client's URLs on one host. They share a queue; a URL that fails, or hangs while others wait behind it, is set apart
 * and has a queue and a circuit of its own, so that the others are not held up. It is joined to the others again once
 * nothing speaks against it. Calls without an answer also count for the host, except several in a row of one URL alone.
 */
export class EndpointHost<T extends Sendable> {
  readonly health: HostHealth
  readonly common: EndpointQueue<T>
  /** By endpoint. */
  readonly apart = new Map<string, EndpointQueue<T>>()

  constructor(item: Sendable) {
    this.health = new HostHealth(item)
    this.common = new EndpointQueue(this.health.endpoint, this.health)
  }

  queueOf(item: Sendable): EndpointQueue<T> {
    return (this.apart.size === 0 ? undefined : this.apart.get(urlEndpointOf(item))) ?? this.common
  }

  *queues(): Iterable<EndpointQueue<T>> {
    yield this.common
    yield* this.apart.values()
  }

  /** Sets apart the URLs of calls that hang, when others wait behind them. Returns the queues that are new. */
  setHangingApart(now: number): readonly EndpointQueue<T>[] {
    const hanging = [...this.common.calls].filter((call) => now >= this.common.hangsAt(call))
    const urls = new Set(hanging.map(({ item }) => urlEndpointOf(item)))
    // Nearly all have the very same URL.
    const texts = new Set(hanging.map(({ item }) => item.url))
    if (!this.common.some((item) => !texts.has(item.url) && !urls.has(urlEndpointOf(item)))) return []
    for (const call of hanging) this.health.hangs(call)
    return [...urls].flatMap((url) => this.#setApart(url) ?? [])
  }

  /** Notes that a call has ended. Returns the queue of its URL if that is new. */
  ended(call: Call<T>, sign: Sign, now: number, threshold: number): EndpointQueue<T> | undefined {
    this.health.ended(call)
    call.queue.calls.delete(call)
    call.queue.usedAt = now
    if (sign === null) return undefined
    const url = urlEndpointOf(call.item)
    const isCommon = call.queue === this.common
    const separate = isCommon && sign !== 'good' ? this.#setApart(url) : undefined
    if (separate !== undefined) call.queue = separate
    call.queue.note(call, sign === 'good', now, threshold)
    this.health.note(url, sign, now, threshold)
    if (!isCommon && call.queue.isSpent) this.apart.delete(url)
    return separate
  }

  /** Undefined when there are too many. */
  #setApart(url: string): EndpointQueue<T> | undefined {
    if (this.apart.size >= MOST_APART && !this.#forgetOne()) return undefined
    const queue = new EndpointQueue<T>(url, this.health)
    this.apart.set(url, queue)
    const isOfUrl = (item: T) => urlEndpointOf(item) === url
    for (const item of this.common.takeOut(isOfUrl)) queue.add(item)
    for (const call of this.common.calls)
      if (isOfUrl(call.item)) {
        this.common.calls.delete(call)
        queue.calls.add(call)
        call.queue = queue
      }
    return queue
  }

  #forgetOne(): boolean {
    for (const [url, queue] of this.apart)
      if (queue.length === 0 && queue.calls.size === 0) return this.apart.delete(url)
    return false
  }
}
