import { afterCall, type CircuitBreaker, CLOSED, standing } from './circuit-breaker.ts'
import type { HostHealth } from './host-health.ts'

/** Something to be sent to an endpoint. */
export interface Sendable {
  /** Webhooks are sent in the order of their ids. */
  readonly webhookId: number
  readonly clientId: number
  readonly url: string
}

/** A call under way. */
export interface Call<T extends Sendable> {
  readonly item: T
  /** Another one once its URL is set apart. */
  queue: EndpointQueue<T>
  readonly startedAt: number
  /** It has taken so long that it has made room for another. */
  isSlow: boolean
}

/** How many webhooks may wait in memory for each allowed call, and at most. */
const ITEMS_PER_CALL = 50
const MOST_ITEMS = 1_000

/**
 * A call that takes longer than this is slow. This is short because every host that hangs holds a place for as long
 * before it is noticed.
 */
export const SLOW_MS = 250

/**
 * What waits for one endpoint in this process, and how the endpoint has been doing: a host, or one of its URLs that was
 * set apart. Simultaneous calls begin at one and grow with every success up to the limit; a failure brings them back to
 * one. While a call takes much longer than those before it, no other begins, so that what hangs holds up only what it
 * was sent within that time.
 */
export class EndpointQueue<T extends Sendable> {
  readonly endpoint: string
  readonly host: HostHealth
  /** In ascending order of ids, from `#head` on. */
  #items: T[] = []
  #head = 0
  /** In the order in which they began. */
  readonly calls = new Set<Call<T>>()
  #allowed = 1
  /** How long the last reply took. */
  #elapsedMs = 0
  #breaker: CircuitBreaker = CLOSED
  /** More for this endpoint waits in the table. */
  hasMore = false
  /** When it was last given or sent something. */
  usedAt = 0

  constructor(endpoint: string, host: HostHealth) {
    this.endpoint = endpoint
    this.host = host
  }

  get length(): number {
    return this.#items.length - this.#head
  }

  /**
   * Whether it holds as much as it should. The limit grows with the calls that it has earned, so that endpoints that
   * hang do not fill the memory.
   */
  get isFull(): boolean {
    return this.length >= this.#limit
  }

  /** Whether it can take a whole batch from the table (`WEBHOOKS_PER_ENDPOINT_BATCH`) and has little else. */
  get isLow(): boolean {
    return this.length <= (this.#limit - ITEMS_PER_CALL) / 4
  }

  get #limit(): number {
    return Math.min(MOST_ITEMS, ITEMS_PER_CALL * this.#allowed)
  }

  /** Whether it has failed lately, so that nothing, or one call at a time, is sent. */
  isFailing(): boolean {
    return this.#breaker.probeAt !== null || this.host.breaker.probeAt !== null
  }

  /** Nothing may be sent: it or its host has failed. */
  isOpen(now: number): boolean {
    return standing(this.#breaker, now) === 'open' || standing(this.host.breaker, now) === 'open'
  }

  /** The endpoint that what may not be sent now waits for: the host when that has failed. */
  waitingFor(now: number): string {
    return standing(this.host.breaker, now) === 'open' ? this.host.endpoint : this.endpoint
  }

  /** When the next probe may be made; null while all may be sent. */
  get probeAt(): number | null {
    const times = [this.#breaker.probeAt, this.host.breaker.probeAt].filter((at) => at !== null)
    return times.length === 0 ? null : Math.max(...times)
  }

  /** Nothing waits, is under way or speaks against it. */
  get isSpent(): boolean {
    return this.length === 0 && this.calls.size === 0 && !this.hasMore && this.#breaker.failures === 0
  }

  /** Keeps the order of the ids; a new one nearly always goes to the end. */
  add(item: T): void {
    let at = this.#items.length
    while (at > this.#head && (this.#items[at - 1] as T).webhookId > item.webhookId) at -= 1
    if (at === this.#items.length) this.#items.push(item)
    else this.#items.splice(at, 0, item)
  }

  /** The next one; undefined when there is none. */
  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#head += 1
    if (this.#head >= 100 && this.#head * 2 >= this.#items.length) this.#cut()
    return item
  }

  /** Takes out what is meant. */
  takeOut(isMeant: (item: T) => boolean): readonly T[] {
    this.#cut()
    const taken = this.#items.filter(isMeant)
    if (taken.length > 0) this.#items = this.#items.filter((item) => !isMeant(item))
    return taken
  }

  /** Whether anything that waits is meant. */
  some(isMeant: (item: T) => boolean): boolean {
    for (let at = this.#head; at < this.#items.length; at += 1) if (isMeant(this.#items[at] as T)) return true
    return false
  }

  /** Takes out everything. */
  drain(): readonly T[] {
    this.#cut()
    return this.#items.splice(0)
  }

  mayCall(now: number, most: number): boolean {
    if (this.length === 0 || this.calls.size >= Math.min(this.#allowed, most)) return false
    return !this.isOpen(now) && this.host.mayCall(most) && !this.isHeld(now)
  }

  /** A call takes so long that no other begins. */
  isHeld(now: number): boolean {
    const [oldest] = this.calls
    return oldest !== undefined && now >= this.hangsAt(oldest)
  }

  /** When a call will have taken much longer than those before it. */
  hangsAt({ startedAt }: Call<T>): number {
    return startedAt + Math.max(SLOW_MS, 2 * this.#elapsedMs)
  }

  /** Notes the outcome of a call. */
  note(call: Call<T>, isGood: boolean, now: number, threshold: number): void {
    this.#breaker = afterCall(this.#breaker, isGood, now, threshold)
    this.#elapsedMs = isGood ? now - call.startedAt : 0
    this.#allowed = isGood ? this.#allowed + 1 : 1
  }

  #cut(): void {
    this.#items = this.#items.slice(this.#head)
    this.#head = 0
  }
}
