import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a server, which lets connections fail without either side being told. */
export interface DatabaseProxy {
  readonly port: number
  /** Holds back the data of both sides, on new connections too, until `thaw`. */
  freeze(): void
  thaw(): void
  /**
   * Nothing passes any more over the connections that are open now, and neither side is told when the other closes, as
   * behind a firewall that has forgotten them. New connections work.
   */
  silence(): void
  close(): void
}

/** A connection through the proxy, with its two ends. */
interface Line {
  readonly ends: readonly [Socket, Socket]
  isSilent: boolean
}

export async function startDatabaseProxy(targetPort: number): Promise<DatabaseProxy> {
  const lines = new Set<Line>()
  let isFrozen = false
  const join = (line: Line, from: Socket, to: Socket) => {
    from.setNoDelay(true)
    // Not a pipe, because that would go on reading on its own.
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (!isFrozen && !line.isSilent) from.resume()
    })
    from.on('error', () => from.destroy())
    from.on('close', () => {
      if (line.isSilent) return
      lines.delete(line)
      to.destroySoon()
    })
    if (isFrozen) from.pause()
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    const line: Line = { ends: [client, upstream], isSilent: false }
    lines.add(line)
    join(line, client, upstream)
    join(line, upstream, client)
    if (!isFrozen) client.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const openEnds = () => [...lines].filter(({ isSilent }) => !isSilent).flatMap(({ ends }) => ends)
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const end of openEnds()) end.pause()
    },
    thaw() {
      isFrozen = false
      for (const end of openEnds()) end.resume()
    },
    silence() {
      for (const end of openEnds()) end.pause()
      for (const line of lines) line.isSilent = true
    },
    close() {
      server.close()
      for (const { ends } of lines) for (const end of ends) end.destroy()
    },
  }
}
