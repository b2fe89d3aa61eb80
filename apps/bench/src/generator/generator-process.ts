import type { Limits } from '../limits.ts'
import type { LoadJob, LoadResult } from './job.ts'
import { entryBeside, type JobProcess, startJobProcess } from './job-process.ts'

/** A generator with all its connections open. */
export type Generator = JobProcess<LoadResult>

const ENTRY = entryBeside(import.meta.url, 'main')

/** Starts a process for the job and waits until its connections are open. */
export function startGenerator(job: LoadJob): Promise<Generator> {
  return startJobProcess<LoadJob, LoadResult>(ENTRY, job)
}

/** Runs a job that is not measured from outside. */
export async function runLoad(job: LoadJob, limits: Limits): Promise<LoadResult> {
  const generator = await startGenerator(job)
  try {
    return await generator.run(limits)
  } finally {
    generator.stop()
  }
}
