import { setTimeout as delay } from 'node:timers/promises'
import { MOST_SERIALS } from '../../generator/request-template.ts'
import type { Requests, Sizes } from '../requests.ts'
import type { Pace } from './pace.ts'

export interface PacedOptions extends Sizes {
  /** The number of the first message. */
  readonly first: number
  readonly pace: Pace
  /** Once aborted, there are no more. */
  readonly signal: AbortSignal
}

/** As many messages as the pace allows until the signal. */
export function pacedRequests({ first, pace, signal, random, sizes }: PacedOptions): Requests {
  let end = first
  signal.addEventListener('abort', () => pace.giveUp())
  return {
    get span() {
      return { first, end }
    },
    async next() {
      const count = random.pick(sizes)
      await delay(pace.reserve(count), undefined, { signal }).catch(() => {})
      if (signal.aborted || end + count >= MOST_SERIALS) return undefined
      end += count
      return { first: end - count, count }
    },
  }
}
