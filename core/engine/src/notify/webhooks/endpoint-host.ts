import { afterCall, type CircuitBreaker, CLOSED } from './circuit-breaker.ts'
import { hostEndpointOf, urlEndpointOf } from './endpoint.ts'
import { type Call, EndpointQueue, type Sendable, type Sign } from './endpoint-queue.ts'

/** The most URLs of a host that are set apart: each has a queue in memory. */
const MOST_APART = 100

/** While so many calls to URLs that were set apart hang, it is the host that hangs, and no other call begins. */
const MOST_HANGING = 3

/**
 * A client's URLs on one host. They share a queue; a URL that fails, or hangs while others wait behind it, is set apart
 * and has a queue and a circuit of its own, so that the others are not held up. It is joined to the others again once
 * nothing speaks against it. Calls without an answer also count for the host, except several in a row of one URL alone.
 */
export class EndpointHost<T extends Sendable> {
  readonly clientId: number
  readonly common: EndpointQueue<T>
  /** By endpoint. */
  readonly apart = new Map<string, EndpointQueue<T>>()
  /** Counts calls without an answer. */
  breaker: CircuitBreaker = CLOSED
  /** Calls under way. */
  #calls = 0
  readonly #hanging = new Set<Call<T>>()
  /** The URL that gave no answer last. */
  #lastSilent: string | undefined

  constructor(item: Sendable) {
    this.clientId = item.clientId
    this.common = new EndpointQueue(hostEndpointOf(item), this)
  }

  queueOf(item: Sendable): EndpointQueue<T> {
    return (this.apart.size === 0 ? undefined : this.apart.get(urlEndpointOf(item))) ?? this.common
  }

  *queues(): Iterable<EndpointQueue<T>> {
    yield this.common
    yield* this.apart.values()
  }

  mayCall(most: number): boolean {
    if (this.breaker.probeAt !== null) return this.#calls === 0
    return this.#calls < most && this.#hanging.size < MOST_HANGING
  }

  began(): void {
    this.#calls += 1
  }

  /** Sets apart the URLs of calls that hang, when others wait behind them. Returns the queues that are new. */
  setHangingApart(now: number): readonly EndpointQueue<T>[] {
    const hanging = [...this.common.calls].filter((call) => now >= this.common.hangsAt(call))
    const urls = new Set(hanging.map(({ item }) => urlEndpointOf(item)))
    // Nearly all have the very same URL.
    const texts = new Set(hanging.map(({ item }) => item.url))
    if (!this.common.some((item) => !texts.has(item.url) && !urls.has(urlEndpointOf(item)))) return []
    for (const call of hanging) this.#hanging.add(call)
    return [...urls].flatMap((url) => this.#setApart(url) ?? [])
  }

  /** Notes that a call has ended. Returns the queue of its URL if that is new. */
  ended(call: Call<T>, sign: Sign, now: number, threshold: number): EndpointQueue<T> | undefined {
    this.#calls -= 1
    this.#hanging.delete(call)
    call.queue.calls.delete(call)
    call.queue.usedAt = now
    if (sign === null) return undefined
    const url = urlEndpointOf(call.item)
    const isCommon = call.queue === this.common
    const separate = isCommon && sign !== 'good' ? this.#setApart(url) : undefined
    if (separate !== undefined) call.queue = separate
    call.queue.note(call, sign === 'good', now, threshold)
    this.#noteAnswer(url, sign, now, threshold)
    if (!isCommon && call.queue.isSpent) this.apart.delete(url)
    return separate
  }

  /** A URL that alone gives no answer counts once. */
  #noteAnswer(url: string, sign: Sign, now: number, threshold: number): void {
    const isAnswered = sign === 'good' || sign === 'failed'
    if (isAnswered || sign === 'unreachable' || url !== this.#lastSilent)
      this.breaker = afterCall(this.breaker, isAnswered, now, threshold)
    this.#lastSilent = isAnswered ? undefined : url
  }

  /** Undefined when there are too many. */
  #setApart(url: string): EndpointQueue<T> | undefined {
    if (this.apart.size >= MOST_APART && !this.#forgetOne()) return undefined
    const queue = new EndpointQueue<T>(url, this)
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
