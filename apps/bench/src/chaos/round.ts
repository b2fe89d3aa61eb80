import { withDeployment } from './deploy.ts'
import { durationOf } from './faults.ts'
import { type ChaosRound, playRound } from './play-round.ts'
import { type PossibleOptions, planPossible } from './possible-faults.ts'
import { createRandom } from './random.ts'
import { spreadRequests } from './requests.ts'
import { FIRST_FAULT_AFTER_MS } from './strike.ts'

export interface ChaosOptions extends PossibleOptions {
  readonly messages: number
  readonly keep: boolean
  /** Settings as `path=value` that override the configuration of both nodes. */
  readonly set: readonly string[]
  /** How long messages may take to become final after the last fault and the last send. */
  readonly settleMs: number
}

/**
 * Rate of each of the two links as a share of the rate of messages: slow enough that some messages are always under way
 * when a fault happens, and fast enough that those that outages of a minute left behind are sent before the end.
 */
const LINK_SHARE = 0.45
/** Under Patroni a third of the time is outages. */
const PATRONI_LINK_SHARE = 0.7
/** Outgoing messages per incoming SMS. */
const MESSAGES_PER_INCOMING = 20
/** A link that has nothing to send is no finding while fewer than this share of all messages wait. */
const ENOUGH = 0.05
const DISK_OCTETS = 2 ** 30
const SIZES = [1, 1, 1, 5, 20, 100, 300] as const
/** Small ones come often: how soon messages are accepted again is measured with them. */
const PATRONI_SIZES = [1, 1, 1, 1, 5, 20] as const

/** Sizes of requests, of which each gets one. */
export function sizesOn(patroni: PossibleOptions['patroni']): readonly number[] {
  return patroni === undefined ? SIZES : PATRONI_SIZES
}

/**
 * Runs a round: two nodes, one Postgres, one network, messages through both nodes, and faults all the time; then
 * compares the records.
 */
export async function runRound(options: ChaosOptions): Promise<ChaosRound> {
  const { messages, patroni, seed, settleMs, say } = options
  const faults = await planPossible(options)
  const overMs = FIRST_FAULT_AFTER_MS + durationOf(faults)
  const diskOctets = faults.some(({ kind }) => kind === 'full-disk') ? DISK_OCTETS : undefined
  const share = patroni === undefined ? LINK_SHARE : PATRONI_LINK_SHARE
  const partsPerSecond = (share * messages) / (overMs / 1000)
  return withDeployment({ ...options, diskOctets, partsPerSecond }, (deployed) =>
    playRound(deployed, {
      seed,
      faults,
      overMs,
      settleMs,
      say,
      endMs: Number.POSITIVE_INFINITY,
      requests: spreadRequests({ messages, overMs, random: createRandom(seed + 1), sizes: sizesOn(patroni) }),
      incoming: { first: 0, end: Math.ceil(messages / MESSAGES_PER_INCOMING) },
      enough: messages * ENOUGH,
      sendMs: overMs + settleMs,
    }),
  )
}
