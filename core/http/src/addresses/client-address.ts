import type { HttpHeaders } from '@heliograph/contracts'
import { canonicalIpAddress, type IpNetwork, isInNetwork, parseIpAddress, parseIpNetwork } from './ip-address.ts'

/**
 * Returns the address of a request's client: the peer's, or the one that a trusted proxy names in `X-Forwarded-For`.
 */
export type ClientAddress = (peer: string, headers: HttpHeaders) => string

/** Whether an address is in one of the networks. Throws an `Error` for a text that is not a network. */
export function createProxyTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const networks: readonly IpNetwork[] = trustedProxies.map(parseIpNetwork)
  if (networks.length === 0) return () => false
  return (text) => {
    const address = parseIpAddress(text)
    return address !== undefined && networks.some((network) => isInNetwork(address, network))
  }
}

/**
 * With no trusted proxies the peer's address is always the answer. Else the list is read from its end, where each
 * trusted hop has added the address it saw, up to the first address that is not trusted; everything before that is the
 * client's own claim. Throws an `Error` for a text that is not a network.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  if (trustedProxies.length === 0) return (peer) => peer
  const isTrusted = createProxyTrust(trustedProxies)
  return (peer, headers) => {
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || !isTrusted(peer)) return peer
    let client = peer
    for (const hop of forwarded.split(',').reverse()) {
      const address = canonicalIpAddress(hop.trim())
      if (parseIpAddress(address) === undefined) return client
      client = address
      if (!isTrusted(address)) return client
    }
    return client
  }
}
