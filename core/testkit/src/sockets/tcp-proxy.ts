import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * A proxy in front of a server, at an address that stays. It lets connections fail without either side hearing of it.
 * @stability experimental
 */
export interface TcpProxy {
  /** Of 127.0.0.1. */
  readonly port: number
  /** How many connections have been made to it so far. */
  readonly connections: number
  /** Where new connections go: a port of 127.0.0.1, or what `net.connect` takes. With undefined they are refused. */
  target: number | NetConnectOpts | undefined
  /** Holds back the data of both sides, on new connections too, until `thaw`. */
  freeze(): void
  thaw(): void
  /**
   * Nothing passes any more over the connections that are open now, and neither side hears when the other closes, as
   * behind a firewall that has forgotten them. With `all`, the same happens to new ones until `mend`.
   */
  silence(options?: { readonly all: boolean }): void
  /** New connections work again. */
  mend(): void
  /** Resolves when all connections are closed. */
  close(): Promise<void>
}

/** A connection through the proxy, with its two ends. */
interface Line {
  readonly ends: readonly [Socket, Socket]
  isSilent: boolean
}

/** @stability experimental */
export async function startTcpProxy(target: TcpProxy['target']): Promise<TcpProxy> {
  const lines = new Set<Line>()
  const state = { target, connections: 0, isFrozen: false, isSilent: false }
  const isHeld = (line: Line) => state.isFrozen || line.isSilent
  const join = (line: Line, from: Socket, to: Socket) => {
    from.setNoDelay(true)
    // Not a pipe, because that would go on reading on its own.
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (!isHeld(line)) from.resume()
    })
    from.on('error', () => from.destroy())
    from.on('close', () => {
      if (line.isSilent) return
      lines.delete(line)
      to.destroySoon()
    })
    if (isHeld(line)) from.pause()
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    state.connections += 1
    if (state.target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(
      typeof state.target === 'number' ? { port: state.target, host: '127.0.0.1' } : state.target,
    )
    const line: Line = { ends: [client, upstream], isSilent: state.isSilent }
    lines.add(line)
    join(line, client, upstream)
    join(line, upstream, client)
    if (!isHeld(line)) client.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const openEnds = () => [...lines].filter(({ isSilent }) => !isSilent).flatMap(({ ends }) => ends)
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return state.connections
    },
    get target() {
      return state.target
    },
    set target(to) {
      state.target = to
    },
    freeze() {
      state.isFrozen = true
      for (const end of openEnds()) end.pause()
    },
    thaw() {
      state.isFrozen = false
      for (const end of openEnds()) end.resume()
    },
    silence({ all } = { all: false }) {
      state.isSilent = all
      for (const end of openEnds()) end.pause()
      for (const line of lines) line.isSilent = true
    },
    mend() {
      state.isSilent = false
    },
    async close() {
      server.close()
      for (const { ends } of lines) for (const end of ends) end.destroy()
      await once(server, 'close')
    },
  }
}
