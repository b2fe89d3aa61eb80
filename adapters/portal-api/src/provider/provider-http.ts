import type { HttpClient, OutboundRequest } from '@heliograph/contracts'

/** A provider's description, keys and tokens together are some kilobytes. */
const REPLY_LIMIT = 256 * 1024
const TIMEOUT_MS = 10_000

/** What the client library hands over, of what `fetch` takes. */
interface FetchOptions {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** `fetch` over the gateway's own client, with its guard against private addresses, limits and time-outs. */
export function fetchOver(http: HttpClient): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, { method, headers, body, signal }) => {
    const reply = await http.request({
      url,
      headers,
      signal,
      replyLimit: REPLY_LIMIT,
      timeoutMs: TIMEOUT_MS,
      method: method as OutboundRequest['method'],
      body: body === undefined || body === null ? undefined : String(body),
    })
    const given = Object.entries(reply.headers).filter(([, value]) => value !== undefined) as [string, string][]
    return new Response(isBodiless(reply.status) ? null : Buffer.from(reply.octets), {
      status: reply.status,
      headers: given,
    })
  }
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}
