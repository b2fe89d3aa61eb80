import type { CallHolder, OutboundCall } from './outbound-call.ts'
import { type ConnectionOwner, OutboundConnection } from './outbound-connection.ts'
import type { Connector, ConnectTarget } from './outbound-connector.ts'

export interface OriginOptions {
  readonly target: ConnectTarget
  readonly connect: Connector
  /** Connections at a time. */
  readonly connections: number
  /** How long an idle connection is kept when the server does not say. */
  readonly keepAliveMs: number
  /** Nothing is left: neither a connection nor a request. */
  readonly onEmpty: () => void
}

/** The connections to one origin, and the requests that wait for one, served in their order. */
export class OutboundOrigin implements ConnectionOwner, CallHolder {
  readonly #options: OriginOptions
  readonly #waiting: OutboundCall[] = []
  /** The one used last is used next, so that those that are too many become old. */
  readonly #idle: OutboundConnection[] = []
  readonly #open = new Set<OutboundConnection>()
  readonly #opening = new Set<{ destroy(): unknown }>()
  #scheduled: NodeJS.Immediate | undefined
  #onClosed: (() => void) | undefined

  constructor(options: OriginOptions) {
    this.#options = options
  }

  start(call: OutboundCall): void {
    call.holder = this
    this.#waiting.push(call)
    this.#serve()
  }

  drop(call: OutboundCall): void {
    const place = this.#waiting.indexOf(call)
    if (place >= 0) this.#waiting.splice(place, 1)
    this.#checkEmpty()
  }

  onFree(connection: OutboundConnection): void {
    connection.rest()
    this.#idle.push(connection)
    if (this.#waiting.length > 0) this.#serve()
  }

  onClosed(connection: OutboundConnection): void {
    this.#open.delete(connection)
    const place = this.#idle.indexOf(connection)
    if (place >= 0) this.#idle.splice(place, 1)
    this.#serve()
    this.#checkEmpty()
  }

  /** Closes connections that have been idle for too long. */
  sweep(now: number): void {
    for (const connection of this.#idle) if (!connection.isUsable(now)) connection.destroy()
  }

  /** Fails all requests, and resolves when all connections are closed. */
  close(reason: Error): Promise<void> {
    for (const call of this.#waiting.splice(0)) call.fail(reason)
    for (const socket of this.#opening) socket.destroy()
    for (const connection of this.#open) connection.fail(reason)
    return new Promise((resolve) => {
      this.#onClosed = resolve
      this.#checkEmpty()
    })
  }

  /** Opens what the waiting requests need beyond the idle connections, and has those used. */
  #serve(): void {
    if (this.#waiting.length === 0) return
    // Octets or an end that have arrived on an idle connection are read first, or they would be taken for the reply.
    if (this.#idle.length > 0) this.#scheduled ??= setImmediate(() => this.#useIdle())
    let missing = this.#waiting.length - this.#idle.length - this.#opening.size
    for (; missing > 0 && this.#open.size + this.#opening.size < this.#options.connections; missing -= 1) {
      this.#openOne()
    }
  }

  #useIdle(): void {
    this.#scheduled = undefined
    const now = performance.now()
    while (this.#waiting.length > 0) {
      const connection = this.#idle.pop()
      if (connection === undefined) break
      if (connection.isUsable(now)) connection.send(this.#waiting.shift() as OutboundCall)
      else connection.destroy()
    }
    this.#serve()
  }

  #openOne(): void {
    const { target, connect, keepAliveMs } = this.#options
    let connection: OutboundConnection | undefined
    const socket = connect(target, {
      onConnected: () => {
        this.#opening.delete(socket)
        connection = new OutboundConnection(socket, this, keepAliveMs)
        this.#open.add(connection)
        const call = this.#waiting.shift()
        if (call === undefined) this.onFree(connection)
        else connection.send(call)
      },
      onFailed: (error) => {
        this.#opening.delete(socket)
        this.#waiting.shift()?.fail(error)
        this.#serve()
        this.#checkEmpty()
      },
      onOctets: (octets) => {
        if (connection === undefined) socket.destroy()
        else connection.take(octets)
      },
    })
    this.#opening.add(socket)
  }

  #checkEmpty(): void {
    if (this.#waiting.length + this.#open.size + this.#opening.size > 0) return
    this.#options.onEmpty()
    this.#onClosed?.()
  }
}
