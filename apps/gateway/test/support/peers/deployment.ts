import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEngineDatabase } from '../../../../../core/engine/test/support/engine-database.ts'
import { runJsonHere } from '../cli-here.ts'
import { makeDataDir, startGateway } from '../gateway-process.ts'
import { openSmppGateway, type SmppGateway } from './smpp-gateway.ts'

/** A database with accounts, and the configuration that its gateways share. */
export interface Deployment {
  readonly databaseUrl: string
  /** Starts a node. `remove` kills it unless it was stopped. */
  start(): Promise<SmppGateway>
  /** Adds a client with one channel and one user. */
  addAccount(account: { readonly name: string; readonly number: string }): Promise<Account>
  /** Kills all running nodes and drops the database. */
  remove(): Promise<void>
}

export interface Account {
  /** The user's e-mail. */
  readonly systemId: string
  /** The first characters of the user's API key. */
  readonly password: string
  readonly key: string
  /** The number of the client's channel. */
  readonly number: string
}

export interface DeploymentOptions {
  /**
   * Instances in addition to the SMPP server, whose own settings go under `smpp`; by default a simulated network that
   * answers at once.
   */
  readonly instances?: Readonly<Record<string, object>>
  /** More sections of the configuration. */
  readonly sections?: Readonly<Record<string, unknown>>
}

/** Creates a deployment with its own database, which has an account only when the test adds one. */
export async function createDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const folder = await makeDataDir()
  const database = await createEngineDatabase()
  const config = join(folder.path, 'gateway.json')
  await writeFile(config, JSON.stringify(configurationOf(database.url, options)), { mode: 0o600 })
  const args = ['--config', config, '--data-dir', folder.path]
  const nodes = new Set<SmppGateway>()

  return {
    databaseUrl: database.url,
    async start() {
      const { path } = folder
      const node = openSmppGateway(await startGateway({ dataDir: path, args: ['--config', config] }))
      nodes.add(node)
      return node
    },
    async addAccount({ name, number }) {
      const { clientId } = await runJsonHere<{ clientId: number }>(['client', 'add', '--name', name, ...args])
      const client = ['--client', String(clientId)]
      await runJsonHere(['channel', 'add', ...client, '--number', number, '--default', ...args])
      const systemId = `${name.toLowerCase()}@example.com`
      const login = ['--email', systemId, '--password', 'correct horse battery']
      const { userId } = await runJsonHere<{ userId: number }>(['user', 'add', ...client, ...login, ...args])
      const { apiKey } = await runJsonHere<{ apiKey: string }>(['key', 'add', '--user', String(userId), ...args])
      assert.ok(apiKey.length > 8)
      return { systemId, password: apiKey.slice(0, 8), key: apiKey, number }
    },
    async remove() {
      for (const node of nodes) await node.kill()
      await folder.remove()
      await database.close()
    },
  }
}

function configurationOf(databaseUrl: string, { instances = {}, sections }: DeploymentOptions): object {
  const { smpp, ...others } = instances
  return {
    http: { port: 0, host: '127.0.0.1' },
    admin: { port: 0 },
    log: { level: 'debug', format: 'json' },
    database: { url: databaseUrl, pool: 6, workerPool: 4 },
    security: { masterKey: randomBytes(32).toString('hex') },
    ...sections,
    instances: {
      v2: { use: '@heliograph/adapter-v2' },
      smpp: { use: '@heliograph/adapter-smpp', config: { host: '127.0.0.1', port: 0, ...smpp } },
      ...(Object.keys(others).length > 0
        ? others
        : { simulator: { use: '@heliograph/carrier-simulator', config: { history: 100_000 } } }),
    },
  }
}
