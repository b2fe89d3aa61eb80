import { createRequestIdSource } from '@heliograph/contracts'
import { DescriptorReserve, readDescriptorLimit } from './descriptor-reserve.ts'
import { DEFAULT_HTTP_LIMITS } from './http-limits.ts'
import { createNodeServer } from './node/node-server.ts'
import type { HttpServer, HttpServerOptions, ServerSetup } from './server-setup.ts'
import { createUwsServer } from './uws/uws-server.ts'

/** 30 days: long enough for people who come back, and an operator who gives up TLS does not wait for a year. */
export const DEFAULT_HSTS_SECONDS = 2_592_000

/** Creates a server; `listen` opens it. Throws an `Error` when `trustedProxies` contains anything but networks. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const setup: ServerSetup = {
    ...options,
    limits: { ...DEFAULT_HTTP_LIMITS, ...options.limits },
    reusePort: options.reusePort ?? false,
    trustedProxies: options.trustedProxies ?? [],
    hstsMaxAgeSeconds: options.hstsMaxAgeSeconds ?? DEFAULT_HSTS_SECONDS,
    makeRequestId: options.makeRequestId ?? createRequestIdSource(),
    reserve: new DescriptorReserve(
      options.usesReserve ? Number.POSITIVE_INFINITY : readDescriptorLimit(),
      options.logger,
    ),
  }
  return options.kind === 'uws' ? createUwsServer(setup) : createNodeServer(setup)
}
