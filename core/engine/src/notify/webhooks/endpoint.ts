import { indexKey } from '../../database/index-key.ts'
import type { Webhook } from './webhook.ts'

/**
 * The key by which limits and failures are counted: the client and where its URL points, since a host that hangs for
 * one URL hangs for all. Calls of one client cannot hold up those of another to the same host.
 */
export function endpointOf({ clientId, url }: Pick<Webhook, 'clientId' | 'url'>): string {
  return indexKey(`${clientId} ${originOf(url)}`)
}

/** Everything up to the path; a URL is parsed in full only when it is called. */
function originOf(url: string): string {
  const authority = url.indexOf('//') + 2
  const end = url.slice(authority).search(/[/?#]/)
  return (end < 0 ? url : url.slice(0, authority + end)).toLowerCase()
}
