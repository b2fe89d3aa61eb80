import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy in front of a server that can be frozen: it then holds back the data of both sides, without either side
 * noticing.
 */
export interface FreezingProxy {
  readonly port: number
  freeze(): void
  thaw(): void
  close(): void
}

export async function startFreezingProxy(targetPort: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.setNoDelay(true)
    // Not a pipe, because that would go on reading on its own.
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (!isFrozen) from.resume()
    })
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroySoon()
    })
    if (isFrozen) from.pause()
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    join(client, upstream)
    join(upstream, client)
    if (!isFrozen) client.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
