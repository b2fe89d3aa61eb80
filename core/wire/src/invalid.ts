import { GatewayError } from '@heliograph/contracts'

/**
 * The error that all readers of this package throw, with the category `invalid`, a stable code and a text for the
 * client.
 */
export function invalid(code: string, text: string): GatewayError {
  return new GatewayError('invalid', code, text)
}
