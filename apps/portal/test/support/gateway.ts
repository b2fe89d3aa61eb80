import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@heliograph/engine'
import { createTestDatabase } from '@heliograph/postgres/testing'
import { createLogger } from '@heliograph/runtime'
import { runCli } from '../../../gateway/src/cli.ts'
import { startGateway } from '../../../gateway/src/gateway.ts'
import { createModuleLoader } from '../../../gateway/src/import-module.ts'
import { loadSettings } from '../../../gateway/src/settings.ts'

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url))

/** A gateway in this process, with a database of its own. */
export interface TestGateway {
  /** Base address of its listener, without a slash at the end. */
  readonly url: string
  /** Runs a command of the gateway's command line, and resolves with its JSON answer. */
  run<T>(...args: readonly string[]): Promise<T>
  stop(): Promise<void>
}

export interface TestGatewayOptions {
  /** Further instances by name, or other settings of existing ones: `{ simulator: { config: { rate: 10 } } }`. */
  readonly instances?: Readonly<Record<string, { readonly use?: string; readonly config?: object }>>
  /** Other sections of the configuration. */
  readonly sections?: Readonly<Record<string, unknown>>
}

/** The whole gateway: the portal, the v2 interface, and a simulated network that delivers at once. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const database = await createTestDatabase({ template: 'engine', migrate })
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-portal-'))
  const file = join(folder, 'gateway.yaml')
  // JSON is also valid YAML.
  await writeFile(file, JSON.stringify(configuration(database.url, options)))
  const settings = await loadSettings({ config: file, dataDir: folder, set: [], json: true })
  const { log, secrets, baseDir } = settings.configuration
  const { importModule } = createModuleLoader(baseDir)
  const gateway = await startGateway(settings, {
    logger: createLogger({ level: log.level, secrets }),
    importModule,
    signal: new AbortController().signal,
    onFatal(reason) {
      throw new Error(reason)
    },
  })
  return {
    url: gateway.addresses.http as string,
    run: (...args) => runJson([...args, '--config', file, '--data-dir', folder]),
    async stop() {
      await gateway.stop()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(url: string, { instances = {}, sections = {} }: TestGatewayOptions): object {
  const own: Record<string, object> = {
    'portal-api': { use: join(REPOSITORY, 'adapters/portal-api') },
    portal: { use: join(REPOSITORY, 'adapters/portal-web') },
    v2: { use: '@heliograph/adapter-v2' },
    simulator: {
      use: '@heliograph/carrier-simulator',
      config: { rate: 0, submitDelayMs: 0, receiptDelayMs: 50, receipts: true, phones: true },
    },
  }
  for (const [name, instance] of Object.entries(instances)) own[name] = { ...own[name], ...instance }
  return {
    database: { url },
    http: { port: 0, host: '127.0.0.1' },
    admin: { port: 0 },
    log: { level: 'error' },
    webhooks: { allowNetworks: ['127.0.0.0/8'] },
    ...sections,
    instances: own,
  }
}

async function runJson<T>(args: readonly string[]): Promise<T> {
  let out = ''
  let err = ''
  const code = await runCli([...args, '--json'], {
    out(text) {
      out += text
    },
    err(text) {
      err += text
    },
  })
  if (code !== 0) throw new Error(`heliograph ${args.join(' ')}: ${out}${err}`)
  return JSON.parse(out) as T
}
