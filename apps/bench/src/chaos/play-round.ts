import { setTimeout as delay } from 'node:timers/promises'
import { type Comparison, compareBooks } from './books.ts'
import type { Deployed } from './deploy.ts'
import { type Fault, HARMLESS } from './faults.ts'
import { countIncomingWork } from './incoming-books.ts'
import { sendTraffic } from './incoming-traffic.ts'
import { type Account, accountFor } from './patroni/outages.ts'
import { createRandom } from './random.ts'
import { countBatches, countFinal, type StoredMessage, storedMessages } from './records.ts'
import type { Requests } from './requests.ts'
import { sendAll } from './sender.ts'
import { lengthOf, type Span } from './span.ts'
import { countDeaths, strike } from './strike.ts'
import { type Recovery, watchRecovery } from './watch.ts'

export interface PlayOptions {
  readonly seed: number
  readonly faults: readonly Fault[]
  /** By `performance.now()`: later faults are left out. */
  readonly endMs: number
  readonly requests: Requests
  /** SMS of subscribers, and the time over which they are spread. */
  readonly incoming: Span
  readonly overMs: number
  /** A link that has nothing to send is no finding while fewer messages wait. */
  readonly enough: number
  /** How long clients go on with what is not accepted yet. */
  readonly sendMs: number
  /** How long messages may take to become final after the last fault and the last send. */
  readonly settleMs: number
  readonly say: (text: string) => void
  /** Called when the last fault is over. */
  readonly onCalm?: () => void
}

/** The result of a round. */
export interface ChaosRound extends Comparison {
  readonly seed: number
  readonly seconds: number
  readonly span: Span
  readonly incomingSpan: Span
  readonly accepted: number
  readonly recovery: Recovery
  readonly faults: readonly Fault[]
  /** Outages of servers under Patroni, in order. */
  readonly outages: readonly Account[]
  /** Number of times that nodes ended on their own. */
  readonly ownDeaths: number
  readonly repeats: number
}

const POLL_MS = 1_000

/** Has messages go through both nodes while faults happen, waits until all are final, and compares the records. */
export async function playRound(deployed: Deployed, options: PlayOptions): Promise<ChaosRound> {
  const { nodes, acceptances, apiKey, smsc } = deployed
  const { requests, incoming, overMs, seed, onCalm } = options
  const beganMs = performance.now()
  const deathsBefore = countDeaths(deployed)
  const end = new AbortController()
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(options.sendMs)])
  const sending = sendAll({
    requests,
    apiKey,
    acceptances,
    signal,
    random: createRandom(seed + 1),
    nodes: () => nodes.map(({ http }) => http),
  })
  const receiving = sendTraffic({ span: incoming, overMs, smsc, random: createRandom(seed + 2), signal })
  const isOver = new AbortController()
  const watching = watchRecovery(deployed, { before: requests.span.first, enough: options.enough }, isOver.signal)
  // When a fault fails, what it was for is not of interest any more.
  watching.catch(() => {})
  const striking = strike(deployed, options).catch((error: unknown) => {
    end.abort()
    isOver.abort()
    throw error
  })
  const calm = striking.finally(() => onCalm?.())
  const [sent, struck] = await Promise.all([sending, calm, receiving])
  const { span } = requests
  const stored = await settle(deployed, span, options.settleMs)
  isOver.abort()
  const recovery = await watching
  const outages = deployed.outages.map((outage) => accountFor(outage, acceptances, lengthOf(span)))
  const answersCount = struck.faults.every(({ kind }) => HARMLESS.has(kind))
  const comparison = await compareBooks(deployed, { span, incoming, sent, stored, answersCount })
  return {
    ...comparison,
    seed,
    span,
    incomingSpan: incoming,
    recovery,
    outages,
    faults: struck.faults,
    repeats: sent.repeats,
    accepted: sent.accepted.size,
    seconds: (performance.now() - beganMs) / 1000,
    findings: [
      ...comparison.findings,
      ...recovery.findings,
      ...struck.needlessDeaths,
      ...outages.flatMap(({ findings }) => findings),
    ],
    ownDeaths: countDeaths(deployed) - deathsBefore,
  }
}

/** Waits until all messages are stored and final and nothing is left to be sent, at most this long. */
async function settle(
  { cluster: { sql } }: Deployed,
  span: Span,
  limitMs: number,
): Promise<ReadonlyMap<number, StoredMessage>> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const isDone =
      (await countBatches(sql)) === 0 &&
      (await countIncomingWork(sql)) === 0 &&
      (await countFinal(sql, span)) === lengthOf(span)
    if (isDone || performance.now() > deadline) return storedMessages(sql, span)
    await delay(POLL_MS)
  }
}
