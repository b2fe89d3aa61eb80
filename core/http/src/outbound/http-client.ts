import { isIP } from 'node:net'
import {
  type Clock,
  type HttpClient,
  OutboundError,
  type OutboundReply,
  type OutboundRequest,
} from '@heliograph/contracts'
import { Agent, type Dispatcher } from 'undici'
import { type AddressGuard, createAddressGuard } from '../addresses/address-guard.ts'
import { blockedError, createOutboundConnector, type Resolver, systemResolver } from './outbound-connector.ts'
import { OutboundExchange } from './outbound-exchange.ts'
import { readReply } from './outbound-reply.ts'

export interface HttpClientOptions {
  /** Measures and limits requests. */
  readonly clock: Clock
  /**
   * Networks (`10.1.0.0/16`) that may be called although they are closed by default; link-local and metadata addresses
   * stay closed.
   */
  readonly allowNetworks?: readonly string[] | undefined
  /** Sent with requests that have none of their own. Default `Heliograph`. */
  readonly userAgent?: string | undefined
  /** Time to resolve the name, connect and negotiate TLS. Default 5 s. */
  readonly connectTimeoutMs?: number | undefined
  /**
   * Time from the call to the end of the reply, waiting for a free connection included, for requests that set no time
   * of their own. Default 10 s.
   */
  readonly totalTimeoutMs?: number | undefined
  /** Connections to one origin at a time; further requests wait. Default 64. */
  readonly connectionsPerOrigin?: number | undefined
  /** How long an idle connection is kept. Default 10 s. */
  readonly keepAliveMs?: number | undefined
  /** Default: the system's resolver. */
  readonly resolve?: Resolver | undefined
  /** PEM certificates of the authorities to trust instead of the usual ones. */
  readonly ca?: string | readonly string[] | undefined
}

/** An `HttpClient` that holds connections. */
export interface OutboundClient extends HttpClient {
  /** Ends all connections; requests under way fail. */
  close(): Promise<void>
}

const DEFAULT_REPLY_LIMIT = 65_536

/** Throws an `Error` when `allowNetworks` contains anything but networks. */
export function createHttpClient(options: HttpClientOptions): OutboundClient {
  const { clock, connectTimeoutMs = 5_000, totalTimeoutMs = 10_000, userAgent = 'Heliograph' } = options
  const guard = createAddressGuard(options.allowNetworks ?? [])
  const agent = new Agent({
    connect: createOutboundConnector({
      guard,
      resolve: options.resolve ?? systemResolver,
      connectTimeoutMs,
      ca: options.ca,
    }),
    connections: options.connectionsPerOrigin ?? 64,
    pipelining: 1,
    keepAliveTimeout: options.keepAliveMs ?? 10_000,
    keepAliveMaxTimeout: 60_000,
    // The total time-out covers these; the agent's own limits would only duplicate it.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function request(outbound: OutboundRequest): Promise<OutboundReply> {
    const startedAt = clock.now()
    const url = checkedUrl(outbound.url, guard)
    const { hostname } = url
    const { signal, timeoutMs = totalTimeoutMs, replyLimit = DEFAULT_REPLY_LIMIT } = outbound
    const exchange = new OutboundExchange(replyLimit)
    const abort = () => exchange.abort(new OutboundError('aborted', `The request to ${hostname} was given up`))
    const cancel = clock.after(timeoutMs, () =>
      exchange.abort(new OutboundError('timeout', `${hostname} took too long to reply`)),
    )
    signal?.addEventListener('abort', abort)
    try {
      if (signal?.aborted) abort()
      else agent.dispatch(dispatchOptions(outbound, url, userAgent), exchange)
      const reply = await exchange.reply
      return { ...readReply(reply), elapsedMs: clock.now() - startedAt }
    } catch (thrown) {
      throw toOutboundError(thrown, url)
    } finally {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
  }

  return { request, close: () => agent.destroy() }
}

/**
 * The URL parser has already turned every spelling of an IPv4 address (decimal, hexadecimal, octal, shortened) into the
 * dotted form.
 */
function checkedUrl(text: string, guard: AddressGuard): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw new OutboundError('invalid-url', 'The URL cannot be parsed')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('invalid-url', `The URL's scheme is ${url.protocol} instead of http: or https:`)
  }
  if (url.username !== '' || url.password !== '') throw new OutboundError('invalid-url', 'The URL carries credentials')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const reason = isIP(host) === 0 ? undefined : guard(host)
  if (reason !== undefined) throw blockedError(host, reason)
  return url
}

function dispatchOptions(
  { method, headers = {}, body }: OutboundRequest,
  url: URL,
  userAgent: string,
): Dispatcher.DispatchOptions {
  const hasUserAgent = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: hasUserAgent ? headers : { 'User-Agent': userAgent, ...headers },
    body: body ?? null,
  }
}

function toOutboundError(thrown: unknown, url: URL): OutboundError {
  if (thrown instanceof OutboundError) return thrown
  const { code } = thrown as { code?: unknown }
  return new OutboundError(
    'network',
    `No reply from ${url.hostname}${typeof code === 'string' ? ` (${code})` : ''}`,
    thrown,
  )
}
