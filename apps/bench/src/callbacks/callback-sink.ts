import { fork } from 'node:child_process'
import { once } from 'node:events'
import { entryBeside } from '../generator/job-process.ts'
import type { LatenessSummary } from './lateness.ts'

/** HTTP servers that receive the callbacks for receipts and incoming SMS, in a separate process. */
export interface CallbackSink {
  readonly pid: number
  /** The first of its ports. */
  readonly port: number
  /** All ports, those that hang first. */
  readonly ports: readonly number[]
  counts(): Promise<CallbackCounts>
  /** Resolves with the lateness of the requests answered since the last call. */
  lateness(): Promise<LatenessSummary>
  stop(): void
}

export interface CallbackCounts {
  /** Requests that were answered. */
  readonly requests: number
  /** Requests to ports that hang. */
  readonly unanswered: number
  /** Time of the last answered request, milliseconds since the epoch with a fraction; 0 while there is none. */
  readonly lastAtMs: number
}

export interface SinkOptions {
  readonly ports: number
  /** Number of ports that take connections and requests but never answer. */
  readonly hanging: number
}

const ENTRY = entryBeside(import.meta.url, 'main')

export async function startCallbackSink(options: SinkOptions = { ports: 1, hanging: 0 }): Promise<CallbackSink> {
  const child = fork(ENTRY, [JSON.stringify(options)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => {
    throw new Error('callback sink: ended early')
  })
  ended.catch(() => {})
  const answer = async <T>() => ((await Promise.race([once(child, 'message'), ended])) as [T])[0]
  const ask = <T>(question: 'counts' | 'lateness') => {
    const answered = answer<T>()
    child.send(question, () => {})
    return answered
  }
  const { ports } = await answer<{ ports: readonly number[] }>()
  return {
    pid: child.pid ?? 0,
    port: ports[0] as number,
    ports,
    counts: () => ask<CallbackCounts>('counts'),
    lateness: () => ask<LatenessSummary>('lateness'),
    stop: () => void child.kill('SIGKILL'),
  }
}
