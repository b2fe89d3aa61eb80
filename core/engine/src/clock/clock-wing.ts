import type { TaskList } from 'graphile-worker'
import type { DatabaseWing } from '../database/database-wing.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { OwnershipWing } from '../ownership/ownership-wing.ts'
import { JobPool } from './job-pool.ts'
import { openJobsPool } from './jobs-pool.ts'

/** The jobs that this node runs when their time has come. */
export interface ClockWing {
  start(): Promise<void>
  stop(): Promise<void>
  close(): Promise<void>
}

export interface ClockNeeds {
  readonly database: DatabaseWing
  readonly ownership: OwnershipWing
  /** What jobs do, by their names; a node without any runs no jobs. */
  readonly tasks: TaskList
}

export function createClockWing(options: EngineOptions, { database, ownership, tasks }: ClockNeeds): ClockWing {
  const { nodeName, clock, logger, settings } = options
  const { node } = ownership
  const pgPool = openJobsPool({ url: database.directUrl, nodeName, size: settings.database.workerPool, logger })
  const jobs = new JobPool({
    pgPool,
    clock,
    logger,
    tasks,
    onPool: (poolId) => node.addPool(poolId),
    onPoolLost: (poolId) => node.losePool(poolId),
  })
  pgPool.on('connect', (client) => client.once('error', () => jobs.expectLost()))
  return {
    async start() {
      if (Object.keys(tasks).length > 0) await jobs.start()
    },
    stop: () => jobs.stop(),
    close: () => pgPool.end(),
  }
}
