import { type Health, waitAtMost } from '@heliograph/contracts'
import { listenSmpp, type SmppConnection, type SmppListener } from '@heliograph/smpp'
import { ClientConnection } from './connection.ts'
import type { BindKind } from './metrics.ts'
import type { ServerContext } from './server-context.ts'

/**
 * How long clients may take to answer unbind when the server stops. The host gives an instance a second or two in
 * total.
 */
const UNBIND_LIMIT_MS = 1_000

/** The ports of an instance and their connections. */
export class SmppServer {
  readonly #context: ServerContext
  readonly #connections: Set<ClientConnection>
  #listeners: { readonly plain: SmppListener; readonly tls: SmppListener | undefined } | undefined
  #isStopping = false

  /** The server keeps `connections` up to date. */
  constructor(context: ServerContext, connections: Set<ClientConnection>) {
    this.#context = context
    this.#connections = connections
  }

  /** Rejects when a port cannot be opened; then none is left open. */
  async start(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { config, logger } = this.#context
    const plain = await this.#listen(config.port)
    try {
      signal.throwIfAborted()
      const tls = config.tls && (await this.#listen(config.tls.port, config.tls))
      this.#listeners = { plain, tls }
    } catch (error) {
      await plain.close()
      throw error
    }
    logger.info(this.address ?? {}, 'SMPP server listens')
  }

  get address(): { readonly port: number; readonly tlsPort?: number } | undefined {
    if (this.#listeners === undefined) return undefined
    const { plain, tls } = this.#listeners
    return { port: plain.port, ...(tls ? { tlsPort: tls.port } : {}) }
  }

  /** Shows another certificate to connections that come from now on. Throws when it cannot be used. */
  useTls(tls: { readonly cert: string; readonly key: string }): void {
    this.#listeners?.tls?.useTls({ cert: tls.cert, key: tls.key })
  }

  health(): Health {
    return this.#listeners ? { status: 'ok' } : { status: 'down', reason: 'not listening' }
  }

  /**
   * Takes no more connections, ends the open ones in order, and cuts off those that take longer than a second or than
   * `signal` allows.
   */
  async stop(signal: AbortSignal): Promise<void> {
    this.#isStopping = true
    const listeners = [this.#listeners?.plain, this.#listeners?.tls].filter((listener) => listener !== undefined)
    this.#listeners = undefined
    await Promise.all(listeners.map((listener) => listener.close()))
    for (const connection of this.#connections) connection.unbind('the gateway stops')
    const connections = [...this.#connections]
    const unbound = Promise.all(connections.map(({ closed }) => closed))
    await waitAtMost(this.#context.clock, UNBIND_LIMIT_MS, unbound, signal)
    for (const connection of connections) connection.destroy('the gateway stops')
    for (const listener of listeners) listener.destroyConnections()
    await Promise.all(connections.map(({ gone }) => gone))
  }

  #listen(port: number, tls?: { readonly cert: string; readonly key: string }): Promise<SmppListener> {
    const { strangers } = this.#context
    const { host, trustedProxies } = this.#context.config
    return listenSmpp({
      host,
      port,
      strangers,
      proxyProtocol: trustedProxies,
      ...(tls ? { tls: { cert: tls.cert, key: tls.key } } : {}),
      onConnection: (connection) => this.#onConnection(connection),
      onRefused: (remote, reason) => this.#context.logger.debug({ remote, reason }, 'Connection refused'),
    })
  }

  #onConnection(accepted: SmppConnection): void {
    if (this.#isStopping) {
      accepted.socket.destroy()
      return
    }
    const connection = new ClientConnection(this.#context, accepted)
    this.#connections.add(connection)
    void connection.closed.then(() => this.#connections.delete(connection))
  }
}

/** The number of connections with this kind of bind. */
export function countBound(connections: ReadonlySet<ClientConnection>, kind: BindKind): number {
  let count = 0
  for (const connection of connections) if (connection.kind === kind) count += 1
  return count
}
