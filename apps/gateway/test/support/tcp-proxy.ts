import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address in front of a server whose port changes when it restarts. */
export interface TcpProxy {
  readonly port: number
  /** The port that new connections go to; undefined refuses them. */
  target: number | undefined
  close(): Promise<void>
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const proxy = { target: target as number | undefined }
  const server = createServer((client) => {
    if (proxy.target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(proxy.target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get target() {
      return proxy.target
    },
    set target(port) {
      proxy.target = port
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
