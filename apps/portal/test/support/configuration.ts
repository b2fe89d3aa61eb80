import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../../gateway/src/cli.ts'

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url))

/** The accounts of the tests are made by one process, and their secrets are read by others. */
const MASTER_KEY = '5b'.repeat(32)

/** How a gateway of the tests differs from others of them. */
export interface TestGatewayOptions {
  /** Further instances by name, or other settings of existing ones: `{ simulator: { config: { rate: 10 } } }`. */
  readonly instances?: Readonly<
    Record<string, { readonly use?: string; readonly config?: object; readonly allowNetworks?: readonly string[] }>
  >
  /** Other sections of the configuration. */
  readonly sections?: Readonly<Record<string, unknown>>
}

/** Runs a command of the gateway's command line, and resolves with its JSON answer. */
export type Run = <T>(...args: readonly string[]) => Promise<T>

/** A configuration of the gateway, in a folder of its own. */
export interface TestConfiguration {
  readonly file: string
  readonly folder: string
  readonly run: Run
  remove(): Promise<void>
}

/** The portal, the v2 interface, and a simulated network that delivers at once. */
export async function writeConfiguration(url: string, options: TestGatewayOptions = {}): Promise<TestConfiguration> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-portal-'))
  const file = join(folder, 'gateway.yaml')
  // JSON is also valid YAML.
  await writeFile(file, JSON.stringify(configuration(url, options)))
  return {
    file,
    folder,
    run: (...args) => runJson([...args, '--config', file, '--data-dir', folder]),
    remove: () => rm(folder, { recursive: true, force: true }),
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
    security: { masterKey: MASTER_KEY },
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
