import type { RequestLog, RequestRecord } from '@heliograph/contracts'

const MOST_REQUESTS = 200
const MOST_CLIENTS = 2_000

/** What is recorded about a request; `at` in milliseconds since the epoch. */
export type NotedRequest = Omit<RequestRecord, 'at'> & { readonly at: number }

/**
 * A slot in a ring, overwritten again and again: long-lived new objects would be expensive for the garbage collector.
 */
type Slot = { -readonly [K in keyof RequestRecord]: K extends 'at' ? number : RequestRecord[K] }

/** The latest requests of a client; each new one replaces the oldest. */
interface Ring {
  readonly slots: Slot[]
  next: number
}

const NOTHING: Ring = { slots: [], next: 0 }

/** The latest requests of the clients that were active last. */
export class RequestNotes implements RequestLog {
  /** By client, the longest inactive first. */
  readonly #rings = new Map<number, Ring>()
  #latestClient = -1

  add(
    clientId: number,
    { requestId, at, instanceId, userId, method, path, status, error, elapsedMs }: NotedRequest,
  ): void {
    const ring = this.#ringOf(clientId)
    const slot = ring.slots[ring.next]
    if (slot === undefined)
      ring.slots.push({ requestId, at, instanceId, userId, method, path, status, error, elapsedMs })
    else {
      slot.requestId = requestId
      slot.at = at
      slot.instanceId = instanceId
      slot.userId = userId
      slot.method = method
      slot.path = path
      slot.status = status
      slot.error = error
      slot.elapsedMs = elapsedMs
    }
    ring.next = ring.next + 1 === MOST_REQUESTS ? 0 : ring.next + 1
  }

  list({ clientId }: { readonly clientId: number }): readonly RequestRecord[] {
    const { slots, next } = this.#rings.get(clientId) ?? NOTHING
    const oldestFirst = [...slots.slice(next), ...slots.slice(0, next)]
    return oldestFirst.reverse().map((slot) => ({ ...slot, at: new Date(slot.at) }))
  }

  /** Also makes the client the most recently active one. */
  #ringOf(clientId: number): Ring {
    const ring = this.#rings.get(clientId) ?? { slots: [], next: 0 }
    if (clientId === this.#latestClient) return ring
    this.#latestClient = clientId
    this.#rings.delete(clientId)
    this.#rings.set(clientId, ring)
    if (this.#rings.size > MOST_CLIENTS) {
      const quietest = this.#rings.keys().next()
      if (!quietest.done) this.#rings.delete(quietest.value)
    }
    return ring
  }
}
