import { percentile } from '../report/statistics.ts'

/** How late webhooks arrived, in milliseconds. */
export interface LatenessSummary {
  readonly webhooks: number
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
  readonly maxMs: number | undefined
}

/** Matches the time of the event that a webhook reports: the network's receipt, or the arrival of an SMS. */
const HAPPENED = /"(?:deliveredAt|receivedAt)":"([^"]+)"/

/** Collects the times from the reported event to the arrival of its webhook. */
export class Lateness {
  #times: number[] = []

  note(body: string, nowMs: number): void {
    const happened = HAPPENED.exec(body)?.[1]
    if (happened !== undefined) this.#times.push(nowMs - Date.parse(happened))
  }

  /** Returns the summary since the last call. */
  take(): LatenessSummary {
    const times = this.#times
    this.#times = []
    const share = (percent: number) => percentile(times, percent)
    return { webhooks: times.length, p50Ms: share(50), p95Ms: share(95), maxMs: share(100) }
  }
}
