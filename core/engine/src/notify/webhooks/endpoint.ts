import { indexKey } from '../../database/index-key.ts'
import type { Webhook } from './webhook.ts'

type Target = Pick<Webhook, 'clientId' | 'url'>

/**
 * The key by which limits, and calls without an answer, are counted: the client and the host. Calls of one client
 * cannot hold up those of another to the same host.
 */
export function hostEndpointOf({ clientId, url }: Target): string {
  return indexKey(`${clientId} ${url.slice(0, endOfHost(url)).toLowerCase()}`)
}

/** The key by which answers that are no success are counted: the client and the URL without its query. */
export function urlEndpointOf({ clientId, url }: Target): string {
  const end = endOfHost(url)
  const path = url.slice(end)
  const endOfPath = path.search(/[?#]/)
  const whole = endOfPath < 0 ? path : path.slice(0, endOfPath)
  return indexKey(`${clientId} ${url.slice(0, end).toLowerCase()}${whole === '' ? '/' : whole}`)
}

/** Where the path begins; a URL is parsed in full only when it is called. */
function endOfHost(url: string): number {
  const authority = url.indexOf('//') + 2
  const end = url.slice(authority).search(/[/?#]/)
  return end < 0 ? url.length : authority + end
}
