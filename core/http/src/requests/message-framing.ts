import { STATUS_CODES } from 'node:http'
import type { HttpHeaders, HttpResponse } from '@heliograph/contracts'

export const NO_BODY = Buffer.alloc(0)

/**
 * Octets of body that the headers announce: 0 for none, `Infinity` for chunked, `NaN` when they contradict each other
 * or cannot be understood (RFC 9112 section 6.3).
 */
export function announcedBodyLength(headers: HttpHeaders): number {
  const length = headers['content-length']
  const coding = headers['transfer-encoding']
  if (coding !== undefined) {
    return coding.toLowerCase() === 'chunked' && length === undefined ? Number.POSITIVE_INFINITY : Number.NaN
  }
  if (length === undefined) return 0
  return /^\d{1,15}$/.test(length) ? Number(length) : Number.NaN
}

/**
 * False for a request with two `Host` lines, which arrive joined by a comma and a blank, or with a value that is not a
 * host (RFC 9112 section 3.2).
 */
export function hasSoundHost({ host }: HttpHeaders): boolean {
  return host === undefined || !/[\s,]/.test(host)
}

/** Whether the client wants the connection closed after the response. */
export function asksToClose({ connection }: HttpHeaders): boolean {
  return connection !== undefined && /(?:^|[\s,])close(?:$|[\s,])/i.test(connection)
}

/** `200 OK` and so on, for every status a response may have. */
export const STATUS_LINES: readonly string[] = Array.from(
  { length: 600 },
  (_, status) => `${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
)

const HOST_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'strict-transport-security',
  'transfer-encoding',
  'x-request-id',
])

/** Whether the host writes this header itself; a handler's is dropped. */
export function isHostHeader(name: string): boolean {
  return HOST_HEADERS.has(name.toLowerCase())
}

/** Whether the length of the response's body is known before it is sent. */
export function hasLength(response: HttpResponse): boolean {
  return hasBody(response) && response.stream === undefined
}

/** False for statuses whose responses end with the head (RFC 9112 section 6.3). */
export function hasBody(response: HttpResponse): boolean {
  return response.status !== 204 && response.status !== 304
}
