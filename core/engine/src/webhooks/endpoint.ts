import type { Webhook } from './webhook.ts'

/**
 * What limits and failures are counted by: the client and where its URL points, since a host that hangs for one URL does so for all. One client's own cannot stand in the
 * way of another's who calls the same host.
 */
export function endpointOf({ clientId, url }: Pick<Webhook, 'clientId' | 'url'>): string {
  return `${clientId} ${originOf(url)}`
}

/** Up to the path; a URL is read in full only when it is called. */
function originOf(url: string): string {
  const authority = url.indexOf('//') + 2
  const end = url.slice(authority).search(/[/?#]/)
  return (end < 0 ? url : url.slice(0, authority + end)).toLowerCase()
}
