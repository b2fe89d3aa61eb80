import { setTimeout as delay } from 'node:timers/promises'
import { closedOnSignal } from '../cleanup.ts'
import { type Comparison, compareBooks } from './books.ts'
import type { Cluster } from './cluster.ts'
import { type Deployed, deploy } from './deploy.ts'
import { describeFault } from './describe-fault.ts'
import { type Choice, durationOf, type Fault, HARMLESS, lastingMs, planFaults } from './faults.ts'
import { countIncomingWork } from './incoming-books.ts'
import { sendTraffic } from './incoming-traffic.ts'
import { inflict } from './inflict.ts'
import { type Account, accountFor } from './patroni/outages.ts'
import type { PatroniPrograms } from './patroni/programs.ts'
import { createRandom } from './random.ts'
import { countBatches, type StoredMessage, storedMessages } from './records.ts'
import { sendAll } from './sender.ts'
import { whyNoSmallDisk } from './small-disk.ts'
import { type Recovery, watchRecovery } from './watch.ts'

export interface ChaosOptions extends Omit<Choice, 'platform'> {
  readonly messages: number
  readonly seed: number
  /** Programs for servers under Patroni; undefined: one server of the round's own. */
  readonly patroni: PatroniPrograms | undefined
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly keep: boolean
  /** Settings as `path=value` that override the configuration of both nodes. */
  readonly set: readonly string[]
  /** How long messages may take to become final after the last fault and the last send. */
  readonly settleMs: number
  readonly say: (text: string) => void
}

/** The result of a round. */
export interface ChaosRound extends Comparison {
  readonly seed: number
  readonly seconds: number
  readonly recovery: Recovery
  readonly faults: readonly string[]
  /** Outages of servers under Patroni, in order. */
  readonly outages: readonly Account[]
  /** Number of times that nodes ended on their own. */
  readonly ownDeaths: number
  readonly repeats: number
}

const POLL_MS = 1_000
/**
 * Rate of each of the two links as a share of the rate of messages: slow enough that some messages are always under way
 * when a fault happens, and fast enough that those that outages of a minute left behind are sent before the end.
 */
const LINK_SHARE = 0.45
/** Under Patroni a third of the time is outages. */
const PATRONI_LINK_SHARE = 0.7
const FIRST_FAULT_AFTER_MS = 1_000
/** Outgoing messages per incoming SMS. */
const MESSAGES_PER_INCOMING = 20
/** How much longer than planned a fault may last before the round is given up: Postgres may have to recover. */
const FAULT_LIMIT_MS = 120_000
const SIZES = [1, 1, 1, 5, 20, 100, 300] as const
/** Small ones come often: how soon messages are accepted again is measured with them. */
const PATRONI_SIZES = [1, 1, 1, 1, 5, 20] as const

/**
 * Runs a round: two nodes, one Postgres, one network, messages through both nodes, and faults all the time; then
 * compares the records.
 */
export async function runRound(options: ChaosOptions): Promise<ChaosRound> {
  const closing: (() => unknown)[] = []
  const close = closedOnSignal(async () => {
    for (const step of closing.splice(0).reverse()) await step()
  })
  try {
    const faults = await planPossible(options)
    const overMs = FIRST_FAULT_AFTER_MS + durationOf(faults)
    const hasSmallDisk = faults.some(({ kind }) => kind === 'full-disk')
    const share = options.patroni === undefined ? LINK_SHARE : PATRONI_LINK_SHARE
    const partsPerSecond = (share * options.messages) / (overMs / 1000)
    return await run(await deploy({ ...options, hasSmallDisk, partsPerSecond }, closing), faults, overMs, options)
  } finally {
    await close()
  }
}

/** Plans the faults and leaves out those that this machine does not allow. */
async function planPossible(options: ChaosOptions): Promise<readonly Fault[]> {
  const platform = options.patroni === undefined ? 'server' : 'patroni'
  const faults = planFaults(createRandom(options.seed), { extent: options.extent, kinds: options.kinds, platform })
  if (!faults.some(({ kind }) => kind === 'full-disk')) return faults
  const reason = await whyNoSmallDisk(options.parent)
  if (reason === undefined) return faults
  options.say(`left out: full-disk, because ${reason}`)
  return faults.filter(({ kind }) => kind !== 'full-disk')
}

