import { setTimeout as delay } from 'node:timers/promises'
import { isGatewayError, type MessageState } from '@heliograph/contracts'
import type { Harness } from './engine-harness.ts'

/** Clients at once, each with one request under way. */
const CLIENTS = 4
const PAUSE_MS = 5
/** Of a message that was stored, by this request or by one before it that was not acknowledged. */
const ACCEPTED: ReadonlySet<MessageState | undefined> = new Set(['queued', 'submitting', 'unknown', 'submitted'])

/** Clients that send on whatever happens, and repeat what was not acknowledged under the message id that it had. */
export interface SteadyLoad {
  readonly acknowledged: ReadonlySet<string>
  /** How many requests were not acknowledged. */
  readonly refusals: number
  /** The longest that a request took, in milliseconds. */
  readonly longestMs: number
  /** Sends no more once each message is acknowledged. Rejects with what is no refusal. */
  stop(): Promise<void>
}

export function startSteadyLoad(harness: Harness): SteadyLoad {
  const acknowledged = new Set<string>()
  let isStopped = false
  let refusals = 0
  let longestMs = 0
  let sent = 0

  async function submit(messageId: string): Promise<boolean> {
    const since = performance.now()
    try {
      const destinations = [{ to: '27821110000', messageId }]
      const { entries } = await harness.submit({ destinations })
      const [entry] = entries
      if (!ACCEPTED.has(entry?.state)) throw new Error(`${messageId}: ${entry?.state}`)
      acknowledged.add(messageId)
      return true
    } catch (error) {
      if (!isAway(error)) throw error
      refusals += 1
      return false
    } finally {
      longestMs = Math.max(longestMs, performance.now() - since)
    }
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      sent += 1
      const messageId = `message-${sent}`
      while (!(await submit(messageId))) await delay(PAUSE_MS)
      await delay(PAUSE_MS)
    }
  }

  const working = Promise.all(Array.from({ length: CLIENTS }, work))
  // It is awaited at the end.
  working.catch(() => undefined)
  return {
    acknowledged,
    get refusals() {
      return refusals
    },
    get longestMs() {
      return longestMs
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}

function isAway(error: unknown): boolean {
  return isGatewayError(error) && error.category === 'unavailable'
}
