import { GatewayError } from '@heliograph/contracts'

/** The corrections in `@heliograph/postgres-driver` set it to their version. */
const MARK = Symbol.for('@heliograph/postgres-driver')

/** The corrections that the engine relies on. */
const VERSION = 4

const MESSAGE =
  'The Postgres driver is not the corrected one; with another, accepted messages can be lost when a connection breaks. ' +
  'Reinstall the gateway (npm install -g @heliograph/gateway), without overrides or bundling that replace ' +
  '@heliograph/postgres-driver; in a checkout: npx -y pnpm@12 install.'

/**
 * When the connection of a transaction breaks, plain postgres.js runs the rest of it outside of a transaction, and it
 * gives statements the results of others. Throws a `GatewayError` for that driver rather than lose messages with it.
 */
export function requireCorrectedDriver(driver: object): void {
  if (Reflect.get(driver, MARK) !== VERSION) throw new GatewayError('unavailable', 'uncorrected-driver', MESSAGE)
}
