import { resolve } from 'node:path'
import { listenerUrl } from '../config/derived-values.ts'
import type { ListenerSettings } from '../config/sections/listener.ts'
import { createHttpServer } from '../http/http-server.ts'
import type { Router } from '../http/router.ts'
import { describeServerKind, resolveServerKind, type ServerKind } from '../http/server-kind.ts'

/** Where a listener can be reached. */
export interface ListenerAddress {
  /** From this machine, without a trailing slash: `http://127.0.0.1:8080`. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly server: ServerKind
  /** The same for operators, with the reason: `node (uWebSockets.js is not installed)`. */
  readonly serverText: string
}

export interface OpenListener {
  readonly name: string
  readonly address: ListenerAddress
  /** Takes no more connections, lets requests end and cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Opens a listener. Rejects with an `Error` that names it when its address cannot be had or its server or TLS files cannot be used. */
export async function openListener(
  name: string,
  settings: ListenerSettings,
  router: Router,
  baseDir: string,
): Promise<OpenListener> {
  try {
    const kind = await resolveServerKind(settings.server)
    const { host, port, tls, trustedProxies, reusePort, limits } = settings
    const files = tls && { ...tls, certFile: resolve(baseDir, tls.certFile), keyFile: resolve(baseDir, tls.keyFile) }
    const server = createHttpServer({ kind, router, host, port, tls: files, trustedProxies, reusePort, limits })
    const listening = await server.listen()
    const url = listenerUrl(settings, listening.port)
    const serverText = describeServerKind(settings.server, kind)
    const address = { url, host, port: listening.port, server: kind, serverText }
    return { name, address, close: (graceMs) => server.close(graceMs) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`Listener '${name}' cannot open: ${message}`, { cause: error })
  }
}
