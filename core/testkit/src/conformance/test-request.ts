import type { ClientCertificate, HttpMethod } from '@heliograph/contracts'
import type { InjectedRequest } from '@heliograph/http'

/** Names, each with one or several values. @stability stable */
export type Parameters = Readonly<Record<string, string | readonly string[]>>

/** A request as written in the rows of a table. @stability stable */
export interface TestRequest {
  readonly method?: HttpMethod | undefined
  readonly path?: string | undefined
  /** As sent, or names and values to encode. */
  readonly query?: string | Parameters | undefined
  /** Whether it comes encrypted, as `HttpRequest.isSecure` says; only where requests go to the router directly. */
  readonly isSecure?: boolean | undefined
  /** The certificate that the client has shown (`HttpRequest.clientCertificate`); only to the router, as well. */
  readonly clientCertificate?: ClientCertificate | undefined
  /** Names in any case. `undefined` removes a header of the base. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /**
   * The octets of the body; at most one of `body`, `json` and `form`, which also set the Content-Type unless one is
   * given.
   */
  readonly body?: string | Uint8Array | undefined
  readonly json?: unknown
  readonly form?: Parameters | undefined
}

const BODY_FIELDS = ['body', 'json', 'form'] as const

/**
 * Merges two requests: `over` wins field by field; headers are merged, and a body of any kind replaces that of the
 * base.
 */
export function mergeRequests(base: TestRequest, over: TestRequest): TestRequest {
  const bodiless = BODY_FIELDS.some((name) => over[name] !== undefined) ? { ...base, ...NO_BODY } : base
  const given = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined))
  return { ...bodiless, ...given, headers: { ...lowerCased(base.headers), ...lowerCased(over.headers) } }
}

const NO_BODY = { body: undefined, json: undefined, form: undefined }

/** The request in the octets a client would send. */
export function toInjectedRequest(request: TestRequest): InjectedRequest {
  const { body, contentType } = bodyOf(request)
  const given = {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...lowerCased(request.headers),
  }
  const headers = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = typeof request.query === 'string' ? request.query : encodeParameters(request.query ?? {})
  const path = request.path ?? '/'
  return {
    method: request.method ?? 'GET',
    url: query === '' ? path : `${path}?${query}`,
    headers: Object.fromEntries(headers),
    body,
    isSecure: request.isSecure,
    clientCertificate: request.clientCertificate,
  }
}

function bodyOf(request: TestRequest): { body: Buffer; contentType: string | undefined } {
  if (request.json !== undefined) {
    return { body: Buffer.from(JSON.stringify(request.json)), contentType: 'application/json' }
  }
  if (request.form !== undefined) {
    return { body: Buffer.from(encodeParameters(request.form)), contentType: 'application/x-www-form-urlencoded' }
  }
  return { body: Buffer.from(request.body ?? ''), contentType: undefined }
}

function encodeParameters(parameters: Parameters): string {
  const encoded = new URLSearchParams()
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of [values].flat()) encoded.append(name, value)
  }
  return encoded.toString()
}

function lowerCased(headers: TestRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}
