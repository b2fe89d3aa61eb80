import type { Socket } from 'node:net'
import { addressGroup, type StrangerPlace, StrangerPlaces } from '@heliograph/messaging'
import type { SMTPServerSession } from 'smtp-server'
import type { EmailConfig } from './config.ts'
import { SmtpRefusal } from './smtp-answers.ts'

/** A client that the server knows. */
export interface ClientSlot {
  /** Call it once, when the connection has ended. */
  release(): void
}

/**
 * Decides which connections there may be. Those that have not logged in can be anyone's, so they have places of their
 * own and never take one of a client that is known.
 */
export class Door {
  readonly #config: Pick<EmailConfig, 'connectionsPerAddress' | 'maxConnections' | 'maxStrangers'>
  readonly #strangers: StrangerPlaces
  /** Places of strangers, by connection. */
  readonly #places = new Map<string, StrangerPlace>()
  /** Known clients, by address group. */
  readonly #known = new Map<string, number>()
  #taken = 0

  constructor(config: Pick<EmailConfig, 'connectionsPerAddress' | 'maxConnections' | 'maxStrangers'>) {
    this.#config = config
    this.#strangers = new StrangerPlaces({ perGroup: config.connectionsPerAddress, total: config.maxStrangers })
  }

  get strangers(): number {
    return this.#strangers.size
  }

  /** Connections that were closed, before they had logged in, to make room for others. */
  get displaced(): number {
    return this.#strangers.ended
  }

  /**
   * Gives a connection a place as soon as it is accepted, so that it has one during its TLS handshake as well.
   *
   * @param end called when it has to give its place up
   */
  arrive(socket: Socket, end: () => void): void {
    const key = keyOf(socket)
    this.leave(key)
    this.#places.set(key, this.#strangers.enter(socket.remoteAddress ?? '', end))
    socket.once('close', () => this.leave(key))
  }

  /** Frees the place of a connection that has ended, or whose client is known. See `keyOf`. */
  leave(key: string): void {
    this.#places.get(key)?.leave()
    this.#places.delete(key)
  }

  /**
   * Gives a client that has just become known a slot in exchange for its place. Throws a `SmtpRefusal` when there is
   * none.
   */
  recognise(session: SMTPServerSession): ClientSlot {
    const { connectionsPerAddress, maxConnections } = this.#config
    const group = addressGroup(session.remoteAddress)
    const others = this.#known.get(group) ?? 0
    if (others >= connectionsPerAddress) throw new SmtpRefusal(421, 'Too many connections from this address')
    if (this.#taken >= maxConnections) throw new SmtpRefusal(421, 'Too many connections, try again in a moment')
    this.leave(keyOf(session))
    this.#known.set(group, others + 1)
    this.#taken += 1
    return { release: () => this.#release(group) }
  }

  #release(group: string): void {
    const others = (this.#known.get(group) ?? 0) - 1
    if (others > 0) this.#known.set(group, others)
    else this.#known.delete(group)
    this.#taken -= 1
  }
}

/** The same for a socket and for the session over it. */
export function keyOf(connection: Pick<Socket, 'localPort' | 'remoteAddress' | 'remotePort'>): string {
  const { localPort = 0, remoteAddress = '', remotePort = 0 } = connection
  return `${localPort} ${remotePort} ${addressGroup(remoteAddress)}`
}
