import { GatewayError } from '@heliograph/contracts'

/** What every reader of this package throws: the category `invalid`, a stable code and a text for the client. */
export function invalid(code: string, text: string): GatewayError {
  return new GatewayError('invalid', code, text)
}
