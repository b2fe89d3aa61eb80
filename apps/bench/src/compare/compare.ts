import { findKannel, type KannelPrograms } from '../kannel/programs.ts'
import type { Round } from '../report/figures.ts'
import type { RoundOptions } from '../run-scenario.ts'
import type { ScenarioOptions } from '../scenarios/scenario.ts'
import type { Contest } from './contests.ts'
import { runGateway, runKannel } from './turns.ts'

/** The measurements of one contest; Kannel has no rounds where it took no part. */
export interface Comparison {
  readonly contest: Contest
  readonly gateway: readonly Round[]
  readonly kannel: readonly Round[]
}

export interface CompareOptions {
  readonly contests: readonly Contest[]
  readonly rounds: number
  /** How long each load lasts. */
  readonly seconds: number
  /** Messages before each measurement; undefined for as many as each contest says. */
  readonly warmup: number | undefined
  readonly scenario: Pick<ScenarioOptions, 'timeoutMs' | 'patienceMs' | 'say'>
  readonly round: RoundOptions
}

/**
 * Runs both sides of every contest in every round, so that a slow minute of the machine does not affect only one side.
 * Each side has a fresh deployment for each turn.
 */
export async function compare(options: CompareOptions): Promise<readonly Comparison[]> {
  const { contests, rounds, scenario } = options
  const programs = findKannel()
  if (programs === undefined)
    scenario.say('Kannel is not installed (on Debian: apt-get install kannel): the gateway is measured alone')
  const results = contests.map((contest) => ({ contest, gateway: [] as Round[], kannel: [] as Round[] }))
  for (let round = 1; round <= rounds; round++) {
    for (const result of results) {
      scenario.say(`${result.contest.name}: round ${round} of ${rounds}`)
      await takeTurns(result, round, programs, options)
    }
  }
  return results
}

async function takeTurns(
  { contest, gateway, kannel }: { contest: Contest; gateway: Round[]; kannel: Round[] },
  round: number,
  programs: KannelPrograms | undefined,
  { seconds, warmup = contest.warmup, scenario, round: roundOptions }: CompareOptions,
): Promise<void> {
  const { clients, messages } = contest
  const receipts = contest.kannel !== 'none'
  const options = { ...scenario, clients, messages, seconds, warmup, receipts, requestsPerSecond: undefined }
  const turns = [async () => void gateway.push(await runGateway(contest, options, roundOptions))]
  if (contest.kannel !== undefined && programs !== undefined) {
    turns.push(async () => void kannel.push(await runKannel(contest, programs, options, roundOptions)))
  }
  // The side that begins may find the machine cooler, or the caches emptier, so they take turns to begin.
  for (const turn of round % 2 === 1 ? turns : turns.reverse()) await turn()
}
