import type { Logger } from '@heliograph/contracts'
import type { Router } from '../routing/router.ts'
import { DescriptorReserve, readDescriptorLimit } from './descriptor-reserve.ts'
import type { HttpLimits } from './http-limits.ts'
import { DEFAULT_HTTP_LIMITS } from './http-limits.ts'
import { createNodeServer } from './node/node-server.ts'
import type { ServerKind } from './server-kind.ts'
import { createUwsServer } from './uws/uws-server.ts'

/** PEM files of a listener that speaks TLS. */
export interface TlsFiles {
  /** The certificate, followed by the intermediate ones. */
  readonly certFile: string
  readonly keyFile: string
  /** Of the key file, when it is encrypted. */
  readonly passphrase?: string | undefined
}

export interface HttpServerOptions {
  /** `node` also answers HTTP/1.0 and large request heads; `uws` is several times cheaper. See `resolveServerKind`. */
  readonly kind: ServerKind
  readonly router: Router
  /** Address or host name to listen on. `0.0.0.0`: every IPv4 address; `::`: every address. */
  readonly host: string
  /** 0: any free port; `listen` tells which. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /** Let other processes listen on the same port. Without it a port in use is an error. On `node` this needs Node 22.12. */
  readonly reusePort?: boolean | undefined
  /** Told when no further connections are taken for want of file descriptors. */
  readonly logger?: Logger | undefined
  /** Takes connections as long as there are descriptors at all: for operators, who want to get in when clients have taken the others. */
  readonly usesReserve?: boolean | undefined
  /** Networks (`10.0.0.0/8`) of reverse proxies whose `X-Forwarded-For` is believed. Default none. */
  readonly trustedProxies?: readonly string[] | undefined
}

/** A listener. It opens once and closes once. */
export interface HttpServer {
  /** Rejects with a `ListenError` when the address cannot be had, and with an `Error` for TLS files that cannot be used. */
  listen(): Promise<{ readonly port: number }>
  /**
   * Takes no new connections, lets running requests end, closes idle connections; after `graceMs` what is left is cut. Resolves
   * when all is closed. Safe before `listen`, and again.
   */
  close(graceMs: number): Promise<void>
}

/** What both kinds of server get: every option decided. */
export interface ServerSetup extends HttpServerOptions {
  readonly limits: HttpLimits
  readonly reusePort: boolean
  readonly trustedProxies: readonly string[]
  readonly reserve: DescriptorReserve
}

/** Wires a server; `listen` opens it. Throws an `Error` when `trustedProxies` holds something else than networks. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const setup: ServerSetup = {
    ...options,
    limits: { ...DEFAULT_HTTP_LIMITS, ...options.limits },
    reusePort: options.reusePort ?? false,
    trustedProxies: options.trustedProxies ?? [],
    reserve: new DescriptorReserve(
      options.usesReserve ? Number.POSITIVE_INFINITY : readDescriptorLimit(),
      options.logger,
    ),
  }
  return options.kind === 'uws' ? createUwsServer(setup) : createNodeServer(setup)
}
