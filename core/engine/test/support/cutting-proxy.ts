import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A connection to Postgres that can go dead silently, as with a cut cable: nothing passes any more, and nothing is
 * closed.
 */
export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** How many have been made so far, those that went dead at once included. */
  readonly connections: number
  /** Everything that is connected now goes dead for good; with `all`, so does what connects later. */
  cut(options?: { readonly all: boolean }): void
  /** Connections made from now on work again. */
  mend(): void
  close(): Promise<void>
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const sockets = new Set<Socket>()
  let isCut = false
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const upstream = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (!isCut) from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    get connections() {
      return connections
    },
    cut({ all } = { all: false }) {
      isCut = all
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
