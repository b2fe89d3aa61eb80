import { type FigureSpec, type Goal, MEMORY_GOAL } from '../report/figures.ts'

export interface SendGoals {
  readonly accepted?: Goal | undefined
  readonly submitted?: Goal | undefined
  readonly delivered?: Goal | undefined
  readonly cpu?: Goal | undefined
  readonly wal?: Goal | undefined
  readonly stored?: Goal | undefined
}

const cpuShare = (key: string, label: string): FigureSpec => ({ key, label, unit: 's per 1,000', digits: 4 })

/** Whose CPU time it is; the main thread and Postgres say how far more cores carry. */
export const CPU_SHARES: readonly FigureSpec[] = [
  cpuShare('cpuGateway', 'of it the gateway'),
  cpuShare('cpuMain', 'of that its main thread'),
  cpuShare('cpuPostgres', 'of it Postgres'),
  { key: 'postgresPerCore', label: 'which is, for each of its cores', unit: 'messages/s', digits: 0 },
]

/** The figures of a scenario that sends messages. */
export function sendFigures(goals: SendGoals, receipts: boolean): readonly FigureSpec[] {
  const rate = (key: string, label: string, goal?: Goal) => ({ key, label, unit: 'messages/s', digits: 0, goal })
  const milliseconds = (key: string, label: string) => ({ key, label, unit: 'ms', digits: 2 })
  const cpu = (key: string, label: string, goal?: Goal) => ({ key, label, unit: 's per 1,000', digits: 4, goal })
  const octets = (key: string, label: string, goal?: Goal) => ({
    key,
    label,
    unit: 'octets a message',
    digits: 0,
    goal,
  })
  return [
    rate('acceptedPerSecond', 'accepted', goals.accepted),
    rate('submittedPerSecond', 'accepted and submitted', goals.submitted),
    rate('recordedPerSecond', 'and recorded as submitted'),
    ...(receipts ? [rate('deliveredPerSecond', 'and recorded as delivered', goals.delivered)] : []),
    milliseconds('p50', 'latency of a request, median'),
    milliseconds('p99', 'latency of a request, 99th percentile'),
    milliseconds('max', 'latency of a request, longest'),
    cpu('cpu', 'CPU of gateway and Postgres', goals.cpu),
    ...CPU_SHARES,
    cpu('cpuGenerator', 'beside it the load generator'),
    octets('walPerMessage', 'write-ahead log', goals.wal),
    octets('storedPerMessage', 'tables and indexes', goals.stored),
    { key: 'commitsPerMessage', label: 'writing transactions', unit: 'a message', digits: 3 },
    { key: 'rssPeak', label: 'memory of the gateway, peak', unit: 'MiB', digits: 0, goal: MEMORY_GOAL },
  ]
}
