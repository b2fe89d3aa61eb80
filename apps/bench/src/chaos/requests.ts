import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Span } from './span.ts'

/** The messages of one request, by number. */
export interface Request {
  readonly first: number
  readonly count: number
}

/** What clients send. */
export interface Requests {
  /** The messages of all requests, or of those so far where their number is not known before. */
  readonly span: Span
  /** Resolves with one request after the other, each when it is due; with undefined when there are no more. */
  next(): Promise<Request | undefined>
}

/** How large requests are. */
export interface Sizes {
  readonly random: Random
  /** Sizes of requests, of which each gets one. */
  readonly sizes: readonly number[]
}

export interface SpreadOptions extends Sizes {
  readonly messages: number
  /** Time over which the requests are spread. */
  readonly overMs: number
}

/** A number of messages, spread evenly over a time. */
export function spreadRequests({ messages, overMs, random, sizes }: SpreadOptions): Requests {
  const requests: Request[] = []
  for (let first = 0; first < messages; ) {
    const count = Math.min(random.pick(sizes), messages - first)
    requests.push({ first, count })
    first += count
  }
  const beganMs = performance.now()
  return {
    span: { first: 0, end: messages },
    async next() {
      const request = requests.shift()
      if (request === undefined) return undefined
      await delay(Math.max(0, beganMs + (request.first / messages) * overMs - performance.now()))
      return request
    },
  }
}
