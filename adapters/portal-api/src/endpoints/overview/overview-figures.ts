import type { MessageCount, MessageState } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'

const MINUTE_MS = 60_000

/** Points that a chart shows; more would only be closer together. */
const MOST_STEPS = 120

/** Minutes of a step, so that a period has no more steps than a chart shows. */
export function stepOf(minutes: number): number {
  return Math.ceil(minutes / MOST_STEPS)
}

/** Where the step of a moment begins. Steps begin at whole multiples of their length, so that they stay where they are from one look to the next. */
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

/** The counts of minutes, added up to those of steps. */
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

/** What the counts of a period say together. */
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
