import { setTimeout as delay } from 'node:timers/promises'
import { attachBenchGateway, openBenchGateway, type RunningGateway } from './gateway/bench-gateway.ts'
import { unlessAborted } from './limits.ts'
import { createProfiler, renderProfile } from './profile/profiler.ts'
import type { Round, ScenarioReport } from './report/figures.ts'
import type { Scenario, ScenarioOptions } from './scenarios/scenario.ts'

/** If the gateway ends within this time after a failure, its end counts as the cause. */
const DEATH_NOTICE_MS = 500

/** How often and where a scenario runs. */
export interface RoundOptions {
  readonly rounds: number
  /** How often a round disturbed by other processes is repeated. */
  readonly repeats: number
  /** Folder in which each round creates its temporary folder. */
  readonly parent: string
  readonly keep: boolean
  /** Settings as `path=value` that override the gateway's configuration. */
  readonly set: readonly string[]
  /** Folder for profiles; undefined for none. */
  readonly profile: string | undefined
  /** A running gateway to use instead of starting one; its configuration cannot be changed. */
  readonly running: RunningGateway | undefined
}

/** Runs the rounds of a scenario, each with a gateway and a database of its own. */
export async function runScenario(
  scenario: Scenario,
  options: ScenarioOptions,
  roundOptions: RoundOptions,
): Promise<ScenarioReport> {
  const rounds: Round[] = []
  for (let number = 1; number <= roundOptions.rounds; number++) {
    options.say(`${scenario.name}: round ${number} of ${roundOptions.rounds}`)
    rounds.push(await runRound(scenario, options, roundOptions))
  }
  const { clients, messages, seconds, warmup, receipts, requestsPerSecond } = options
  return {
    scenario: scenario.name,
    title: scenario.title(options),
    parameters: { clients, messages, seconds, warmup, receipts, requestsPerSecond, set: roundOptions.set },
    figures: scenario.figures(options),
    rounds,
  }
}

async function runRound(scenario: Scenario, options: ScenarioOptions, roundOptions: RoundOptions): Promise<Round> {
  for (let attempt = 0; ; attempt++) {
    const round = await runOnce(scenario, options, roundOptions)
    if (!round.disturbed || attempt >= roundOptions.repeats) return round
    options.say(`${scenario.name}: disturbed by other processes, once more`)
  }
}

async function runOnce(scenario: Scenario, options: ScenarioOptions, roundOptions: RoundOptions): Promise<Round> {
  const { running, profile: folder, parent, keep, set } = roundOptions
  const profiler = folder === undefined || running !== undefined ? undefined : createProfiler(folder)
  const gateway =
    running === undefined
      ? await openBenchGateway({
          parent,
          keep,
          set,
          nodeOptions: [],
          plan: scenario.plan(options),
          ...profiler?.gatewayOptions,
        })
      : await attachBenchGateway(running)
  try {
    await profiler?.begin(gateway)
    const round = await scenario.measure(gateway, { ...options, signal: gateway.signal })
    const profile = await profiler?.end(gateway, round)
    if (profile === undefined) return round
    options.say(renderProfile(profile))
    return { ...round, details: { measured: round.details, profile } }
  } catch (error) {
    // A lost connection may be the first sign that the gateway has ended.
    await unlessAborted(gateway.signal, delay(DEATH_NOTICE_MS))
    throw error
  } finally {
    await gateway.close()
  }
}
