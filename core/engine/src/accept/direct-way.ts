import type { Priority } from '@heliograph/contracts'
import type { DirectJobs } from '../queue/direct-jobs.ts'
import type { ClaimJob, StoreResult } from './store-messages.ts'
import { toDispatchRow } from './to-dispatch-row.ts'

/** Which of the jobs to be stored may skip the queue. */
export function claimFor(jobs: DirectJobs | undefined): ClaimJob {
  return (route, priority) => jobs?.claim(route, priority as Priority) ?? null
}

/** Hands committed messages that skip the queue to the links of this process. */
export function runStored(jobs: DirectJobs | undefined, stored: StoreResult): void {
  for (const { route, priority, claimed } of stored.jobs) {
    if (claimed === null) jobs?.left(route, priority as Priority)
    else jobs?.run({ ...claimed, route, priority, rows: claimed.rows.map(toDispatchRow) })
  }
}
