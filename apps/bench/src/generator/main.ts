// The generator process: one job, told over IPC.
import type { FromGenerator, LoadJob, ToGenerator } from './job.ts'
import { type PreparedLoad, prepareLoad } from './run-load.ts'

const tell = (message: FromGenerator) => process.send?.(message)

function fail(error: unknown): void {
  tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
}

async function prepare(job: LoadJob): Promise<PreparedLoad> {
  const load = await prepareLoad(job)
  tell({ type: 'ready' })
  return load
}

// Whoever started it is gone: there is nobody left to measure for.
process.on('disconnect', () => process.exit())

let prepared: Promise<PreparedLoad> | undefined
process.on('message', (message: ToGenerator) => {
  if (message.type === 'job') {
    prepared = prepare(message.job)
    prepared.catch(fail)
    return
  }
  prepared?.then((load) => load.run()).then((result) => tell({ type: 'result', result }), fail)
})
