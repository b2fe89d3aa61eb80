import type { HttpHeaders } from '@heliograph/contracts'
import { createProxyTrust } from './client-address.ts'

/** Whether the client's request was encrypted on its way to the gateway, or to the proxy in front of it. */
export type ClientTransport = (peer: string, headers: HttpHeaders) => boolean

/** `https`, or a list of it where several proxies have added theirs. */
const ALL_HTTPS = /^https(?:,\s*https)*$/i

/**
 * @param hasTls - whether the listener itself speaks TLS; everything is encrypted then.
 * @param trustedProxies - networks of proxies whose `X-Forwarded-Proto` is believed. Throws an `Error` for a text that
 * is not a network.
 */
export function createClientTransport(hasTls: boolean, trustedProxies: readonly string[]): ClientTransport {
  if (hasTls) return () => true
  if (trustedProxies.length === 0) return () => false
  const isTrusted = createProxyTrust(trustedProxies)
  return (peer, headers) => {
    const protocols = headers['x-forwarded-proto']
    return protocols !== undefined && ALL_HTTPS.test(protocols) && isTrusted(peer)
  }
}
