import { entryBeside, type JobProcess, startJobProcess } from '../generator/job-process.ts'
import type { Limits } from '../limits.ts'
import type { SmppJob, SmppResult } from './job.ts'

const ENTRY = entryBeside(import.meta.url, 'main')

/** Starts a process for the job and waits until its sessions are bound. */
export function startSmppGenerator(job: SmppJob): Promise<JobProcess<SmppResult>> {
  return startJobProcess<SmppJob, SmppResult>(ENTRY, job)
}

/** Runs a job that is not measured from outside. */
export async function runSmppLoad(job: SmppJob, limits: Limits): Promise<SmppResult> {
  const generator = await startSmppGenerator(job)
  try {
    return await generator.run(limits)
  } finally {
    generator.stop()
  }
}
