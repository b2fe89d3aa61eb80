import type { Logger } from '@heliograph/contracts'
import type { Router } from '../routing/router.ts'
import type { DescriptorReserve } from './descriptor-reserve.ts'
import type { HttpLimits } from './http-limits.ts'

/** `uws`: the native server of uWebSockets.js. `node`: `node:http`. */
export type ServerKind = 'uws' | 'node'

/** PEM files of a listener that speaks TLS. */
export interface TlsFiles {
  /** The certificate, followed by the intermediate certificates. */
  readonly certFile: string
  readonly keyFile: string
  /** The key file's passphrase, when it is encrypted. */
  readonly passphrase?: string | undefined
  /** Asks clients for certificates; `node` only. */
  readonly clientCertificates?: ClientCertificateFiles | undefined
}

/** Which certificates of clients are good. */
export interface ClientCertificateFiles {
  /** PEM file with the authorities that issue them. */
  readonly caFile: string
  /** False: clients without a good one are served too, as if they had shown none. */
  readonly required: boolean
}

export interface HttpServerOptions {
  /** `node` also answers HTTP/1.0 and large request heads; `uws` is several times cheaper. See `resolveServerKind`. */
  readonly kind: ServerKind
  readonly router: Router
  /** Address or host name to listen on. `0.0.0.0`: every IPv4 address; `::`: every address. */
  readonly host: string
  /** 0: any free port; `listen` returns which. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /**
   * Lets other processes listen on the same port. Without it a port in use is an error. On `node` this needs Node
   * 22.12, except between processes that `node:cluster` forked.
   */
  readonly reusePort?: boolean | undefined
  /** Gets a warning when connections are refused because file descriptors have run short. */
  readonly logger?: Logger | undefined
  /**
   * Takes connections down to the last descriptor, so that operators get in even when clients have used up the others.
   */
  readonly usesReserve?: boolean | undefined
  /**
   * Networks (`10.0.0.0/8`) of reverse proxies whose `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Request-Id` and
   * `traceparent` are believed. Default none.
   */
  readonly trustedProxies?: readonly string[] | undefined
  /**
   * For how long browsers, once they have had a response over TLS, use nothing else for this host, in seconds
   * (`Strict-Transport-Security`, RFC 6797). 0: they forget it. Default `DEFAULT_HSTS_SECONDS`.
   */
  readonly hstsMaxAgeSeconds?: number | undefined
  /** Makes the id of a request that brings none. Default `createRequestIdSource`. */
  readonly makeRequestId?: (() => string) | undefined
}

/** A listener. It opens once and closes once. */
export interface HttpServer {
  /** Rejects with a `ListenError` when it cannot listen on the address, and with an `Error` for unusable TLS files. */
  listen(): Promise<{ readonly port: number }>
  /** The certificate that new connections see, with its chain, in PEM; undefined without TLS and before `listen`. */
  readonly certificate: string | undefined
  /**
   * Reads the TLS files again, for connections that come from now on; those that are open stay as they are. Resolves
   * with whether there was anything new. Rejects with an `Error` when the files do not work; then all stays as it is.
   */
  renewTls(): Promise<boolean>
  /**
   * Takes no new connections, lets running requests end and closes idle connections; after `graceMs` it cuts off the
   * rest. Resolves when everything is closed. May be called before `listen`, and more than once.
   */
  close(graceMs: number): Promise<void>
}

/** The options for both kinds of server, with all defaults filled in. */
export interface ServerSetup extends HttpServerOptions {
  readonly limits: HttpLimits
  readonly reusePort: boolean
  readonly trustedProxies: readonly string[]
  readonly hstsMaxAgeSeconds: number
  readonly makeRequestId: () => string
  readonly reserve: DescriptorReserve
}
