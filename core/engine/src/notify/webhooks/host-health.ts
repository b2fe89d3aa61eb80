import { afterCall, type CircuitBreaker, CLOSED } from './circuit-breaker.ts'
import { hostEndpointOf } from './endpoint.ts'

/**
 * What the outcome of a call shows: `good`: a success. `failed`: another answer, for which the URL is to blame.
 * `silent`: no answer; `unreachable`: no connection. For these the host is to blame, or the URL alone as long as others
 * of the host are answered. Null: nothing.
 */
export type Sign = 'good' | 'failed' | 'silent' | 'unreachable' | null

/** While so many calls to URLs that were set apart hang, it is the host that hangs, and no other call begins. */
const MOST_HANGING = 3

/** How a client's host has been doing, over all of its URLs. */
export class HostHealth {
  readonly endpoint: string
  readonly clientId: number
  /** Counts calls without an answer. */
  #breaker: CircuitBreaker = CLOSED
  /** Calls under way. */
  #calls = 0
  readonly #hanging = new Set<object>()
  /** The URL that gave no answer last. */
  #lastSilent: string | undefined

  constructor(target: { readonly clientId: number; readonly url: string }) {
    this.endpoint = hostEndpointOf(target)
    this.clientId = target.clientId
  }

  get breaker(): CircuitBreaker {
    return this.#breaker
  }

  mayCall(most: number): boolean {
    if (this.#breaker.probeAt !== null) return this.#calls === 0
    return this.#calls < most && this.#hanging.size < MOST_HANGING
  }

  began(): void {
    this.#calls += 1
  }

  /** Notes that a call hangs while others wait behind it. */
  hangs(call: object): void {
    this.#hanging.add(call)
  }

  ended(call: object): void {
    this.#calls -= 1
    this.#hanging.delete(call)
  }

  /** Counts the outcome of a call. A URL that alone gives no answer counts once. */
  note(url: string, sign: Sign, now: number, threshold: number): void {
    const isAnswered = sign === 'good' || sign === 'failed'
    if (isAnswered || sign === 'unreachable' || url !== this.#lastSilent)
      this.#breaker = afterCall(this.#breaker, isAnswered, now, threshold)
    this.#lastSilent = isAnswered ? undefined : url
  }
}
