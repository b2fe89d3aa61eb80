import { fork } from 'node:child_process'
import { once } from 'node:events'
import { entryBeside } from '../generator/job-process.ts'

/** An HTTP server that is called for each receipt, as a process of its own. */
export interface CallbackSink {
  readonly pid: number
  readonly port: number
  counts(): Promise<CallbackCounts>
  stop(): void
}

export interface CallbackCounts {
  readonly requests: number
  /** The last one, milliseconds since the epoch with a fraction; 0 while there is none. */
  readonly lastAtMs: number
}

const ENTRY = entryBeside(import.meta.url, 'main')

export async function startCallbackSink(): Promise<CallbackSink> {
  const child = fork(ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => {
    throw new Error('callback sink: ended early')
  })
  ended.catch(() => {})
  const answer = async <T>() => ((await Promise.race([once(child, 'message'), ended])) as [T])[0]
  const { port } = await answer<{ port: number }>()
  return {
    pid: child.pid ?? 0,
    port,
    counts() {
      const counts = answer<CallbackCounts>()
      child.send('counts', () => {})
      return counts
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
