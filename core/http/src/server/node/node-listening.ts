import type { Server } from 'node:http'
import { type AddressInfo, type ListenOptions, Server as TcpServer } from 'node:net'
import type { ServerSetup } from '../http-server.ts'
import { toListenError } from '../listen-error.ts'

/** How long no connections are taken after the system had no more for us. */
const PAUSE_MS = 1000

/** Opens the address and keeps it open until `isClosing`. Rejects with a `ListenError` when it cannot be had. */
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
 * Without file descriptors Node turns connections away with one it keeps for that. Should that one be lost, too, each further connection is an error
 * of the server, which would end the process, and come at once again. So the address is closed for a while; open connections live on.
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
    // The `close` of an HTTP server would end idle connections as well.
    TcpServer.prototype.close.call(server)
  })
}

/**
 * Resolves when the last connection has ended. The `close` of an HTTP server would first end every connection it takes for idle, and it takes
 * for idle a connection whose response is still on its way to a slow client.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve())
  })
}
