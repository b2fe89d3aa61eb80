import type { EngineSettings } from '../settings.ts'

/**
 * How many connections the pools of one process may have.
 *
 * @param withTables instances that have tables of their own
 */
export function connectionsOf(
  { pool, reportPool, workerPool, pluginPool }: EngineSettings['database'],
  withTables: number,
): number {
  return pool + reportPool + workerPool + withTables * pluginPool
}
