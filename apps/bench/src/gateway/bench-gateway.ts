import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/postgres'
import { closedOnSignal } from '../cleanup.ts'
import { processTimes } from '../meters/proc.ts'
import { type SmscProcess, startSmscProcess } from '../smsc/smsc-process.ts'
import { type Account, addAccount } from './accounts.ts'
import type { Deployment } from './cli.ts'
import { findPostmaster, openMeterConnection, removeCluster, type Sql } from './database.ts'
import { ADMIN_TOKEN, configurationOf, type GatewayPlan, SMPP } from './gateway-plan.ts'
import { type GatewayProcess, readReadyFile, startGatewayProcess, withoutSlash } from './gateway-process.ts'
import { createSimulatorAdmin, type SimulatorAdmin } from './simulator-admin.ts'

/** A gateway under measurement, with its database and its networks. */
export interface BenchGateway {
  /** Needed to add users and data; undefined for a gateway that the bench did not start. */
  readonly own: OwnDeployment | undefined
  readonly apiKey: string
  /** Id of the process that serves now. */
  readonly pid: number
  readonly http: URL
  /** Port of an adapter with a socket of its own, by the name of its instance; null without such an instance. */
  portOf(instance: string): number | null
  readonly simulator: SimulatorAdmin
  /** The network that speaks SMPP, when the plan has one. */
  readonly smsc: SmscProcess | undefined
  readonly sql: Sql
  /** Aborted when the gateway ends unexpectedly, with an error that gives all known details. */
  readonly signal: AbortSignal
  /** Undefined when the database runs elsewhere. */
  readonly postmaster: number | undefined
  /** Stops the gateway, so that it writes its final output, or kills it; the database keeps running. */
  stopGateway(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Starts a stopped gateway again, on the same port for SMPP clients. */
  startGateway(): Promise<void>
  close(): Promise<void>
}

/** What only a gateway has that the bench started. */
export interface OwnDeployment {
  readonly deployment: Deployment
  readonly clientId: string
  readonly databaseUrl: string
  /** Starts another node on the same database, with all roles; it stops with the gateway. */
  startNode(name: string): Promise<GatewayProcess>
}

export interface BenchGatewayOptions {
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly keep: boolean
  readonly plan: GatewayPlan
  /** Settings as `path=value` that override the bench's own configuration. */
  readonly set: readonly string[]
  readonly nodeOptions: readonly string[]
  /** Called with the database, before the gateway starts. */
  readonly prepare?: ((sql: Sql) => Promise<void>) | undefined
  /** Postgres settings that need a restart. */
  readonly postgresSettings?: Readonly<Record<string, string>> | undefined
}

/**
 * Starts a fresh gateway: an embedded Postgres and a data folder in a temporary folder, an account, the networks, the
 * compiled gateway.
 */
export async function openBenchGateway(options: BenchGatewayOptions): Promise<BenchGateway> {
  const folder = mkdtempSync(join(options.parent, 'heliograph-bench-'))
  // When root runs the bench, the server runs as another user, who has to be able to reach its data.
  chmodSync(folder, 0o711)
  const deployment = { configFile: join(folder, 'bench.json'), dataDir: join(folder, 'data'), set: options.set }
  const closing: (() => unknown)[] = options.keep
    ? [() => process.stderr.write(`kept: ${folder}\n`)]
    : [() => removeFolder(folder, deployment.dataDir)]
  const close = closedOnSignal(async () => {
    for (const step of closing.splice(0).reverse()) await step()
  })
  try {
    const { plan } = options
    const smsc = plan.smsc && (await startSmscProcess(plan.smsc))
    closing.push(() => smsc?.stop())
    await mkdir(deployment.dataDir)
    await writeFile(deployment.configFile, JSON.stringify(configurationOf(plan, smsc?.port), null, 2))
    const postgres = await openPostgres(deployment.dataDir, options.postgresSettings ?? {})
    closing.push(() => postgres.stop())
    const account = await addAccount(deployment)
    const sql = openMeterConnection(postgres.url)
    closing.push(() => sql.end())
    await options.prepare?.(sql)
    const death = new AbortController()
    const start = async (set: readonly string[], subfolder = '') => {
      await mkdir(join(folder, subfolder), { recursive: true })
      return startGatewayProcess({
        onDeath: (error) => death.abort(error),
        deployment: { ...deployment, set: [...deployment.set, ...set] },
        folder: join(folder, subfolder),
        nodeOptions: options.nodeOptions,
      })
    }
    const gateway = await start([])
    const postmaster = await findPostmaster(sql)
    const opened = new OwnGateway(
      { deployment, account, smsc, sql, databaseUrl: postgres.url, signal: death.signal, postmaster, start, close },
      gateway,
    )
    closing.push(() => opened.stopGateway())
    return opened
  } catch (error) {
    await close()
    throw error
  }
}

interface OwnParts {
  readonly deployment: Deployment
  readonly account: Account
  readonly smsc: SmscProcess | undefined
  readonly sql: Sql
  readonly databaseUrl: string
  readonly signal: AbortSignal
  readonly postmaster: number | undefined
  /** `subfolder`: for log and ready file of a further node. */
  readonly start: (set: readonly string[], subfolder?: string) => Promise<GatewayProcess>
  readonly close: () => Promise<void>
}

class OwnGateway implements BenchGateway {
  readonly #parts: OwnParts
  #process: GatewayProcess
  readonly #nodes: GatewayProcess[] = []

