import { GatewayError } from '@heliograph/contracts'

/** For a file that is not there. */
export function noSuchFile(): GatewayError {
  return new GatewayError('not-found', 'unknown-path', 'There is nothing at this address')
}

/** For when there is nothing to serve. */
export function notBuilt(): GatewayError {
  const text = 'The pages of the portal have not been built: run pnpm --filter @heliograph/portal build'
  return new GatewayError('unavailable', 'portal-not-built', text)
}
