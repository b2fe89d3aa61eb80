import type { GatewayConfiguration } from './settings.ts'

/** Connections that one process wants. */
export function connectionsOf({ sections: { database } }: Pick<GatewayConfiguration, 'sections'>): number {
  return database.pool + database.reportPool + database.workerPool
}