  constructor(parts: OwnParts, process: GatewayProcess) {
    this.#parts = parts
    this.#process = process
  }

  get own() {
    const { deployment, account, databaseUrl } = this.#parts
    const startNode = async (name: string) => {
      const node = await this.#parts.start([`node.name=${name}`], name)
      this.#nodes.push(node)
      return node
    }
    return { deployment, clientId: account.clientId, databaseUrl, startNode }
  }

  get apiKey() {
    return this.#parts.account.apiKey
  }

  get pid() {
    return this.#process.pid
  }

  get http() {
    return new URL(this.#process.http)
  }

  portOf(instance: string) {
    return this.#process.instances[instance]?.port ?? null
  }

  get simulator() {
    return createSimulatorAdmin(this.#process.admin, ADMIN_TOKEN)
  }

  get smsc() {
    return this.#parts.smsc
  }

  get sql() {
    return this.#parts.sql
  }

  get signal() {
    return this.#parts.signal
  }

  get postmaster() {
    return this.#parts.postmaster
  }

  async stopGateway(how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
    for (const node of this.#nodes.splice(0)) await node.stop(how)
    await this.#process.stop(how)
  }

  async startGateway() {
    const smpp = this.portOf(SMPP)
    this.#process = await this.#parts.start(smpp === null ? [] : [`instances.${SMPP}.config.port=${smpp}`])
  }

  close() {
    return this.#parts.close()
  }
}

/** A gateway that is already running, with the simulator as its instance `simulator`. */
export interface RunningGateway {
  /** The file that `heliograph start --ready-file` wrote. */
  readonly readyFile: string
  readonly apiKey: string
  readonly databaseUrl: string
  /** Token of its admin port; undefined when it requires none. */
  readonly adminToken: string | undefined
}

export async function attachBenchGateway({
  readyFile,
  apiKey,
  databaseUrl,
  adminToken,
}: RunningGateway): Promise<BenchGateway> {
  const { pid, http, admin, instances } = readReadyFile(readyFile)
  const sql = openMeterConnection(databaseUrl)
  const watch = watchProcess(pid)
  return {
    own: undefined,
    apiKey,
    pid,
    http: new URL(http),
    portOf: (instance) => instances[instance]?.port ?? null,
    simulator: createSimulatorAdmin(withoutSlash(admin), adminToken),
    smsc: undefined,
    sql,
    signal: watch.signal,
    postmaster: await findPostmaster(sql),
    stopGateway: async () => {},
    startGateway: async () => {},
    async close() {
      watch.stop()
      await sql.end()
    },
  }
}

const WATCH_MS = 500

/** Watches a process by polling, because it is not a child of this one. */
function watchProcess(pid: number): { readonly signal: AbortSignal; stop(): void } {
  const death = new AbortController()
  const timer = setInterval(() => {
    if (processTimes(pid) === undefined) death.abort(new Error(`The gateway (process ${pid}) is gone`))
  }, WATCH_MS)
  return { signal: death.signal, stop: () => clearInterval(timer) }
}

/** Returns what a scenario needs to add users or data. Throws for a gateway that the bench did not start. */
export function requireOwn({ own }: BenchGateway): NonNullable<BenchGateway['own']> {
  if (own === undefined) throw new Error('This scenario needs a gateway of its own: leave --gateway out')
  return own
}

async function removeFolder(folder: string, dataDir: string): Promise<void> {
  await removeCluster(dataDir)
  await rm(folder, { recursive: true, force: true })
}

async function openPostgres(dataDir: string, settings: Readonly<Record<string, string>>): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir })
  if (Object.keys(settings).length === 0) return postgres
  const sql = openMeterConnection(postgres.url)
  for (const [name, value] of Object.entries(settings))
    await sql`alter system set ${sql(name)} = ${sql.unsafe(`'${value}'`)}`
  await sql.end()
  await postgres.stop()
  return openEmbeddedPostgres({ dataDir })
}
