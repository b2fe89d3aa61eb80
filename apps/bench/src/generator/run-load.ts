import { Answers } from './answers.ts'
import { Connection, type ConnectionEvents } from './connection.ts'
import type { LoadJob, LoadResult } from './job.ts'
import { Latencies } from './latencies.ts'
import { createPacer } from './pace.ts'
import { createRequestTemplate, type RequestTemplate } from './request-template.ts'

interface Slot {
  readonly connection: Connection
  readonly template: RequestTemplate
  sequence: number
  startMs: number
}

/** A load that waits to be started, with all connections open. */
export interface PreparedLoad {
  /**
   * Resolves after the last answer. Rejects when a connection is lost. The connections are closed afterwards in any
   * case.
   */
  run(): Promise<LoadResult>
}

/** The listeners of the connections; replaced when the load begins. */
interface Listeners {
  onAnswer(connection: Connection, status: number, body: Buffer): void
  onLost(error: Error): void
  /** The error of a connection lost before the load began. */
  lost?: Error
}

export async function prepareLoad(job: LoadJob): Promise<PreparedLoad> {
  const listeners: Listeners = {
    onAnswer: () => {},
    onLost(error) {
      listeners.lost = error
    },
  }
  const connections = await openConnections(job, listeners)
  const slots = new Map<Connection, Slot>(
    connections.map((connection) => [
      connection,
      { connection, template: createRequestTemplate(job), sequence: 0, startMs: 0 },
    ]),
  )
  return {
    async run() {
      try {
        return await runOn(slots, job, listeners)
      } finally {
        for (const connection of connections) connection.close()
      }
    },
  }
}

/** Limited because a server with a short queue for new connections resets some of many that arrive at once. */
const OPENED_AT_ONCE = 32

/** Opens all connections or none: when one cannot be opened, the others are closed again. */
async function openConnections(job: LoadJob, listeners: Listeners): Promise<readonly Connection[]> {
  const { host, clients } = job
  const ports = [job.port, ...(job.otherPorts ?? [])]
  const open: Connection[] = []
  const events: ConnectionEvents = {
    onAnswer: (connection, status, body) => listeners.onAnswer(connection, status, body),
    onLost: (error) => listeners.onLost(error),
  }
  while (open.length < clients) {
    const count = Math.min(OPENED_AT_ONCE, clients - open.length)
    const attempts = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => {
        const port = ports[(open.length + index) % ports.length] ?? job.port
        return Connection.open(host, port, events)
      }),
    )
    open.push(...attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : [])))
    const failed = attempts.find((attempt) => attempt.status === 'rejected')
    if (failed === undefined) continue
    for (const connection of open) connection.close()
    throw failed.reason
  }
  return open
}

async function runOn(slots: ReadonlyMap<Connection, Slot>, job: LoadJob, listeners: Listeners): Promise<LoadResult> {
  if (listeners.lost !== undefined) throw listeners.lost
  const answers = new Answers(job.request)
  const latencies = new Latencies(job.keepTimes)
  let started = 0
  const pacer = createPacer<Slot>(job.pace, job.requests, (slot, sequence, startMs) => {
    started += 1
    slot.sequence = sequence
    slot.startMs = startMs
    slot.connection.send(slot.template.build(sequence))
  })
  let timer: NodeJS.Timeout | undefined
  const cpuBefore = process.cpuUsage()
  const firstMs = performance.now()
  try {
    const lastMs = await new Promise<number>((resolve, reject) => {
      let answered = 0
      let isOver = false
      const endOnceAnswered = (nowMs: number) => {
        if (answered === (isOver ? started : job.requests)) resolve(nowMs)
      }
      listeners.onLost = reject
      listeners.onAnswer = (connection, status, body) => {
        const slot = slots.get(connection) as Slot
        const nowMs = performance.now()
        latencies.add(slot.sequence, slot.startMs, nowMs)
        answers.add(status, body)
        answered += 1
        pacer.release(slot)
        endOnceAnswered(nowMs)
      }
      if (job.seconds !== undefined) {
        timer = setTimeout(() => {
          isOver = true
          pacer.end()
          endOnceAnswered(performance.now())
        }, job.seconds * 1000)
      }
      pacer.begin([...slots.values()])
    })
    const cpu = process.cpuUsage(cpuBefore)
    return {
      requests: started,
      succeeded: answers.succeeded,
      accepted: answers.accepted,
      statuses: answers.statuses,
      firstError: answers.firstError,
      firstAtMs: performance.timeOrigin + firstMs,
      lastAtMs: performance.timeOrigin + lastMs,
      latency: latencies.summary(),
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
      times: latencies.times,
    }
  } finally {
    clearTimeout(timer)
    pacer.end()
  }
}
