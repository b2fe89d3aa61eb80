import type { Server } from 'node:http'
import { type AddressInfo, type ListenOptions, Server as TcpServer } from 'node:net'
import { toListenError } from '../listen-error.ts'
import type { ServerSetup } from '../server-setup.ts'

/** How long the server takes no connections after the system has run out of descriptors. */
const PAUSE_MS = 1000

/** Listens on the address until `isClosing`. Rejects with a `ListenError` when it cannot. */
export function listenOn(server: Server, setup: ServerSetup, isClosing: () => boolean): Promise<{ port: number }> {
  const { host, port, reusePort } = setup
  const options: ListenOptions = { host, port, exclusive: true, ...(reusePort && { reusePort }) }
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(toListenError(host, port, cause)))
    server.listen(options, () => {
      server.removeAllListeners('error')
      const { port: opened } = server.address() as AddressInfo
      pauseOnErrors(server, { ...options, port: opened }, isClosing)
      resolve({ port: opened })
    })
  })
}

/**
 * When file descriptors run out, Node turns connections away with one that it keeps for that purpose. If that one is
 * lost too, each further connection causes a server error, which would end the process, and the error repeats at once.
 * So the address is closed for a while; open connections stay.
 */
function pauseOnErrors(server: Server, options: ListenOptions, isClosing: () => boolean): void {
  let timer: NodeJS.Timeout | undefined
  const resume = () => {
    timer = undefined
    if (!isClosing()) server.listen(options)
  }
  server.on('error', () => {
    if (timer !== undefined) return
    timer = setTimeout(resume, PAUSE_MS)
    timer.unref()
    // The `close` of an HTTP server would also end idle connections.
    TcpServer.prototype.close.call(server)
  })
}

/**
 * Resolves when the last connection has ended. The `close` of an HTTP server would first end every connection that it
 * considers idle, including one whose response is still on its way to a slow client.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve())
  })
}
