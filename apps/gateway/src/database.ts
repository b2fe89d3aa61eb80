import { ConfigurationError, type ConfigurationProblem } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import { accessOf, connectionsOf, type DatabaseAccess, DatabaseUrlError, readConnection } from '@heliograph/engine'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import type { GatewayConfiguration, Settings } from './settings.ts'

/** For operators, tools and short commands. */
const SPARE_CONNECTIONS = 20
const BESIDE_POOLS = 10

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
  const serverOptions = { logger, keepRunning, tcp: false, connections: connectionsOfAll(settings.configuration) }
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir.path, ...serverOptions })
  // The log must not show the embedded server's password either.
  settings.configuration.secrets.add(new URL(server.url).password)
  return { ...accessOf(server.socketUrl, database), isEmbedded: true, close: () => server.stop() }
}

/**
 * What all workers and some commands want, and what each worker has beside its pools: for locks and announcements. Few
 * instances have tables of their own, and which is not known yet; their connections are among the spare ones.
 */
function connectionsOfAll(configuration: GatewayConfiguration): number {
  return (
    SPARE_CONNECTIONS + configuration.node.workers * (connectionsOf(configuration.sections.database, 0) + BESIDE_POOLS)
  )
}

/** Throws `ConfigurationError` for what the settings say of the ways to the database, without asking it. */
export function refuseBadAccess(configuration: GatewayConfiguration): void {
  const badUrls = URLS.flatMap((name) => findBadUrl(configuration, name))
  const problems = [...badUrls, ...findContradictions(configuration)]
  if (badUrls.length === 0) problems.push(...findBadReplica(configuration))
  if (problems.length > 0) throw new ConfigurationError(problems)
}

const URLS = ['url', 'directUrl', 'reportUrl'] as const

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

/** What of `reportUrl` could never lead to a standby. */
function findBadReplica({ sections, problem }: GatewayConfiguration): readonly ConfigurationProblem[] {
  const { url, directUrl, reportUrl } = sections.database
  if (reportUrl === undefined) return []
  const wrong = (text: string, remedy: string) => [problem(['database', 'reportUrl'], text, remedy)]
  if (url === undefined)
    return wrong(
      'It leads to a standby of the database of database.url, which is not set; the embedded database has none.',
      'Set database.url, or leave this out.',
    )
  const { target } = readConnection(reportUrl)
  if (target === 'read-write' || target === 'primary')
    return wrong(`It asks for the primary: target_session_attrs is '${target}'.`, 'Use target_session_attrs=standby.')
  const mainUrls = [url, directUrl].filter((each) => each !== undefined)
  if (!mainUrls.some((each) => placeOf(each) === placeOf(reportUrl))) return []
  return wrong(
    'It leads to the same server as database.url or database.directUrl.',
    'Let it lead to a standby, for example with target_session_attrs=standby; or leave it out.',
  )
}

/** Where a URL leads: its hosts, and which of them it wants. */
function placeOf(url: string): string {
  const { hosts, target } = readConnection(url)
  return JSON.stringify([hosts, target])
}
