import cluster from 'node:cluster'
import type { FromWorker, ToWorker } from './messages.ts'

/** A process of a worker. */
export interface WorkerProcess {
  readonly pid: number | undefined
  /** Without effect when the process has ended. */
  tell(message: ToWorker): void
  /** Ends it at once. */
  kill(): void
}

export interface WorkerListener {
  onMessage(message: FromWorker): void
  /** Called once. Both are null when the process could not be started. */
  onEnd(code: number | null, signal: NodeJS.Signals | null): void
}

export type ForkWorker = (listener: WorkerListener) => WorkerProcess

/** The service manager hears of the gateway from the supervisor alone. */
const OWN_ENVIRONMENT = { NOTIFY_SOCKET: '', WATCHDOG_USEC: '' }

/** Starts another process with the command line of this one. It stops when this one is gone, however that ended. */
export function forkWorker({ onMessage, onEnd }: WorkerListener): WorkerProcess {
  const worker = cluster.fork(OWN_ENVIRONMENT)
  let isOver = false
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (isOver) return
    isOver = true
    onEnd(code, signal)
  }
  worker.on('message', (message: FromWorker) => onMessage(message))
  worker.process.once('exit', end)
  // A process that cannot be started or told anything; the latter ends, too.
  worker.process.on('error', () => {
    if (worker.process.pid === undefined) end(null, null)
  })
  return {
    pid: worker.process.pid,
    tell(message) {
      if (worker.isConnected()) worker.send(message, () => undefined)
    },
    kill: () => void worker.process.kill('SIGKILL'),
  }
}
