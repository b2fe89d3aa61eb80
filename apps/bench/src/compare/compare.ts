import type { Round } from '../report/figures.ts'
import type { RoundOptions } from '../run-scenario.ts'
import type { ScenarioOptions } from '../scenarios/scenario.ts'
import type { Contest } from './contests.ts'
import { runGateway, runPeer } from './run-side.ts'
import type { Peer, Side } from './sides.ts'

/** The rounds of each side in one contest; none where a side took no part. */
export type Comparison = { readonly contest: Contest } & Readonly<Record<Side, readonly Round[]>>

export interface CompareOptions {
  readonly contests: readonly Contest[]
  readonly peers: readonly Peer[]
  readonly rounds: number
  /** How long each load lasts. */
  readonly seconds: number
  /** Messages before each measurement; undefined for as many as each contest says. */
  readonly warmup: number | undefined
  readonly scenario: Pick<ScenarioOptions, 'timeoutMs' | 'patienceMs' | 'say'>
  readonly round: RoundOptions
}

/**
 * Runs all sides of every contest in every round, so that a slow minute of the machine does not affect only one side.
 * Each side has a fresh deployment for each measurement.
 */
export async function compare(options: CompareOptions): Promise<readonly Comparison[]> {
  const { contests, rounds, scenario } = options
  const results = contests.map((contest): Measured => ({ contest, gateway: [], kannel: [], kamex: [] }))
  for (let round = 1; round <= rounds; round++) {
    for (const result of results) {
      scenario.say(`${result.contest.name}: round ${round} of ${rounds}`)
      await measureSides(result, round, options)
    }
  }
  return results
}

type Measured = { readonly contest: Contest } & Record<Side, Round[]>

async function measureSides(
  measured: Measured,
  round: number,
  { peers, seconds, warmup = measured.contest.warmup, scenario, round: roundOptions }: CompareOptions,
): Promise<void> {
  const { contest, gateway } = measured
  const { clients, messages } = contest
  const receipts = contest.kannel !== 'none'
  const options = { ...scenario, clients, messages, seconds, warmup, receipts, requestsPerSecond: undefined }
  const measurements = [async () => void gateway.push(await runGateway(contest, options, roundOptions))]
  if (contest.kannel !== undefined) {
    for (const peer of peers)
      measurements.push(async () => void measured[peer.side].push(await runPeer(contest, peer, options, roundOptions)))
  }
  for (const measure of beginningWith(measurements, round - 1)) await measure()
}

/**
 * All of them in their order, beginning with another one each round: who begins may find the machine cooler, or the
 * caches emptier.
 */
export function beginningWith<T>(sides: readonly T[], round: number): readonly T[] {
  const first = round % sides.length
  return [...sides.slice(first), ...sides.slice(0, first)]
}
