import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startTcpProxy, type TcpProxy } from '@heliograph/testkit'
import { closedOnSignal } from '../cleanup.ts'
import { addAccount } from '../gateway/accounts.ts'
import type { Deployment } from '../gateway/cli.ts'
import { removeCluster } from '../gateway/database.ts'
import { type SmscProcess, startSmscProcess } from '../smsc/smsc-process.ts'
import { Ability } from './ability.ts'
import { Acceptances } from './acceptances.ts'
import type { Cluster } from './cluster.ts'
import { formatNodeConfiguration, nodeName } from './configuration.ts'
import { type EmbeddedCluster, openEmbeddedCluster } from './embedded-cluster.ts'
import type { NodeIndex } from './faults.ts'
import { addChannels } from './incoming-traffic.ts'
import { NodeSupervisor } from './node-supervisor.ts'
import { openPatroniCluster } from './patroni/open-patroni-cluster.ts'
import type { Outage } from './patroni/outages.ts'
import type { PatroniCluster } from './patroni/patroni-cluster.ts'
import type { PatroniPrograms } from './patroni/programs.ts'
import { watchRecords } from './records.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { Takeovers } from './takeovers.ts'
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts'

/** All open parts of a deployment under faults, with the records of the round. */
export interface Deployed {
  readonly cluster: Cluster
  /** The same, when it is one server of the round's own. */
  readonly embedded: EmbeddedCluster | undefined
  /** The same, when it is under Patroni. */
  readonly patroni: PatroniCluster | undefined
  /** The disk of the database, when it is one that can be filled. */
  readonly disk: SmallDisk | undefined
  /** In front of the database, one for each node. */
  readonly proxies: readonly [TcpProxy, TcpProxy]
  readonly smsc: SmscProcess
  readonly sink: WebhookSink
  readonly nodes: readonly [NodeSupervisor, NodeSupervisor]
  readonly ability: Ability
  readonly takeovers: Takeovers
  readonly acceptances: Acceptances
  /** In which no server under Patroni took writes. */
  readonly outages: Outage[]
  readonly apiKey: string
}

export interface DeployOptions {
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly keep: boolean
  /** Settings as `path=value` that override the configuration of both nodes. */
  readonly set: readonly string[]
  /** Programs for servers under Patroni; undefined: one server of the round's own. */
  readonly patroni: PatroniPrograms | undefined
  /** The size of the database's own disk, which can be filled; undefined: it has none. */
  readonly diskOctets: number | undefined
  /** The rate of each link. */
  readonly partsPerSecond: number
  readonly say: (text: string) => void
}

/** Time from a submit to the network's answer. */
export const SMSC_ANSWER_MS = 30

/** Opens everything, hands it to `use`, and closes it afterwards, also on a failure or a signal. */
export async function withDeployment<T>(options: DeployOptions, use: (deployed: Deployed) => Promise<T>): Promise<T> {
  const closing: (() => unknown)[] = []
  const close = closedOnSignal(async () => {
    for (const step of closing.splice(0).reverse()) await step()
  })
  try {
    return await use(await deploy(options, closing))
  } finally {
    await close()
  }
}

/** Opens everything. Pushes how to close it to `closing`, to be called in reverse order, also after a failure. */
async function deploy(options: DeployOptions, closing: (() => unknown)[]): Promise<Deployed> {
  const folder = mkdtempSync(join(options.parent, 'heliograph-chaos-'))
  // The user that Postgres runs as has to be able to reach its data.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  closing.push(() => removeFolder(folder, dataDir, options))
  await mkdir(dataDir)
  const disk = options.diskOctets === undefined ? undefined : await mountSmallDisk(dataDir, options.diskOctets)
  closing.push(() => disk?.remove())
  const smsc = await startSmscProcess({ answerAfterMs: SMSC_ANSWER_MS, keepsArrivals: true })
  closing.push(() => smsc.stop())
  const databases = await openDatabases(folder, dataDir, options, closing)
  const { cluster } = databases
  const ability = new Ability()
  const takeovers = new Takeovers(ability)
  const masterKey = randomBytes(32).toString('hex')
  const makeNode = async (index: NodeIndex) => {
    const proxy = await startTcpProxy(Number(new URL(cluster.url).port))
    closing.push(() => proxy.close())
    const own = join(folder, nodeName(index))
    await mkdir(own)
    const configFile = join(own, 'node.json')
    const databaseUrl = throughPort(cluster.url, proxy.port)
    await writeFile(
      configFile,
      formatNodeConfiguration({ ...options, index, databaseUrl, masterKey, smscPort: smsc.port }),
    )
    const deployment: Deployment = { configFile, dataDir: own, set: options.set }
    const node = new NodeSupervisor({
      deployment,
      folder: own,
      onUp: () => ability.nodeIsUp(index),
      onDown() {
        ability.nodeIsDown(index)
        takeovers.noteDeath(index)
      },
    })
    return { deployment, node, proxy }
  }
  const first = await makeNode(0)
  const second = await makeNode(1)
  const sink = await startWebhookSink()
  closing.push(() => sink.close())
  const account = await addAccount(first.deployment)
  await addChannels(first.deployment, account, sink.url)
  await watchRecords(cluster.sql)
  const nodes = [first.node, second.node] as const
  closing.push(() => Promise.all(nodes.map((node) => node.stop())))
  await Promise.all(nodes.map((node) => node.start()))
  const proxies = [first.proxy, second.proxy] as const
  const records = { acceptances: new Acceptances(), outages: [] }
  return { ...databases, disk, proxies, smsc, sink, nodes, ability, takeovers, ...records, apiKey: account.apiKey }
}

async function openDatabases(
  folder: string,
  dataDir: string,
  { patroni: programs }: DeployOptions,
  closing: (() => unknown)[],
): Promise<Pick<Deployed, 'cluster' | 'embedded' | 'patroni'>> {
  if (programs !== undefined) {
    const patroni = await openPatroniCluster(folder, programs, closing)
    return { cluster: patroni, embedded: undefined, patroni }
  }
  const embedded = await openEmbeddedCluster(dataDir)
  closing.push(() => embedded.stop())
  return { cluster: embedded, embedded, patroni: undefined }
}

function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

async function removeFolder(folder: string, dataDir: string, { keep, say }: DeployOptions): Promise<void> {
  if (keep) return say(`kept: ${folder}`)
  await removeCluster(dataDir)
  await rm(folder, { recursive: true, force: true })
}
