import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { closedOnSignal } from '../cleanup.ts'
import { addAccount } from '../gateway/accounts.ts'
import type { Deployment } from '../gateway/cli.ts'
import { removeCluster } from '../gateway/database.ts'
import { type SmscProcess, startSmscProcess } from '../smsc/smsc-process.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { formatNodeConfiguration, nodeName } from './configuration.ts'
import { describeFault, durationOf, type Extent, type Fault, planFaults } from './faults.ts'
import { type FreezingProxy, startFreezingProxy } from './freezing-proxy.ts'
import { countIncomingWork, type IncomingVerdict, incomingEntries, judgeIncoming } from './incoming-books.ts'
import { addChannels, sendTraffic } from './incoming-traffic.ts'
import { arrivalsBySerial, brokenRules, judge, type Verdict } from './judge.ts'
import { NodeSupervisor } from './node-supervisor.ts'
import { createRandom } from './random.ts'
import {
  countBatches,
  recordedTimes,
  type StoredMessage,
  storedMessages,
  traceMessage,
  watchRecords,
} from './records.ts'
import { type SendResult, sendAll } from './sender.ts'
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts'

export interface ChaosOptions {
  readonly messages: number
  readonly seed: number
  readonly extent: Extent
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
export interface ChaosRound {
  readonly seed: number
  readonly seconds: number
  readonly verdict: Verdict
  readonly incoming: IncomingVerdict
  /** Number of submits that the network took. */
  readonly submits: number
  /** Number of these submits whose answers are in the database. */
  readonly recorded: number
  /** Broken rules with everything known about the messages; empty when all rules were kept. */
  readonly findings: readonly string[]
  readonly faults: readonly string[]
  /** Number of times that nodes ended on their own. */
  readonly ownDeaths: number
  readonly repeats: number
}

/** All open parts of a round. */
interface Deployed {
  readonly cluster: Cluster
  readonly proxy: FreezingProxy
  readonly smsc: SmscProcess
  readonly sink: WebhookSink
  readonly nodes: readonly [NodeSupervisor, NodeSupervisor]
  readonly apiKey: string
}

const SMSC_ANSWER_MS = 30
const POLL_MS = 1_000
const AGAIN_AFTER_MS = 1_500
/**
 * Rate of each of the two links as a share of the rate of messages: slow enough that some messages are always under way
 * when a fault happens.
 */
const LINK_SHARE = 0.35
const FIRST_FAULT_AFTER_MS = 1_000
/** Outgoing messages per incoming SMS. */
const MESSAGES_PER_INCOMING = 20
/** Number of messages that a finding shows in full. */
const SHOWN = 5

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
    return await run(await deploy(options, closing), options)
  } finally {
    await close()
  }
}

function planOf({ seed, extent }: ChaosOptions): { readonly faults: readonly Fault[]; readonly overMs: number } {
  const faults = planFaults(createRandom(seed), extent)
  return { faults, overMs: FIRST_FAULT_AFTER_MS + durationOf(faults) }
}

async function deploy(options: ChaosOptions, closing: (() => unknown)[]): Promise<Deployed> {
  const folder = mkdtempSync(join(options.parent, 'heliograph-chaos-'))
  // The user that Postgres runs as has to be able to reach its data.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  closing.push(() => removeFolder(folder, dataDir, options))
  await mkdir(dataDir)
  const smsc = await startSmscProcess({ answerAfterMs: SMSC_ANSWER_MS, keepsArrivals: true })
  closing.push(() => smsc.stop())
  const cluster = await openCluster(dataDir)
  closing.push(() => cluster.stop())
  const proxy = await startFreezingProxy(Number(new URL(cluster.url).port))
  closing.push(() => proxy.close())
  const masterKey = randomBytes(32).toString('hex')
  const partsPerSecond = (LINK_SHARE * options.messages) / (planOf(options).overMs / 1000)
  const makeNode = async (index: 0 | 1, databaseUrl: string) => {
    const own = join(folder, nodeName(index))
    await mkdir(own)
    const configFile = join(own, 'node.json')
    await writeFile(
      configFile,
      formatNodeConfiguration({ index, databaseUrl, masterKey, smscPort: smsc.port, partsPerSecond }),
    )
    const deployment: Deployment = { configFile, dataDir: own, set: options.set }
    return { deployment, node: new NodeSupervisor({ deployment, folder: own, nodeOptions: [] }) }
  }
  const throughProxy = new URL(cluster.url)
  throughProxy.port = String(proxy.port)
  const first = await makeNode(0, cluster.url)
  const second = await makeNode(1, throughProxy.href)
  const sink = await startWebhookSink()
  closing.push(() => sink.close())
  const account = await addAccount(first.deployment)
  await addChannels(first.deployment, account, sink.url)
  await watchRecords(cluster.sql)
  const nodes = [first.node, second.node] as const
  closing.push(() => Promise.all(nodes.map((node) => node.stop())))
  await Promise.all(nodes.map((node) => node.start()))
  return { cluster, proxy, smsc, sink, nodes, apiKey: account.apiKey }
}

