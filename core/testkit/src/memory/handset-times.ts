import type { HandsetTimes } from '@heliograph/contracts'
import type { StoredMessage } from './messages.ts'

/** How many of the messages were delivered, and within how many milliseconds a share of those was. */
export function handsetQuantiles(found: readonly StoredMessage[]) {
  const times = found
    .filter(({ state }) => state === 'delivered')
    .map(({ acceptedAt, doneAt, scheduledAt }) => (doneAt?.getTime() ?? 0) - (scheduledAt ?? acceptedAt).getTime())
    .sort((a, b) => a - b)
  const at = (share: number) => Math.max(1, times[Math.ceil(times.length * share) - 1] as number)
  return { messages: times.length, at }
}

/** Null: none was delivered. */
export function handsetTimes(found: readonly StoredMessage[]): HandsetTimes | null {
  const { messages, at } = handsetQuantiles(found)
  return messages === 0 ? null : { messages, p50Ms: at(0.5), p90Ms: at(0.9) }
}
