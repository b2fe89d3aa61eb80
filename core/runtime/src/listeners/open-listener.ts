import { resolve } from 'node:path'
import type { Logger } from '@heliograph/contracts'
import {
  createHttpServer,
  describeServerKind,
  type HttpServerOptions,
  type Router,
  resolveServerKind,
  type ServerKind,
  type TlsFiles,
} from '@heliograph/http'
import { listenerUrl } from '../config/derived-values.ts'
import type { AdminConfiguration, ListenerSettings } from '../config/sections/listener.ts'

/** Where a listener can be reached. */
export interface ListenerAddress {
  /** From this machine, without a trailing slash: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly server: ServerKind
  /** The server kind for operators, with the reason: `node (uWebSockets.js is not installed)`. */
  readonly serverText: string
}

/** What a listener needs besides its section of the configuration. */
export interface ListenerSurroundings {
  /** Where relative paths of TLS files start from. */
  readonly baseDir: string
  readonly logger: Logger
}

export interface OpenListener {
  readonly name: string
  readonly address: ListenerAddress
  /** Certificate and key; undefined without TLS. */
  readonly tls: TlsFiles | undefined
  /** The certificate that new connections see, in PEM; undefined without TLS. */
  readonly certificate: string | undefined
  /** As `HttpServer.renewTls`. */
  renewTls(): Promise<boolean>
  /** Takes no more connections, lets requests end, and cuts off the rest after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/**
 * Opens a listener. Rejects with an `Error` that names it when its address is not available or its server or TLS files
 * cannot be used.
 */
export async function openListener(
  name: string,
  settings: Omit<ListenerSettings, 'hstsMaxAgeSeconds'> & Pick<HttpServerOptions, 'hstsMaxAgeSeconds' | 'usesReserve'>,
  router: Router,
  { baseDir, logger }: ListenerSurroundings,
): Promise<OpenListener> {
  try {
    const { host, port, tls, trustedProxies, hstsMaxAgeSeconds, reusePort, limits, usesReserve } = settings
    const kind = await resolveServerKind(settings.server, tls)
    const files = tls && resolveFiles(tls, baseDir)
    const serverSettings = { trustedProxies, hstsMaxAgeSeconds, reusePort, limits, usesReserve }
    const options = { ...serverSettings, kind, router, host, port, tls: files, logger }
    const server = createHttpServer(options)
    const listening = await server.listen()
    const url = listenerUrl(settings, listening.port)
    const serverText = describeServerKind(settings.server, kind, tls)
    const address = { url, host, port: listening.port, server: kind, serverText }
    return {
      name,
      address,
      tls: files,
      get certificate() {
        return server.certificate
      },
      renewTls: () => server.renewTls(),
      close: (graceMs) => server.close(graceMs),
    }
  } catch (error) {
    throw cannotOpen(name, error)
  }
}

/** The same files with absolute paths. */
function resolveFiles({ clientCertificates, ...tls }: TlsFiles, baseDir: string): TlsFiles {
  const caFile = clientCertificates && resolve(baseDir, clientCertificates.caFile)
  return {
    ...tls,
    certFile: resolve(baseDir, tls.certFile),
    keyFile: resolve(baseDir, tls.keyFile),
    ...(clientCertificates && caFile && { clientCertificates: { ...clientCertificates, caFile } }),
  }
}

/** The settings of the admin server as those of a listener. */
export function adminListener({ host, port }: Pick<AdminConfiguration, 'host' | 'port'>) {
  return { host, port, server: 'node' as const, trustedProxies: [], reusePort: false, usesReserve: true }
}

/** The error of a listener that cannot open. */
export function cannotOpen(name: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new Error(`Listener '${name}' cannot open: ${message}`, { cause })
}
