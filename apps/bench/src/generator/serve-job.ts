import type { FromJobProcess, ToJobProcess } from './job-process.ts'

/** A job that waits to be started. */
export interface PreparedJob<Result> {
  run(): Promise<Result>
}

/** The other side of `startJobProcess`: prepares the one job that this process receives, and runs it on request. */
export function serveJob<Job, Result>(prepare: (job: Job) => Promise<PreparedJob<Result>>): void {
  const tell = (message: FromJobProcess<Result>) => process.send?.(message)
  const fail = (error: unknown) =>
    tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
  // The process that started this one is gone, and the measurement with it.
  process.on('disconnect', () => process.exit())

  let prepared: Promise<PreparedJob<Result>> | undefined
  process.on('message', (message: ToJobProcess<Job>) => {
    if (message.type === 'job') {
      prepared = prepare(message.job)
      prepared.then(() => tell({ type: 'ready' }), fail)
      return
    }
    prepared?.then((job) => job.run()).then((result) => tell({ type: 'result', result }), fail)
  })
}
