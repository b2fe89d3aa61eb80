import { median } from './statistics.ts'

/** A goal a figure has to reach. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** MiB that the gateway's peak of resident memory may reach under any load, unless a scenario says otherwise. */
export const MEMORY_GOAL = { atMost: 256 } as const

/** A figure that a scenario measures, with its presentation. */
export interface FigureSpec {
  readonly key: string
  readonly label: string
  readonly unit: string
  readonly digits: number
  readonly goal?: Goal | undefined
}

/** One measurement. `values` by the keys of the specs; a figure that could not be measured is missing. */
export interface Round {
  /** True when everything expected happened and the counts add up. */
  readonly complete: boolean
  /** The reasons why not, in words. */
  readonly problems: readonly string[]
  /** True when something else used the machine during the measurement. */
  readonly disturbed: boolean
  /** Milliseconds that the fixed loop took just before; undefined where nothing waits for an idle machine. */
  readonly loopMs?: number | undefined
  readonly values: Readonly<Record<string, number | undefined>>
  /**
   * Start and end of the measurement, microseconds on the machine's monotonic clock; undefined for the whole time that
   * the gateway ran.
   */
  readonly windowUs?: readonly [number, number] | undefined
  /** Anything else worth keeping, unprocessed. */
  readonly details: unknown
}

export interface ScenarioReport {
  readonly scenario: string
  /** One line that describes the run. */
  readonly title: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly figures: readonly FigureSpec[]
  readonly rounds: readonly Round[]
}

export interface Summary {
  readonly spec: FigureSpec
  readonly median: number | undefined
  readonly least: number | undefined
  readonly greatest: number | undefined
  /** Undefined without a goal or without a figure. */
  readonly reached: boolean | undefined
}

/** Medians over the complete rounds. */
export function summarise(report: ScenarioReport): readonly Summary[] {
  return report.figures.map((spec) => {
    const values = report.rounds
      .filter((round) => round.complete)
      .map((round) => round.values[spec.key])
      .filter((value) => value !== undefined)
    const middle = median(values)
    return {
      spec,
      median: middle,
      least: values.length === 0 ? undefined : Math.min(...values),
      greatest: values.length === 0 ? undefined : Math.max(...values),
      reached: middle === undefined || spec.goal === undefined ? undefined : isReached(middle, spec.goal),
    }
  })
}

/** The times of the fixed loop before the rounds. */
export function loopsOf(rounds: readonly Round[]): readonly number[] {
  return rounds.flatMap(({ loopMs }) => loopMs ?? [])
}

function isReached(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}