async function run(
  deployed: Deployed,
  faults: readonly Fault[],
  overMs: number,
  options: ChaosOptions,
): Promise<ChaosRound> {
  const { nodes, acceptances, apiKey, patroni, smsc } = deployed
  const beganMs = performance.now()
  const end = new AbortController()
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(overMs + options.settleMs)])
  const sending = sendAll({
    ...{ messages: options.messages, overMs, apiKey, random: createRandom(options.seed + 1) },
    ...{ acceptances, sizes: patroni === undefined ? SIZES : PATRONI_SIZES },
    nodes: () => nodes.map(({ http }) => http),
    signal,
  })
  const incoming = Math.ceil(options.messages / MESSAGES_PER_INCOMING)
  const receiving = sendTraffic({ count: incoming, overMs, smsc, random: createRandom(options.seed + 2), signal })
  const isOver = new AbortController()
  const watching = watchRecovery(deployed, options.messages, isOver.signal)
  // When a fault fails, what it was for is not of interest any more.
  watching.catch(() => {})
  const striking = strike(deployed, faults, options).catch((error: unknown) => {
    end.abort()
    isOver.abort()
    throw error
  })
  const [sent, needlessDeaths] = await Promise.all([sending, striking, receiving])
  const stored = await settle(deployed.cluster, options)
  isOver.abort()
  const recovery = await watching
  const outages = deployed.outages.map((outage) => accountFor(outage, acceptances, options.messages))
  const answersCount = faults.every(({ kind }) => HARMLESS.has(kind))
  const comparison = await compareBooks(deployed, { messages: options.messages, incoming, sent, stored, answersCount })
  return {
    ...comparison,
    seed: options.seed,
    seconds: (performance.now() - beganMs) / 1000,
    recovery,
    findings: [
      ...[...comparison.findings, ...recovery.findings, ...needlessDeaths],
      ...outages.flatMap(({ findings }) => findings),
    ],
    faults: faults.map(describeFault),
    outages,
    ownDeaths: countDeaths(deployed),
    repeats: sent.repeats,
  }
}

/** Inflicts the faults. Resolves with those because of which nodes ended themselves though they had no reason to. */
async function strike(deployed: Deployed, faults: readonly Fault[], { say }: ChaosOptions): Promise<readonly string[]> {
  const needless: string[] = []
  await delay(FIRST_FAULT_AFTER_MS)
  for (const fault of faults) {
    await delay(fault.pauseMs)
    const description = describeFault(fault)
    say(description)
    const before = countDeaths(deployed)
    deployed.ability.disturb()
    await inTime(inflict(deployed, fault), lastingMs(fault) + FAULT_LIMIT_MS, description)
    const deaths = countDeaths(deployed) - before
    if (deaths > 0 && HARMLESS.has(fault.kind))
      needless.push(`nodes ended by themselves ${deaths} times: ${description}`)
  }
  return needless
}

async function inTime(work: Promise<void>, limitMs: number, what: string): Promise<void> {
  const over = new AbortController()
  const late = delay(limitMs, undefined, { signal: over.signal }).then(
    () => Promise.reject(new Error(`this fault did not end: ${what}`)),
    () => {},
  )
  try {
    await Promise.race([work, late])
  } finally {
    over.abort()
  }
}

function countDeaths({ nodes }: Deployed): number {
  return nodes.reduce((sum, { deaths }) => sum + deaths.length, 0)
}

/** Waits until all stored messages are final and nothing is left to be sent, at most as long as the options say. */
async function settle({ sql }: Cluster, options: ChaosOptions): Promise<ReadonlyMap<number, StoredMessage>> {
  const deadline = performance.now() + options.settleMs
  for (;;) {
    const stored = await storedMessages(sql, options.messages)
    const isDone =
      stored.size === options.messages &&
      [...stored.values()].every(({ isFinal }) => isFinal) &&
      (await countBatches(sql)) === 0 &&
      (await countIncomingWork(sql)) === 0
    if (isDone || performance.now() > deadline) return stored
    await delay(POLL_MS)
  }
}
