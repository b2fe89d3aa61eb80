import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { GatewayPlan } from '../gateway/gateway-plan.ts'
import type { Limits } from '../limits.ts'
import type { FigureSpec, Round } from '../report/figures.ts'

/** The options of every scenario. */
export interface RunOptions extends Limits {
  readonly clients: number
  /** Number of messages, or of requests in a scenario that sends no messages. */
  readonly messages: number
  /** Seconds after which no message is sent, in scenarios that support it; undefined for no limit. */
  readonly seconds: number | undefined
  /** Number of messages sent before the measurement, so that it does not include the compilation of code. */
  readonly warmup: number
  /** Whether the network reports delivery. */
  readonly receipts: boolean
  /** Requests per second that fall due whatever the gateway does; undefined for a closed loop. */
  readonly requestsPerSecond: number | undefined
  /** How long to wait for an idle machine. */
  readonly patienceMs: number
  /** Reports progress. */
  readonly say: (text: string) => void
}

/** The options as given, before there is a gateway whose end would abort the measurement. */
export type ScenarioOptions = Omit<RunOptions, 'signal'>

/** Something to measure. A fresh gateway is started for every round. */
export interface Scenario {
  readonly name: string
  /** One sentence for the help. */
  readonly description: string
  /** Defaults of the options. */
  readonly defaults: Pick<RunOptions, 'clients' | 'messages' | 'warmup' | 'receipts'> & {
    readonly seconds?: number | undefined
  }
  title(options: ScenarioOptions): string
  /** The surroundings of the gateway. */
  plan(options: ScenarioOptions): GatewayPlan
  figures(options: ScenarioOptions): readonly FigureSpec[]
  measure(gateway: BenchGateway, options: RunOptions): Promise<Round>
}
