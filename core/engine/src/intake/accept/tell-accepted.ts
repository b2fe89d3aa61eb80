import type { Clock, StepFeed } from '@heliograph/contracts'
import type { PreparedRequest } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'

/** When the messages were stored: until now, for this long. */
export interface StoreTime {
  readonly clock: Pick<Clock, 'now'>
  readonly tookMs: number
}

/** Tells what one commit has stored, a step for each request of which it stored anything. */
export function tellAccepted(
  steps: StepFeed,
  requests: readonly PreparedRequest[],
  { optedOut, duplicates, overtaken, unpaid, held }: StoreResult,
  { clock, tookMs }: StoreTime,
): void {
  const endedAt = clock.now()
  const left = new Set([...optedOut, ...duplicates, ...overtaken, ...unpaid])
  for (const { clientId, rows } of requests) {
    if (held.includes(clientId)) continue
    const stored = rows.filter(({ smsId }) => !left.has(smsId))
    const [first] = stored
    if (first === undefined || first.template.requestId === null) continue
    const { requestId, origin } = first.template
    const startedAt = endedAt - tookMs
    const messages = stored.length
    steps.tell({ kind: 'accept', requestId, startedAt, endedAt, origin, clientId, messages, smsId: first.smsId })
  }
}
