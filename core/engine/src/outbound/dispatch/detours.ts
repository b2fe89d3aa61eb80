import type { HistoryRow } from '../lifecycle/history-rows.ts'
import type { Detour, QueuedMessage } from './links/queued-message.ts'

/**
 * Notes a detour. Detours of the same kind, link and attempt become one, since a network that throttles may give a
 * message back any number of times.
 */
export function noteDetour(detours: Detour[], detour: Detour): void {
  const { kind, link, attempt, until } = detour
  const index = detours.findIndex((other) => other.kind === kind && other.link === link && other.attempt === attempt)
  const earlier = detours[index]
  if (earlier === undefined) detours.push(detour)
  else detours[index] = { ...earlier, until, times: earlier.times + 1 }
}

/** Takes the detours of a message that are still to be written, as rows of its history. */
export function takeDetours(item: QueuedMessage): readonly HistoryRow[] {
  const { detours } = item
  if (detours === undefined) return NONE
  item.detours = undefined
  const { smsId } = item.message
  return detours.map((detour) => ({ ...detour, smsId, part: 0, state: null, receiptText: null }))
}

const NONE: readonly HistoryRow[] = []
