import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import { accessOf, type DatabaseAccess, DatabaseUrlError, readConnection } from '@heliograph/engine'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import type { GatewayConfiguration, Settings } from './settings.ts'

/** The database of a deployment, ready for connections. */
export interface DatabaseServer extends DatabaseAccess {
  readonly isEmbedded: boolean
  /** Stops the embedded server when no other process uses it; does nothing for an operator's own server. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Restart an embedded server that dies. Set in the process of a gateway. */
  readonly keepRunning: boolean
}

/**
 * Opens the configured Postgres, else the embedded one of the data folder, which is adopted when it already runs (for a
 * gateway, say), else started. Throws `ConfigurationError` for a URL that cannot be used.
 */
export async function openDatabaseServer(
  settings: Settings,
  logger: Logger,
  { keepRunning }: DatabaseOptions = { keepRunning: false },
): Promise<DatabaseServer> {
  const { database } = settings.configuration.sections
  refuseBadAccess(settings.configuration)
  if (database.url !== undefined)
    return { ...accessOf(database.url, database), isEmbedded: false, close: async () => undefined }
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir.path, logger, keepRunning, tcp: false })
  // The log must not show the embedded server's password either.
  settings.configuration.secrets.add(new URL(server.url).password)
  return { ...accessOf(server.socketUrl, database), isEmbedded: true, close: () => server.stop() }
}

/** Throws `ConfigurationError` for what the settings say of the ways to the database, without asking it. */
export function refuseBadAccess(configuration: GatewayConfiguration): void {
  const problems = [...URLS.flatMap((name) => findBadUrl(configuration, name)), ...findContradictions(configuration)]
  if (problems.length > 0) throw new ConfigurationError(problems)
}

const URLS = ['url', 'directUrl'] as const

function findBadUrl(configuration: GatewayConfiguration, name: (typeof URLS)[number]): readonly ConfigurationProblem[] {
  const url = configuration.sections.database[name]
  if (url === undefined) return []
  try {
    readConnection(url)
    return []
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error
    return [configuration.problem(['database', name], error.problem, error.remedy)]
  }
}

function findContradictions({ sections, problem }: GatewayConfiguration): readonly ConfigurationProblem[] {
  const { url, directUrl, pooler } = sections.database
  if (directUrl !== undefined && url === undefined)
    return [
      problem(
        ['database', 'directUrl'],
        'It is the way past a pooler, and database.url, which leads to the pooler, is not set.',
        'Set database.url, or rename this to database.url.',
      ),
    ]
  if (pooler === 'transaction' && directUrl === undefined)
    return [
      problem(
        ['database', 'pooler'],
        'Announcements, jobs and locks need sessions of their own, and there is no way past the pooler.',
        'Let database.url lead to the pooler, and database.directUrl to Postgres itself.',
        pooler,
      ),
    ]
  return []
}
