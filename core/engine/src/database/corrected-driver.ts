import { GatewayError } from '@heliograph/contracts'

/** Set by the corrections in `@heliograph/postgres-driver`, to their number. */
const MARK = Symbol.for('@heliograph/postgres-driver')

const MESSAGE =
  'The Postgres driver is not the corrected one, with which alone accepted messages survive a broken connection. ' +
  'Install the gateway anew (npm install -g @heliograph/gateway), without overrides or bundling that put another package in place of ' +
  '@heliograph/postgres-driver; in a checkout: npx -y pnpm@12 install.'

/**
 * Plain postgres.js runs what is left of a transaction whose connection broke outside of it, and gives statements the results of others. Throws a
 * `GatewayError` for it rather than lose messages with it.
 */
export function requireCorrectedDriver(driver: object): void {
  if (Reflect.get(driver, MARK) !== 1) throw new GatewayError('unavailable', 'uncorrected-driver', MESSAGE)
}
