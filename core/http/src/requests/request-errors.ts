import { GatewayError } from '@heliograph/contracts'

/** For a body over the route's limit. */
export function bodyTooLarge(bodyLimit: number): GatewayError {
  return new GatewayError(
    'too-large',
    'body-too-large',
    `The body is larger than the ${bodyLimit} octets this path accepts`,
  )
}

/**
 * For a request whose framing is ambiguous or unknown; its connection must not be used again (RFC 9112 section 6.3).
 */
export function badFraming(): GatewayError {
  return new GatewayError('invalid', 'bad-framing', 'Content-Length or Transfer-Encoding is invalid')
}

/** For a request that names no host or several; a proxy in front may have picked a different one from the gateway. */
export function badHost(): GatewayError {
  return new GatewayError('invalid', 'bad-host', 'Host is repeated or invalid')
}

/** For a body that does not fit into memory with all the others, or with the others from its address. */
export function noRoomForBody(): GatewayError {
  const text =
    'Too many request bodies are arriving or being worked on at the same time; nothing was accepted, try again'
  return new GatewayError('unavailable', 'too-many-bodies', text, { retryAfterSeconds: 1 })
}

/** For a client address that already sends as many bodies at the same time as allowed. */
export function tooManyFromClient(): GatewayError {
  const text = 'Too many requests from this address at the same time; nothing was accepted, try again'
  return new GatewayError('unavailable', 'too-many-connections', text, { retryAfterSeconds: 1 })
}

/** For a handler that has not answered in time. It may still carry out the request. */
export function handlerTooLate(): GatewayError {
  const text = 'The gateway did not answer in time; it is not known whether the request was accepted'
  return new GatewayError('unavailable', 'outcome-unknown', text)
}
