import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { type AddressInfo, type ListenOptions, Server as TcpServer } from 'node:net'
import { toListenError } from '../listen-error.ts'
import type { ServerSetup } from '../server-setup.ts'

/** How long the server takes no connections after the system has run out of descriptors. */
const PAUSE_MS = 1000

/** Listens on the address until `isClosing`. Rejects with a `ListenError` when it cannot. */
export async function listenOn(
  server: Server,
  { host, port, reusePort }: ServerSetup,
  isClosing: () => boolean,
): Promise<{ port: number }> {
  const options: ListenOptions =
    reusePort && cluster.isWorker
      ? { host, port: port === 0 ? await findFreePort(host) : port }
      : { host, port, exclusive: true, ...(reusePort && { reusePort }) }
  await listen(server, options)
  const { port: opened } = server.address() as AddressInfo
  pauseOnErrors(server, { ...options, port: opened }, isClosing)
  return { port: opened }
}

/** Processes that `node:cluster` forked share by way of the one that forked them, and what is shared has a number. */
async function findFreePort(host: string): Promise<number> {
  const probe = new TcpServer()
  await listen(probe, { host, port: 0, exclusive: true })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function listen(server: TcpServer, options: ListenOptions): Promise<void> {
  const { host = '', port = 0 } = options
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(toListenError(host, port, cause)))
    server.listen(options, () => {
      server.removeAllListeners('error')
      resolve()
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