async function removeFolder(folder: string, dataDir: string, { keep, say }: ChaosOptions): Promise<void> {
  if (keep) return say(`kept: ${folder}`)
  await removeCluster(dataDir)
  await rm(folder, { recursive: true, force: true })
}

async function run(deployed: Deployed, options: ChaosOptions): Promise<ChaosRound> {
  const { nodes, apiKey, smsc } = deployed
  const beganMs = performance.now()
  const { faults, overMs } = planOf(options)
  const end = new AbortController()
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(overMs + options.settleMs)])
  const sending = sendAll({
    ...{ messages: options.messages, overMs, apiKey, random: createRandom(options.seed + 1) },
    nodes: () => nodes.map(({ http }) => http),
    signal,
  })
  const count = incomingCount(options)
  const receiving = sendTraffic({ count, overMs, smsc, random: createRandom(options.seed + 2), signal })
  const striking = strike(deployed, faults, options).catch((error: unknown) => {
    end.abort()
    throw error
  })
  const [sent] = await Promise.all([sending, striking, receiving])
  const stored = await settle(deployed.cluster, options)
  return {
    seed: options.seed,
    seconds: (performance.now() - beganMs) / 1000,
    ...(await compareBooks(deployed, sent, stored, options)),
    faults: faults.map(describeFault),
    ownDeaths: nodes.reduce((sum, { deaths }) => sum + deaths.length, 0),
    repeats: sent.repeats,
  }
}

function incomingCount({ messages }: ChaosOptions): number {
  return Math.ceil(messages / MESSAGES_PER_INCOMING)
}

async function strike(deployed: Deployed, faults: readonly Fault[], { say }: ChaosOptions): Promise<void> {
  await delay(FIRST_FAULT_AFTER_MS)
  for (const fault of faults) {
    await delay(fault.pauseMs)
    say(describeFault(fault))
    await inflict(deployed, fault)
  }
}

/** Resolves when the fault is over; a killed node comes back on its own. */
async function inflict({ cluster, proxy, nodes }: Deployed, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      return nodes[fault.node].kill()
    case 'terminate': {
      const names = fault.whose === 'all' ? undefined : connectionsOf(fault.node, fault.whose)
      await cluster.terminate(names)
      if (fault.times === 1) return
      await delay(AGAIN_AFTER_MS)
      return cluster.terminate(names)
    }
    case 'restart':
      return cluster.restart(fault.mode)
    case 'read-only':
      await cluster.setReadOnly(true)
      await delay(fault.forMs)
      return cluster.setReadOnly(false)
    case 'cut-off':
      proxy.freeze()
      await delay(fault.forMs)
      return proxy.thaw()
  }
}

/** Prefixes of the application names of a node's connections. */
function connectionsOf(node: 0 | 1, whose: 'jobs' | 'node'): readonly string[] {
  const name = `heliograph ${nodeName(node)}`
  return [whose === 'jobs' ? `${name} jobs` : name]
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

async function compareBooks(
  { cluster, smsc, sink }: Deployed,
  sent: SendResult,
  stored: ReadonlyMap<number, StoredMessage>,
  options: ChaosOptions,
): Promise<Pick<ChaosRound, 'verdict' | 'incoming' | 'submits' | 'recorded' | 'findings'>> {
  const { messages } = options
  // The gateway's own messages are left out; their texts have no number.
  const arrivals = (await smsc.arrivals()).filter(({ serial }) => serial >= 0)
  const recorded = await recordedTimes(cluster.sql)
  const verdict = judge({ messages, sent, stored, arrivals, recorded })
  const bySerial = arrivalsBySerial(arrivals)
  const findings = verdict.refused.map((refusal) => `refused: ${refusal}`)
  for (const [rule, serials] of brokenRules(verdict)) {
    findings.push(`${rule}: ${serials.length} messages`)
    for (const serial of serials.slice(0, SHOWN)) {
      const message = stored.get(serial)
      findings.push(
        `  chaos-${serial}: ${message === undefined ? 'not stored' : `sms_id ${message.smsId}, ${message.state ?? 'queued'}`}`,
      )
      for (const { atMs, networkId } of bySerial.get(serial) ?? []) {
        const at = recorded.get(networkId)
        const answer =
          at === undefined ? 'its answer never recorded' : `its answer recorded at ${new Date(at).toISOString()}`
        findings.push(`    at the network ${new Date(atMs).toISOString()} as ${networkId}, ${answer}`)
      }
      if (message) findings.push(...(await traceMessage(cluster.sql, message.smsId)).map((line) => `    ${line}`))
    }
  }
  // Without any, no message could be found to have been sent twice knowingly.
  if (recorded.size === 0)
    findings.push('no answer was seen to be recorded: the watch over table submission sees nothing')
  const incoming = judgeIncoming(incomingCount(options), await incomingEntries(cluster.sql), sink.calls)
  for (const [rule, contacts] of incoming.broken)
    findings.push(`${rule}: ${contacts.length}, for example ${contacts.slice(0, SHOWN).join(', ')}`)
  return { verdict, incoming, submits: arrivals.length, recorded: recorded.size, findings }
}
