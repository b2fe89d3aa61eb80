import net from 'node:net'

/** A connection to a Postgres that can be cut without either side noticing. */
export interface FreezingProxy {
  /** The connection string through it. */
  readonly url: string
  /** Nothing passes in either direction any more, and no connection breaks. */
  freeze(): void
  /** Everything passes again, beginning with what waited. */
  thaw(): void
  close(): Promise<void>
}

export async function startFreezingProxy(url: string): Promise<FreezingProxy> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const pairs = new Set<readonly [net.Socket, net.Socket]>()
  let isFrozen = false
  const server = net.createServer((client) => {
    const upstream = folder === null ? net.connect(port, target.hostname) : net.connect(`${folder}/.s.PGSQL.${port}`)
    const pair = [client, upstream] as const
    pairs.add(pair)
    if (isFrozen) for (const socket of pair) socket.pause()
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (octets) => to.write(octets))
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as net.AddressInfo).port)
  const each = (act: (socket: net.Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket)
  }
  return {
    url: through.href,
    freeze: () => {
      isFrozen = true
      each((socket) => socket.pause())
    },
    thaw: () => {
      isFrozen = false
      each((socket) => socket.resume())
    },
    close: () => {
      each((socket) => socket.destroy())
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
