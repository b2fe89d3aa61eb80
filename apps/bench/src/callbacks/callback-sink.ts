import { fork } from 'node:child_process'
import { once } from 'node:events'
import { entryBeside } from '../generator/job-process.ts'
import type { LatenessSummary } from './lateness.ts'

/** HTTP servers that are called for receipts and incoming SMS, in a process of their own. */
export interface CallbackSink {
  readonly pid: number
  /** The first of its ports. */
  readonly port: number
  /** The hanging ones first. */
  readonly ports: readonly number[]
  counts(): Promise<CallbackCounts>
  /** Of what was answered since it was asked last. */
  lateness(): Promise<LatenessSummary>
  stop(): void
}

export interface CallbackCounts {
  /** Answered. */
  readonly requests: number
  /** That came to ports that hang. */
  readonly unanswered: number
  /** The last one that was answered, milliseconds since the epoch with a fraction; 0 while there is none. */
  readonly lastAtMs: number
}

export interface SinkOptions {
  readonly ports: number
  /** So many of them take connections and requests, and answer nothing. */
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
