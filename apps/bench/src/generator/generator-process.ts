import { type ChildProcess, fork } from 'node:child_process'
import type { FromGenerator, LoadJob, LoadResult, ToGenerator } from './job.ts'

/** A generator with all its connections open. */
export interface Generator {
  readonly pid: number
  /** Runs the job; rejects when it takes longer than `timeoutMs` or a connection is lost. */
  run(timeoutMs: number): Promise<LoadResult>
  /** Ends the process, which until then is there to be measured. */
  stop(): void
}

/** A file of this package beside this one, compiled or source, whichever runs. */
const ENTRY = new URL(`./main${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Starts a process for the job and waits until its connections are open. */
export async function startGenerator(job: LoadJob): Promise<Generator> {
  const child = fork(ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  try {
    tell(child, { type: 'job', job })
    await next(child, 'ready')
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    pid: child.pid ?? 0,
    async run(timeoutMs) {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      try {
        const answer = next(child, 'result')
        tell(child, { type: 'go' })
        return (await answer).result
      } finally {
        clearTimeout(timer)
      }
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

/** Runs a job that is not measured from outside. */
export async function runLoad(job: LoadJob, timeoutMs: number): Promise<LoadResult> {
  const generator = await startGenerator(job)
  try {
    return await generator.run(timeoutMs)
  } finally {
    generator.stop()
  }
}

/** A generator that is gone already is noticed by whoever waits for its answer. */
function tell(child: ChildProcess, message: ToGenerator): void {
  if (child.connected) child.send(message, () => {})
}

function next<T extends FromGenerator['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<FromGenerator, { type: T }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromGenerator) => {
      if (message.type === 'failed') settle(() => reject(new Error(`load generator: ${message.reason}`)))
      else if (message.type === type) settle(() => resolve(message as Extract<FromGenerator, { type: T }>))
    }
    const onExit = () => settle(() => reject(new Error('load generator: ended early (timed out or killed)')))
    const settle = (how: () => void) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      how()
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    if (child.exitCode !== null || child.signalCode !== null) onExit()
  })
}
