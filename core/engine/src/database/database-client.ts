import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { TLS_IF_OFFERED } from './read-tls.ts'
import { RoutedSocket } from './routed-socket.ts'

/** What the types of the driver leave out of its connection. */
interface PgConnection {
  readonly stream: Socket
  connect(port: number | string, host?: string): void
  attachListeners(stream: Socket): void
  upgradeToSSL(host: string | undefined, fail: (error: Error) => void): void
  emit(event: 'sslconnect'): void
}

/** A server's answer to the question for TLS when it has none. */
const NO_TLS = 'N'.charCodeAt(0)

/** A connection of node-postgres. It takes what `readConnection` has for it. */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config)
    if (config.stream !== undefined) nameItsServer(this.#connection)
    if (config.ssl === TLS_IF_OFFERED) goOnWithoutTls(this.#connection)
  }

  get #connection(): PgConnection {
    return (this as unknown as { readonly connection: PgConnection }).connection
  }

  /** The version of TLS of an open connection; undefined when it is not encrypted. */
  get tlsVersion(): string | undefined {
    const { stream } = this.#connection
    return stream instanceof TLSSocket ? (stream.getProtocol() ?? undefined) : undefined
  }

  /** Ends the connection without waiting for the other side, which `end` does. */
  destroy(): void {
    this.#connection.stream.destroy()
  }
}

/** The driver would tell each of several servers the name of the first. */
function nameItsServer(connection: PgConnection): void {
  const upgrade = connection.upgradeToSSL.bind(connection)
  connection.upgradeToSSL = (host, fail) => {
    const { stream } = connection
    upgrade(stream instanceof RoutedSocket ? stream.host : host, fail)
  }
}

/** The driver gives a connection up when the server has no TLS. */
function goOnWithoutTls(connection: PgConnection): void {
  const connect = connection.connect.bind(connection)
  connection.connect = (port, host) => {
    connect(port, host)
    const { stream } = connection
    const [judge] = stream.listeners('data') as ((answer: Buffer) => void)[]
    if (judge === undefined) throw new Error('This version of pg waits for the answer on TLS in another way.')
    stream.removeListener('data', judge)
    stream.once('data', (answer: Buffer) => {
      if (answer[0] !== NO_TLS) return judge(answer)
      connection.attachListeners(stream)
      connection.emit('sslconnect')
    })
  }
}
