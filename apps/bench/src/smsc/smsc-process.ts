import { fork } from 'node:child_process'
import { entryBeside } from '../generator/job-process.ts'
import type { Arrival, FromSmsc, IncomingOrder, SmscAnswers, SmscSettings, SmscStats, ToSmsc } from './protocol.ts'

/** A network that speaks SMPP, in a separate process. */
export interface SmscProcess {
  readonly pid: number
  readonly port: number
  stats(): Promise<SmscStats>
  /** Changes the time from a submit to its answer, for submits from now on. */
  answerAfter(answerAfterMs: number): Promise<void>
  /** Resolves with the messages that arrived more than once: how often, by number. */
  repeated(): Promise<ReadonlyMap<number, number>>
  /** Resolves with the submits since the last call in order of arrival, when the settings keep them. */
  takeArrivals(): Promise<readonly Arrival[]>
  /** Sends an SMS from a subscriber, repeatedly until it is acknowledged. */
  sendIncoming(order: IncomingOrder): Promise<void>
  stop(): void
}

interface Waiting {
  readonly resolve: (answer: SmscAnswers[keyof SmscAnswers]) => void
  readonly reject: (error: Error) => void
}

type Ask<R extends ToSmsc = ToSmsc> = R extends ToSmsc ? Omit<R, 'id'> : never

const ENTRY = entryBeside(import.meta.url, 'main')

/** Starts the network on a free port and waits until it listens. */
export async function startSmscProcess(settings: SmscSettings): Promise<SmscProcess> {
  const child = fork(ENTRY, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  child.on('message', (message: FromSmsc) => {
    const waiter = waiting.get(message.id)
    waiting.delete(message.id)
    if ('failed' in message) waiter?.reject(new Error(`fake SMSC: ${message.failed}`))
    else waiter?.resolve(message.answer)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('fake SMSC: ended early'))
  })

  function ask<K extends keyof SmscAnswers>(request: Ask & { readonly ask: K }): Promise<SmscAnswers[K]> {
    return new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('fake SMSC: it is gone'))
      const id = ++lastId
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      child.send({ ...request, id })
    })
  }

  const stop = () => void child.kill('SIGKILL')
  try {
    const { port } = await ask({ ask: 'start', settings })
    return {
      pid: child.pid ?? 0,
      port,
      stats: () => ask({ ask: 'stats' }),
      answerAfter: async (answerAfterMs) => void (await ask({ ask: 'answer-after', answerAfterMs })),
      repeated: () => ask({ ask: 'repeated' }),
      takeArrivals: () => ask({ ask: 'arrivals' }),
      sendIncoming: async (order) => void (await ask({ ask: 'incoming', order })),
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}
