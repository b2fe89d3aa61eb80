import { GatewayError } from '@heliograph/contracts'

/** For a body over the route's limit. */
export function bodyTooLarge(bodyLimit: number): GatewayError {
  return new GatewayError(
    'too-large',
    'body-too-large',
    `The body is larger than the ${bodyLimit} octets this path takes`,
  )
}

/** For a request whose framing is ambiguous or unknown; its connection must not be used again (RFC 9112 section 6.3). */
export function badFraming(): GatewayError {
  return new GatewayError('invalid', 'bad-framing', 'Content-Length or Transfer-Encoding cannot be understood')
}
