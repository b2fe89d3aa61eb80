import { hostname } from 'node:os'
import type { HttpConfiguration } from './sections/listener.ts'

const EVERYWHERE: readonly string[] = ['0.0.0.0', '::', '[::]']

/** The address of a deployment that names none: the default listener's, on `port` when it was free to choose. Without a trailing slash. */
export function derivePublicUrl(http: HttpConfiguration, port: number = http.port): string {
  const scheme = http.tls ? 'https' : 'http'
  const host = EVERYWHERE.includes(http.host) ? '127.0.0.1' : http.host
  const bracketed = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const usual = port === (http.tls ? 443 : 80)
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
