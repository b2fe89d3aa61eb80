import {
  type Clock,
  type HttpClient,
  isOutboundError,
  OutboundError,
  type OutboundReply,
  type OutboundRequest,
} from '@heliograph/contracts'
import { createAddressGuard } from '../addresses/address-guard.ts'
import { OutboundCall } from './outbound-call.ts'
import { createOutboundConnector, type Resolver, systemResolver } from './outbound-connector.ts'
import { createOrigins } from './outbound-origins.ts'
import { textOf } from './outbound-reply.ts'
import { type OutboundTls, openOutboundTls } from './outbound-tls.ts'
import { UnsendableRequest, writeRequestHead } from './request-head.ts'
import { createTargetReader, type RequestTarget } from './request-target.ts'

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
  /** Its own certificate, and the authorities it trusts; `ca` does not count then. */
  readonly tls?: OutboundTls | undefined
}

/** An `HttpClient` that holds connections. */
export interface OutboundClient extends HttpClient {
  /**
   * Takes another certificate and other authorities for connections that come from now on. Throws an `Error` when they
   * cannot be used; all stays as it is then.
   */
  useTls(tls: OutboundTls): void
  /** Ends all connections; requests under way fail. */
  close(): Promise<void>
}

const DEFAULT_REPLY_LIMIT = 65_536

/** Throws an `Error` when `allowNetworks` contains anything but networks, and when `tls` cannot be used. */
export function createHttpClient(options: HttpClientOptions): OutboundClient {
  const { clock, connectTimeoutMs = 5_000, totalTimeoutMs = 10_000, userAgent = 'Heliograph', ca } = options
  const guard = createAddressGuard(options.allowNetworks ?? [])
  const resolve = options.resolve ?? systemResolver
  const targetOf = createTargetReader(guard)
  let identity = options.tls && openOutboundTls(options.tls)
  const origins = createOrigins({
    connect: createOutboundConnector({ guard, resolve, connectTimeoutMs, ca, identity: () => identity }),
    connections: options.connectionsPerOrigin ?? 64,
    keepAliveMs: options.keepAliveMs ?? 10_000,
  })

  async function request(outbound: OutboundRequest): Promise<OutboundReply> {
    const startedAt = clock.now()
    const target = targetOf(outbound.url)
    const { hostname } = target
    const { signal, timeoutMs = totalTimeoutMs } = outbound
    if (signal?.aborted) throw givenUp(hostname)
    const call = createCall(outbound, target, userAgent)
    const abort = () => call.abort(givenUp(hostname))
    const cancel = clock.after(timeoutMs, () =>
      call.abort(new OutboundError('timeout', `${hostname} took too long to reply`)),
    )
    signal?.addEventListener('abort', abort)
    try {
      origins.start(call, target)
      const reply = await call.reply
      return {
        status: reply.status,
        headers: reply.headers,
        body: textOf(reply),
        octets: reply.octets,
        elapsedMs: clock.now() - startedAt,
      }
    } catch (thrown) {
      throw toOutboundError(thrown, hostname)
    } finally {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    request,
    useTls(tls) {
      identity = openOutboundTls(tls)
    },
    close: origins.close,
  }
}

function createCall(outbound: OutboundRequest, target: RequestTarget, userAgent: string): OutboundCall {
  const { method, replyLimit = DEFAULT_REPLY_LIMIT } = outbound
  // Modules without types may say `null`.
  const body = outbound.body ?? undefined
  try {
    const bodyLength = lengthOf(body)
    const { text, keepsConnection } = writeRequestHead(outbound, target, bodyLength, userAgent)
    const isHead = method === 'HEAD'
    return new OutboundCall({ head: text, body, bodyLength, isHead, limit: replyLimit, keepsConnection })
  } catch (thrown) {
    throw toOutboundError(thrown, target.hostname)
  }
}

function lengthOf(body: OutboundRequest['body']): number {
  if (body === undefined) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Uint8Array) return body.length
  throw new UnsendableRequest('the body is neither text nor octets')
}

function givenUp(hostname: string): OutboundError {
  return new OutboundError('aborted', `The request to ${hostname} was given up`)
}

function toOutboundError(thrown: unknown, hostname: string): OutboundError {
  if (isOutboundError(thrown)) return thrown
  const { code } = thrown as { code?: unknown }
  return new OutboundError(
    'network',
    `No reply from ${hostname}${typeof code === 'string' ? ` (${code})` : ''}`,
    thrown,
  )
}
