import type { Logger } from '@heliograph/contracts'
import pg from 'pg'

export interface JobsPoolOptions {
  readonly url: string
  readonly nodeName: string
  /** The most connections. */
  readonly size: number
  readonly logger: Logger
}

/** The connections of graphile-worker, which has a driver of its own. */
export function openJobsPool({ url, nodeName, size, logger }: JobsPoolOptions): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: size, application_name: `heliograph ${nodeName} jobs` })
  // Without listeners a broken connection would end the process.
  pool.on('error', (error) => logger.warn({ error }, 'job queue connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.debug({ error }, 'job queue connection broken'))
  })
  return pool
}
