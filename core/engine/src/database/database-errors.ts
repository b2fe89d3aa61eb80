import { type GatewayError, isGatewayError, toGatewayError } from '@heliograph/contracts'
import { isDatabaseAway, isOutOfTime } from './database.ts'
import { databaseAway } from './outage.ts'

/**
 * Turns an error into the one that a service throws: `unavailable`/`database-away` while the database is away or too
 * slow, otherwise as `toGatewayError`.
 */
export function toServiceError(error: unknown): GatewayError {
  if (isGatewayError(error) || !(isDatabaseAway(error) || isOutOfTime(error))) return toGatewayError(error)
  return databaseAway(error)
}

/**
 * SQLSTATE lock_not_available: another transaction has held a lock for longer than statements of this pool wait for
 * one.
 */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03'
}
