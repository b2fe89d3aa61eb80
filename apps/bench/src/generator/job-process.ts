import { type ChildProcess, fork } from 'node:child_process'
import { type Limits, unlessAborted } from '../limits.ts'

/** A process that has prepared a job and waits to be started. */
export interface JobProcess<Result> {
  readonly pid: number
  /** Runs the job. Rejects when it fails or exceeds its limits; the process cannot be used after that. */
  run(limits: Limits): Promise<Result>
  /** Ends the process, which can be measured until then. */
  stop(): void
}

/** Messages between the processes: the job goes out, `ready` comes back, `go` starts it, the result ends it. */
export type ToJobProcess<Job> = { readonly type: 'job'; readonly job: Job } | { readonly type: 'go' }
export type FromJobProcess<Result> =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: Result }
  | { readonly type: 'failed'; readonly reason: string }

/**
 * Starts a process for the job and waits until it is prepared. `entry` is a module of this package that calls
 * `serveJob`.
 */
export async function startJobProcess<Job, Result>(entry: URL, job: Job): Promise<JobProcess<Result>> {
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  const tell = (message: ToJobProcess<Job>) => {
    // If the process is already gone, that is noticed where its answer is awaited.
    if (child.connected) child.send(message, () => {})
  }
  try {
    tell({ type: 'job', job })
    await next<Result, 'ready'>(child, 'ready')
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    pid: child.pid ?? 0,
    async run({ timeoutMs, signal }) {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      try {
        const answer = next<Result, 'result'>(child, 'result')
        tell({ type: 'go' })
        return (await unlessAborted(signal, answer)).result
      } finally {
        clearTimeout(timer)
      }
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

/** URL of a file beside the module with this URL, compiled or source like the module. */
export function entryBeside(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
}

function next<Result, T extends FromJobProcess<Result>['type']>(
  child: ChildProcess,
  type: T,
): Promise<Extract<FromJobProcess<Result>, { type: T }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromJobProcess<Result>) => {
      if (message.type === 'failed') settle(() => reject(new Error(`load generator: ${message.reason}`)))
      else if (message.type === type) settle(() => resolve(message as Extract<FromJobProcess<Result>, { type: T }>))
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
