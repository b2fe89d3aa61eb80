import { GatewayError } from '@heliograph/contracts'

/** For when there is nothing to serve. */
export function notBuilt(): GatewayError {
  const text = 'The documentation has not been built: run pnpm --filter @heliograph/docs build'
  return new GatewayError('unavailable', 'docs-not-built', text)
}
