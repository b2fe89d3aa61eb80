import type { EngineSettings } from '../settings.ts'

/** How many connections the pools of one process may have. */
export function connectionsOf({ pool, reportPool, workerPool }: EngineSettings['database']): number {
  return pool + reportPool + workerPool
}
