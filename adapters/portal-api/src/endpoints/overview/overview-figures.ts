import type { MessageCount, MessageState } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'

const MINUTE_MS = 60_000

/** Most points in a chart; more would only be closer together. */
const MOST_STEPS = 120

/** Minutes in a step, chosen so that a period has no more steps than a chart shows. */
export function stepOf(minutes: number): number {
  return Math.ceil(minutes / MOST_STEPS)
}

/**
 * Start of the step that a moment is in. Steps begin at whole multiples of their length, so that they stay in place
 * from one refresh to the next.
 */
export function stepStart(time: number, stepMinutes: number): number {
  const stepMs = stepMinutes * MINUTE_MS
  return Math.floor(time / stepMs) * stepMs
}

export interface StepCount {
  readonly at: string
  readonly origin: string
  readonly state: MessageState
  readonly messages: number
}

/** Adds up counts by minute to counts by step. */
export function countBySteps(counts: readonly MessageCount[], stepMinutes: number): StepCount[] {
  const steps = new Map<string, StepCount>()
  for (const { minute, origin, state, messages } of counts) {
    const at = new Date(stepStart(minute.getTime(), stepMinutes)).toISOString()
    const key = `${at} ${state} ${origin}`
    steps.set(key, { at, origin, state, messages: messages + (steps.get(key)?.messages ?? 0) })
  }
  return [...steps.values()]
}

const WAITING: ReadonlySet<MessageState> = new Set(['queued', 'retrying'])

/** The totals of a period. */
export function sumUp(counts: readonly MessageCount[]): {
  accepted: number
  waiting: number
  deliveryRate: number | null
} {
  const sum = (fits: (state: MessageState) => boolean) =>
    counts.reduce((total, { state, messages }) => (fits(state) ? total + messages : total), 0)
  const ended = sum((state) => isFinal(state) && state !== 'cancelled')
  return {
    accepted: sum(() => true),
    waiting: sum((state) => WAITING.has(state)),
    deliveryRate: ended === 0 ? null : sum((state) => state === 'delivered') / ended,
  }
}
