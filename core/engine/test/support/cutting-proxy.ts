import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to Postgres that can go dead silently, as with a cut cable: nothing passes, nothing is closed. */
export interface FreezingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** Everything that is connected now goes dead; with `all`, so does what connects later. */
  freeze(options?: { readonly all: boolean }): void
  /** Connections made from now on work again. */
  thaw(): void
  close(): Promise<void>
}

export async function startFreezingProxy(databaseUrl: string): Promise<FreezingProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (!isFrozen) from.pipe(to)
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
    freeze({ all } = { all: false }) {
      isFrozen = all
      for (const socket of sockets) socket.unpipe().pause()
    },
    thaw() {
      isFrozen = false
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
