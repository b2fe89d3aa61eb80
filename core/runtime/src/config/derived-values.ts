import { hostname } from 'node:os'
import type { HttpConfiguration } from './sections/listener.ts'

const EVERYWHERE: readonly string[] = ['0.0.0.0', '::', '[::]']

/** Where a listener can be reached from its own machine, without a trailing slash. `port` is the one it got when it was free to choose. */
export function listenerUrl(listener: Pick<HttpConfiguration, 'host' | 'port' | 'tls'>, port = listener.port): string {
  const scheme = listener.tls ? 'https' : 'http'
  const host = EVERYWHERE.includes(listener.host) ? '127.0.0.1' : listener.host
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const usual = port === (listener.tls ? 443 : 80)
  return `${scheme}://${bracketed}${usual ? '' : `:${port}`}`
}

/** The name of a node that has none. Two processes of one machine differ in it. */
export function deriveNodeName(): string {
  return `${hostname()}-${process.pid}`
}

/** True when the two addresses cannot both be bound to one port. */
export function addressesOverlap(one: string, other: string): boolean {
  return one === other || EVERYWHERE.includes(one) || EVERYWHERE.includes(other)
}
