import { chmodSync, mkdtempSync } from 'node:fs'
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/runtime'
import { addAccount } from './accounts.ts'
import type { Deployment } from './cli.ts'
import { findPostmaster, openMeterConnection, type Sql } from './database.ts'
import { readReadyFile, startGatewayProcess, withoutSlash } from './gateway-process.ts'
import { createSimulatorAdmin, SIMULATOR, type SimulatorAdmin } from './simulator-admin.ts'

/** A gateway under measurement, with its database. */
export interface BenchGateway {
  /** What it takes to add users and data; undefined for a gateway that somebody else started. */
  readonly own: { readonly deployment: Deployment; readonly clientId: string } | undefined
  readonly apiKey: string
  readonly pid: number
  readonly http: URL
  readonly simulator: SimulatorAdmin
  readonly sql: Sql
  /** Undefined when the database runs elsewhere. */
  readonly postmaster: number | undefined
  /** Ends the gateway, so that it writes what it writes at its end; the database goes on. */
  stopGateway(): Promise<void>
  close(): Promise<void>
}

export interface BenchGatewayOptions {
  /** Where the temporary folder is made. */
  readonly parent: string
  readonly keep: boolean
  /** Configuration of the simulator. */
  readonly simulator: Readonly<Record<string, unknown>>
  /** `path=value` over the bench's own configuration. */
  readonly set: readonly string[]
  readonly nodeOptions: readonly string[]
  /** Called with the database, before the gateway starts. */
  readonly prepare?: ((sql: Sql) => Promise<void>) | undefined
  /** Postgres settings that need a restart. */
  readonly postgresSettings?: Readonly<Record<string, string>> | undefined
}

/** Starts a gateway of its own: an embedded Postgres and a data folder in a temporary folder, an account, the compiled gateway. */
export async function openBenchGateway(options: BenchGatewayOptions): Promise<BenchGateway> {
  const folder = mkdtempSync(join(options.parent, 'heliograph-bench-'))
  // The server of a bench that root runs is another user's process, and has to pass through to its data.
  chmodSync(folder, 0o711)
  const deployment = { configFile: join(folder, 'bench.json'), dataDir: join(folder, 'data'), set: options.set }
  await mkdir(deployment.dataDir)
  await writeFile(deployment.configFile, JSON.stringify(configurationOf(options), null, 2))
  const closing: (() => Promise<unknown>)[] = options.keep
    ? [async () => process.stderr.write(`kept: ${folder}\n`)]
    : [() => removeFolder(folder, deployment.dataDir)]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    const postgres = await openPostgres(deployment.dataDir, options.postgresSettings ?? {})
    closing.push(() => postgres.stop())
    const { clientId, apiKey } = await addAccount(deployment)
    const sql = openMeterConnection(postgres.url)
    closing.push(() => sql.end())
    await options.prepare?.(sql)
    const gateway = await startGatewayProcess({ deployment, folder, nodeOptions: options.nodeOptions })
    closing.push(() => gateway.stop())
    return {
      own: { deployment, clientId },
      apiKey,
      pid: gateway.pid,
      http: new URL(gateway.http),
      simulator: createSimulatorAdmin(gateway.admin),
      sql,
      postmaster: await findPostmaster(sql),
      stopGateway: () => gateway.stop(),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A gateway that runs already, with the simulator as its instance `simulator`. */
export interface RunningGateway {
  /** The file that `heliograph start --ready-file` wrote. */
  readonly readyFile: string
  readonly apiKey: string
  readonly databaseUrl: string
}

export async function attachBenchGateway({ readyFile, apiKey, databaseUrl }: RunningGateway): Promise<BenchGateway> {
  const { pid, http, admin } = readReadyFile(readyFile)
  const sql = openMeterConnection(databaseUrl)
  return {
    own: undefined,
    apiKey,
    pid,
    http: new URL(http),
    simulator: createSimulatorAdmin(withoutSlash(admin)),
    sql,
    postmaster: await findPostmaster(sql),
    stopGateway: async () => {},
    close: () => sql.end(),
  }
}

/** What a scenario needs that adds users or data. Throws for a gateway that somebody else started. */
export function requireOwn({ own }: BenchGateway): NonNullable<BenchGateway['own']> {
  if (own === undefined) throw new Error('This scenario needs a gateway of its own: leave --gateway out')
  return own
}

/** With the database, which is elsewhere, behind a link, when the user it runs as cannot enter one of the folders above. */
async function removeFolder(folder: string, dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/** JSON is YAML. */
function configurationOf(options: BenchGatewayOptions): object {
  return {
    http: { port: 0, host: '127.0.0.1' },
    admin: { port: 0, host: '127.0.0.1' },
    log: { level: 'warn' },
    instances: {
      v2: { use: '@heliograph/adapter-v2' },
      [SIMULATOR]: { use: '@heliograph/carrier-simulator', config: { history: 0, ...options.simulator } },
    },
  }
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
