import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { GatewayPlan } from '../gateway/gateway-plan.ts'
import type { Limits } from '../limits.ts'
import type { FigureSpec, Round } from '../report/figures.ts'

/** What every scenario is told. */
export interface RunOptions extends Limits {
  readonly clients: number
  /** Messages, or requests where a scenario sends no messages. */
  readonly messages: number
  /** No message is sent after so long, where a scenario knows of it; undefined for no such limit. */
  readonly seconds: number | undefined
  /** Messages sent before the measurement, so that it does not see code being compiled. */
  readonly warmup: number
  /** Whether the network reports delivery. */
  readonly receipts: boolean
  /** Requests a second that fall due whatever the gateway does; undefined for a closed loop. */
  readonly requestsPerSecond: number | undefined
  /** How long to wait for an idle machine. */
  readonly patienceMs: number
  /** Says what is going on. */
  readonly say: (text: string) => void
}

/** As given, before there is a gateway whose end would be the end of the measurement. */
export type ScenarioOptions = Omit<RunOptions, 'signal'>

/** Something to measure. A fresh gateway is started for every round. */
export interface Scenario {
  readonly name: string
  /** One sentence for the help. */
  readonly description: string
  /** Options where they are not given. */
  readonly defaults: Pick<RunOptions, 'clients' | 'messages' | 'warmup' | 'receipts'> & {
    readonly seconds?: number | undefined
  }
  title(options: ScenarioOptions): string
  /** What is to be around the gateway. */
  plan(options: ScenarioOptions): GatewayPlan
  figures(options: ScenarioOptions): readonly FigureSpec[]
  measure(gateway: BenchGateway, options: RunOptions): Promise<Round>
}
