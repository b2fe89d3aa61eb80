import type { HttpRequest } from '@heliograph/contracts'
import { mediaTypeOf } from '@heliograph/messaging'
import { TokenError } from './token-error.ts'

/** The client that asks, as it says itself. */
export interface ClientCredentials {
  /** The e-mail of the user. */
  readonly id: string
  /** The API key. */
  readonly secret: string
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** The form of a request. Throws a `TokenError` for a body that is no form. */
export function readTokenForm({ headers, body }: Pick<HttpRequest, 'headers' | 'body'>): URLSearchParams {
  if (mediaTypeOf(headers['content-type']) !== 'application/x-www-form-urlencoded')
    throw new TokenError('invalid_request', 'The body is not of the type application/x-www-form-urlencoded')
  return new URLSearchParams(body.toString('utf8'))
}

/**
 * The value of a parameter; undefined when it has none, which counts as not given (RFC 6749 section 3.2). Throws a
 * `TokenError` for one that is given twice.
 */
export function tokenParameter(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw new TokenError('invalid_request', `${name} is given twice`)
  return values[0] === '' ? undefined : values[0]
}

/**
 * The credentials of the client, by `Authorization: Basic` or in the form, and not by both (RFC 6749 section 2.3).
 * Throws a `TokenError`.
 */
export function readClientCredentials(
  { headers }: Pick<HttpRequest, 'headers'>,
  form: URLSearchParams,
): ClientCredentials {
  const { authorization } = headers
  const id = tokenParameter(form, 'client_id')
  const secret = tokenParameter(form, 'client_secret')
  if (authorization === undefined) {
    if (id === undefined || secret === undefined) throw unknownClient()
    return { id, secret }
  }
  if (secret !== undefined) throw new TokenError('invalid_request', 'The client authenticates in two ways')
  const [, octets] = BASIC.exec(authorization.trim()) ?? []
  if (octets === undefined) throw unknownClient()
  const text = Buffer.from(octets, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) throw unknownClient()
  return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) }
}

/** The error for a client that is not known, or does not say who it is. */
export function unknownClient(): TokenError {
  return new TokenError('invalid_client', 'The client is unknown, or its secret is wrong')
}

/** RFC 6749 section 2.3.1 has both encoded as in forms. Clients that do not do it are understood where it shows. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
