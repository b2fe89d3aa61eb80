import type { ReceiptRequest } from '@heliograph/contracts'

/** How a client's server is called. */
export type ClientMethod = 'GET' | 'POST'

/** What a client's server has to answer, so that it does not get the same again. */
const ACKNOWLEDGEMENT = 'ACK/Jasmin'

/**
 * A request to a client's server with these fields, in a query or a form, to be acknowledged.
 *
 * @param fields percent-encoded
 */
export function clientRequest(method: ClientMethod, url: string, fields: string): ReceiptRequest {
  const acknowledgement = ACKNOWLEDGEMENT
  if (method === 'GET') return { method, url: withQuery(url, fields), acknowledgement }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/plain' }
  return { method, headers, body: fields, acknowledgement }
}

/** A URL with further fields in its query, percent-encoded. */
export function withQuery(url: string, fields: string): string {
  const [address = '', fragment] = url.split('#', 2)
  return `${address}${address.includes('?') ? '&' : '?'}${fields}${fragment === undefined ? '' : `#${fragment}`}`
}
