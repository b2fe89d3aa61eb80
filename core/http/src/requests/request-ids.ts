import { type HttpHeaders, isRequestId } from '@heliograph/contracts'
import { createProxyTrust } from '../addresses/client-address.ts'

/** Gives a request its id. */
export type RequestIds = (peer: string, headers: HttpHeaders) => string

/** W3C Trace Context section 3.2; later versions may add fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/

/**
 * A trusted proxy's `X-Request-Id`, else the trace id of its `traceparent`, else a new id. Clients may not choose one:
 * it is what operators search by, and a client could fill their searches with requests under one id. Throws an `Error`
 * for a text that is not a network.
 */
export function createRequestIds(trustedProxies: readonly string[], make: () => string): RequestIds {
  if (trustedProxies.length === 0) return make
  const isTrusted = createProxyTrust(trustedProxies)
  return (peer, headers) => givenId(headers, () => isTrusted(peer)) ?? make()
}

function givenId(headers: HttpHeaders, isTrusted: () => boolean): string | undefined {
  const { traceparent, 'x-request-id': id } = headers
  if ((id === undefined && traceparent === undefined) || !isTrusted()) return undefined
  if (id !== undefined && isRequestId(id)) return id
  return traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1]
}
