import { createLogger } from '@heliograph/runtime'
import { startGateway } from '../../../gateway/src/gateway.ts'
import { createModuleLoader } from '../../../gateway/src/import-module.ts'
import { loadSettings } from '../../../gateway/src/settings.ts'
import type { TestAccounts } from './accounts.ts'
import { type Run, type TestGatewayOptions, writeConfiguration } from './configuration.ts'
import { createPortalDatabase } from './portal-database.ts'

/** A gateway in this process, with a database of its own. */
export interface TestGateway {
  /** Base address of its listener, without a slash at the end. */
  readonly url: string
  /** Base address of its admin port. */
  readonly adminUrl: string
  readonly accounts: TestAccounts
  readonly databaseUrl: string
  readonly run: Run
  /** What it has logged as an error, each a line of JSON. */
  readonly errors: readonly string[]
  stop(): Promise<void>
}

/** The whole gateway. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const { accounts, ...database } = await createPortalDatabase()
  const configuration = await writeConfiguration(database.url, options)
  const { file: config, folder: dataDir } = configuration
  const settings = await loadSettings({ config, dataDir, set: [], json: true })
  const { log, secrets, baseDir } = settings.configuration
  const { importModule } = createModuleLoader(baseDir)
  const errors: string[] = []
  const destination = {
    write(line: string) {
      errors.push(line)
      process.stderr.write(line)
    },
  }
  const gateway = await startGateway(settings, {
    logger: createLogger({ level: log.level, secrets, destination }),
    importModule,
    signal: new AbortController().signal,
    readSettings: () => Promise.resolve(settings),
    onFatal(reason) {
      throw new Error(reason)
    },
  })
  return {
    url: gateway.addresses.http as string,
    adminUrl: gateway.addresses.admin,
    accounts,
    databaseUrl: database.url,
    run: configuration.run,
    errors,
    async stop() {
      await gateway.stop()
      await database.close()
      await configuration.remove()
    },
  }
}
