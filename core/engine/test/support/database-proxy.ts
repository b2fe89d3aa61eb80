import { startTcpProxy, type TcpProxy } from '@heliograph/testkit'

/** A connection to Postgres that can be held up and cut without either side noticing. */
export interface DatabaseProxy extends TcpProxy {
  /** The URL of the database through it. */
  readonly url: string
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const number = Number(port || 5432)
  const proxy = await startTcpProxy(
    folder === null ? { port: number, host: hostname } : { path: `${folder}/.s.PGSQL.${number}` },
  )
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.host = `127.0.0.1:${proxy.port}`
  return Object.assign(proxy, { url: through.href })
}
