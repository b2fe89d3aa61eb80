/**
 * The closed list of errors, as a client sees them.
 *
 * Every adapter has an answer for every category in its own wire form (`satisfies Record<ErrorCategory, ...>`), so the
 * list only grows with a new contract version. Finer distinctions are `code`s, which may be added at any time.
 * @stability stable
 */
export type ErrorCategory =
  /** The request itself is wrong; sending it again unchanged cannot work. */
  | 'invalid'
  /** No credential, or one that is not (or no longer) valid. */
  | 'unauthenticated'
  /** A valid credential that does not allow this now: no credit, no channel, an insufficient role. */
  | 'forbidden'
  /** The requested thing does not exist for this principal. What belongs to another tenant counts as not existing. */
  | 'not-found'
  /** The path exists, the HTTP method does not. `allow` lists those that do. */
  | 'method-not-allowed'
  /** The state of the requested thing does not permit it. */
  | 'conflict'
  /** The request is larger than this route takes. */
  | 'too-large'
  /** Too many requests, or too much in them. `retryAfterSeconds` is the time to wait. */
  | 'throttled'
  /**
   * Something the gateway depends on is unavailable for a while (the database, say). Nothing was accepted and the same
   * request may work later, with one exception: the code `outcome-unknown` means that the outcome could not be found
   * out. The same request may then be sent again safely if each destination has a `messageId` of its own.
   */
  | 'unavailable'
  /**
   * A fault of the gateway or of the module. Nothing was accepted, with one exception: the code `request-fault` means
   * that an error that nothing caught ended the request, and what its handler had begun may still be done.
   */
  | 'internal'

/** @stability stable */
export interface GatewayErrorOptions {
  /** Field path to message, for example `{ 'messages[0].text': 'must not be empty' }`. Shown to the client. */
  readonly details?: Readonly<Record<string, string>>
  /** Seconds until a throttled client may try again. */
  readonly retryAfterSeconds?: number
  /** The methods that a path does have, for `method-not-allowed`. */
  readonly allow?: readonly string[]
  /** The cause of the error. Logged, never shown to a client. */
  readonly cause?: unknown
}

const MARKER = Symbol.for('heliograph.error')

/**
 * The one error class that crosses module borders.
 *
 * `publicMessage` is written for the client and may be sent as it is; what must stay inside goes into `cause`. Anything
 * else that is thrown is treated as `internal`, and its text is not shown.
 * @stability stable
 */
export class GatewayError extends Error {
  readonly category: ErrorCategory
  /** Kebab-case and stable: `no-credit`, `opted-out`, `message-too-long`, ... */
  readonly code: string
  readonly details: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[] | undefined
  readonly [MARKER]: true = true

  constructor(category: ErrorCategory, code: string, publicMessage: string, options: GatewayErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GatewayError'
    this.category = category
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }

  get publicMessage(): string {
    return this.message
  }
}

/**
 * Recognises a `GatewayError` of any installed copy of this package, which `instanceof` would not.
 * @stability stable
 */
export function isGatewayError(value: unknown): value is GatewayError {
  return typeof value === 'object' && value !== null && (value as { [MARKER]?: unknown })[MARKER] === true
}

/**
 * Turns what was thrown into a `GatewayError`: itself if it is one, or `internal` with the original as `cause`.
 * @stability stable
 */
export function toGatewayError(thrown: unknown): GatewayError {
  if (isGatewayError(thrown)) return thrown
  return new GatewayError('internal', 'internal', 'Internal error', { cause: thrown })
}

/** Makes the compiler refuse a `switch` that forgets a member of a union. @stability stable */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
