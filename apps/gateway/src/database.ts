import { ConfigurationError } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import { DatabaseUrlError, readConnection } from '@heliograph/engine'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import type { GatewayConfiguration, Settings } from './settings.ts'

/** The database of a deployment, ready for connections. */
export interface DatabaseServer {
  readonly url: string
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
  const { url } = settings.configuration.sections.database
  if (url !== undefined) {
    refuseBadUrl(settings.configuration, url)
    return { url, isEmbedded: false, close: async () => undefined }
  }
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir.path, logger, keepRunning, tcp: false })
  // The log must not show the embedded server's password either.
  settings.configuration.secrets.add(new URL(server.url).password)
  return { url: server.socketUrl, isEmbedded: true, close: () => server.stop() }
}

function refuseBadUrl(configuration: GatewayConfiguration, url: string): void {
  try {
    readConnection(url)
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error
    throw new ConfigurationError([configuration.problem(['database', 'url'], error.problem, error.remedy)])
  }
}
