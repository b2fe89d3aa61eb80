import { hostname } from 'node:os'
import type { HttpConfiguration } from './sections/listener.ts'

const EVERYWHERE: readonly string[] = ['0.0.0.0', '::', '[::]']

/**
 * The URL of a listener as reached from its own machine, without a trailing slash. `port` is the actual one when the
 * configuration lets it take any free port.
 */
export function listenerUrl(listener: Pick<HttpConfiguration, 'host' | 'port' | 'tls'>, port = listener.port): string {
  const scheme = listener.tls ? 'https' : 'http'
  const host = EVERYWHERE.includes(listener.host) ? '127.0.0.1' : listener.host
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const usual = port === (listener.tls ? 443 : 80)
  return `${scheme}://${bracketed}${usual ? '' : `:${port}`}`
}

/** The name of a node without a configured one. Two processes on one machine get different names. */
export function deriveNodeName(): string {
  return `${hostname()}-${process.pid}`
}

/** True when the two addresses cannot both be bound to one port. */
export function addressesOverlap(one: string, other: string): boolean {
  return one === other || EVERYWHERE.includes(one) || EVERYWHERE.includes(other)
}
