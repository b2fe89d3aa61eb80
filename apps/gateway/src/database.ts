import type { Logger } from '@heliograph/contracts'
import { openEmbeddedPostgres } from '@heliograph/postgres'
import type { Settings } from './settings.ts'

/** The database of a deployment, ready to be connected to. */
export interface DatabaseServer {
  readonly url: string
  readonly isEmbedded: boolean
  /** Stops the embedded server when no other process uses it; nothing for one of the operator's. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** An embedded server that dies is started again: for the process of a gateway. */
  readonly keepRunning: boolean
}

/** The configured Postgres, else the embedded one of the data folder: adopted when it runs (under a gateway, say), else started. */
export async function openDatabaseServer(
  settings: Settings,
  logger: Logger,
  { keepRunning }: DatabaseOptions = { keepRunning: false },
): Promise<DatabaseServer> {
  const { url } = settings.configuration.sections.database
  if (url !== undefined) return { url, isEmbedded: false, close: async () => undefined }
  const server = await openEmbeddedPostgres({ dataDir: settings.dataDir.path, logger, keepRunning, tcp: false })
  // The log must not show its password either.
  settings.configuration.secrets.add(new URL(server.url).password)
  return { url: server.socketUrl, isEmbedded: true, close: () => server.stop() }
}
