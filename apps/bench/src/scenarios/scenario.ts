import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { FigureSpec, Round } from '../report/figures.ts'

/** What every scenario is told. */
export interface RunOptions {
  readonly clients: number
  /** Messages, or requests where a scenario sends no messages. */
  readonly messages: number
  /** Messages sent before the measurement, so that it does not see code being compiled. */
  readonly warmup: number
  /** Whether the network reports delivery. */
  readonly receipts: boolean
  /** Requests a second that fall due whatever the gateway does; undefined for a closed loop. */
  readonly requestsPerSecond: number | undefined
  /** How long one measurement may take. */
  readonly timeoutMs: number
  /** How long to wait for an idle machine. */
  readonly patienceMs: number
  /** Says what is going on. */
  readonly say: (text: string) => void
}

/** Something to measure. A fresh gateway is started for every round. */
export interface Scenario {
  readonly name: string
  /** One sentence for the help. */
  readonly description: string
  /** Options where they are not given. */
  readonly defaults: Pick<RunOptions, 'clients' | 'messages' | 'warmup' | 'receipts'>
  title(options: RunOptions): string
  /** Configuration of the simulated network. */
  simulator(options: RunOptions): Readonly<Record<string, unknown>>
  figures(options: RunOptions): readonly FigureSpec[]
  measure(gateway: BenchGateway, options: RunOptions): Promise<Round>
}
