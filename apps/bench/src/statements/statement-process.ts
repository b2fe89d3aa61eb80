import { entryBeside, type JobProcess, startJobProcess } from '../generator/job-process.ts'
import type { StatementJob, StatementResult } from './job.ts'

const ENTRY = entryBeside(import.meta.url, 'main')

/** Starts a process for the job and waits until its connections are open and warm. */
export function startStatementProcess(job: StatementJob): Promise<JobProcess<StatementResult>> {
  return startJobProcess<StatementJob, StatementResult>(ENTRY, job)
}
