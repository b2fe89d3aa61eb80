import { Answers } from './answers.ts'
import { Connection } from './connection.ts'
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

/** Load that waits for its start, with all connections open. */
export interface PreparedLoad {
  /** Resolves with the last answer. Rejects when a connection is lost. */
  run(): Promise<LoadResult>
}

export async function prepareLoad(job: LoadJob): Promise<PreparedLoad> {
  let onAnswer: (connection: Connection, status: number, body: Buffer) => void = () => {}
  let onLost: (error: Error) => void = () => {}
  const connections = await Promise.all(
    Array.from({ length: job.clients }, () =>
      Connection.open(job.host, job.port, {
        onAnswer: (connection, status, body) => onAnswer(connection, status, body),
        onLost: (error) => onLost(error),
      }),
    ),
  )
  const slots = new Map<Connection, Slot>(
    connections.map((connection) => [
      connection,
      { connection, template: createRequestTemplate(job), sequence: 0, startMs: 0 },
    ]),
  )

  async function run(): Promise<LoadResult> {
    const answers = new Answers(job.request.kind)
    const latencies = new Latencies(job.keepTimes)
    const cpuBefore = process.cpuUsage()
    const firstMs = performance.now()
    const lastMs = await new Promise<number>((resolve, reject) => {
      let answered = 0
      const pacer = createPacer<Slot>(job.pace, job.requests, (slot, sequence, startMs) => {
        slot.sequence = sequence
        slot.startMs = startMs
        slot.connection.send(slot.template.build(sequence))
      })
      onLost = reject
      onAnswer = (connection, status, body) => {
        const slot = slots.get(connection) as Slot
        const nowMs = performance.now()
        latencies.add(slot.sequence, slot.startMs, nowMs)
        answers.add(status, body)
        answered += 1
        if (answered === job.requests) resolve(nowMs)
        else pacer.release(slot)
      }
      pacer.begin([...slots.values()])
    })
    const cpu = process.cpuUsage(cpuBefore)
    for (const connection of connections) connection.close()
    return {
      requests: job.requests,
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
  }

  return { run }
}
