import { createExchangeContext, sweep } from '../exchange-context.ts'
import type { HttpServer, ServerSetup } from '../server-setup.ts'
import { isSameTls, readTlsFiles, type TlsMaterial } from '../tls-files.ts'
import { waitUpTo } from '../wait-up-to.ts'
import { acceptUwsRequest } from './uws-exchange.ts'
import { loadUws, type UwsApp, type UwsLibrary } from './uws-library.ts'
import { UwsListening } from './uws-listening.ts'

/**
 * The listener on the native server. Its own behaviour, as seen with version 20.30:
 * - HTTP/1.1 only. A request of version 1.0, without `Host`, whose target does not begin with a slash (absolute form,
 *   `*`), behind an empty line, with a folded line, with more than 47 header lines, with anything but letters, digits
 *   and hyphens in a header's name, or that is not HTTP gets no answer; its connection is closed within 12 s.
 * - A request head over 4 KiB is accepted only when it arrives in one read; otherwise the connection is closed.
 * - Framing that the library itself refuses (a Content-Length that is no number, or beside a Transfer-Encoding), a
 *   method it does not know, and a request that arrives while the one before it is still being handled (pipelining)
 *   close the connection without an answer. Other ambiguous framing is answered 400.
 * - A client that ends its side of the connection gets no answer that was not ready by then.
 * - `Expect: 100-continue` is granted before the body's length has been checked.
 * - It does not validate chunk sizes, nor the octets after a chunk and after the last one. So the response to a chunked
 *   request is the last one of its connection.
 * - Octets over 0x7f at either end of a header's value are dropped, and a header line without a name hides the lines
 *   after it from code that reads headers. Neither can be detected here, so `uws-correction.ts` corrects the binary
 *   where it knows it (Linux on x64).
 *
 * Clients that need more than this belong on a listener of kind `node`.
 * - It does not hand out the certificates of clients: `getX509Certificate` came with version 20.44.
 */
export function createUwsServer(setup: ServerSetup): HttpServer {
  if (setup.tls?.clientCertificates !== undefined)
    throw new Error("The server 'uws' cannot ask clients for certificates: use server 'node' for this listener")
  const context = createExchangeContext(setup)
  /** The last one takes connections; those before it had other certificates and still have theirs. */
  const apps: UwsApp[] = []
  let stopSweeping = () => {}
  let closed: Promise<void> | undefined
  let listening: UwsListening | undefined
  let material: TlsMaterial | undefined

  async function listen() {
    const uws = await loadUws()
    silence(uws)
    material = setup.tls && (await readTlsFiles(setup.tls))
    listening = new UwsListening(uws, addApp(uws), setup)
    const port = await listening.open()
    stopSweeping = sweep(context)
    return { port }
  }

  function addApp(uws: UwsLibrary): UwsApp {
    const app = createApp(uws, setup)
    app.any('/*', (response, request) => acceptUwsRequest(context, response, request))
    apps.push(app)
    return app
  }

  async function renewTls(): Promise<boolean> {
    if (setup.tls === undefined || material === undefined) return false
    const [uws, read] = await Promise.all([loadUws(), readTlsFiles(setup.tls)])
    if (isSameTls(read, material) || context.isClosing) return false
    listening?.useApp(addApp(uws))
    material = read
    return true
  }

  async function shutDown(graceMs: number): Promise<void> {
    listening?.close()
    context.open.finish()
    await waitUpTo(graceMs, context.open.whenIdle())
    stopSweeping()
    for (const app of apps) app.close()
  }

  function close(graceMs: number): Promise<void> {
    context.isClosing = true
    closed ??= shutDown(graceMs)
    return closed
  }

  return {
    listen,
    renewTls,
    close,
    get certificate() {
      return material?.cert.toString()
    },
  }
}

/**
 * Leaves the header that names the server and its version out of responses; the library has this switch but no name for
 * it.
 */
function silence(uws: UwsLibrary): void {
  uws._cfg('999999990007')
}

function createApp(uws: UwsLibrary, { tls }: ServerSetup): UwsApp {
  if (tls === undefined) return uws.App()
  return uws.SSLApp({
    cert_file_name: tls.certFile,
    key_file_name: tls.keyFile,
    ...(tls.passphrase !== undefined && { passphrase: tls.passphrase }),
  })
}
