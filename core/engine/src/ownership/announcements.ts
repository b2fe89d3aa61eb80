import type { Clock, Logger } from '@heliograph/contracts'
import { DatabaseClient } from '../database/database-client.ts'
import { type Connection, readConnection } from '../database/read-connection.ts'
import { mayStay, SESSION_FACTS, type SessionFacts } from '../database/session-target.ts'

const RECONNECT_MS = 250
const LONGEST_RECONNECT_MS = 5_000

/** How often the connection is probed. */
const PROBE_MS = 2_000

/** How long an answer may take before the connection is given up. */
const DEADLINE_MS = 3_000

export interface AnnouncementsOptions {
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
  /**
   * By topic. An announcement is a topic alone, or a topic, a blank and an argument; without one the argument is empty.
   * Topics without a listener are ignored.
   */
  readonly listeners: Readonly<Record<string, (argument: string) => void>>
  /**
   * Reports whether announcements are heard at present. Those made while they were not are lost, so after every `true`,
   * the first one included, whatever they would have announced has to be read again.
   */
  readonly onLive: (live: boolean) => void
}

/**
 * Listens for announcements of changes (NOTIFY on channel `heliograph`) on a connection of its own.
 *
 * It has its own because the loss of this connection has to be noticed at once: until it is back, cached data cannot be
 * trusted. A connection whose other end has vanished looks like one without announcements, and so does one to a host
 * that another has taken over from, so it has to answer a probe every two seconds, and still be what the URL wants.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions
  readonly #connection: Connection
  /** The connection that is listened to. */
  #client: DatabaseClient | undefined
  /** The connection that is being opened. */
  #connecting: DatabaseClient | undefined
  #stopped = false
  #waitMs = RECONNECT_MS
  /** Ends the wait for the next attempt to connect, or for the next probe. */
  #cancel = () => {}

  constructor(options: AnnouncementsOptions) {
    this.#options = options
    this.#connection = readConnection(options.url)
  }

  /** Connects; rejects when that fails the first time. */
  async start(): Promise<void> {
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    const client = this.#client
    this.#client = undefined
    this.#connecting?.destroy()
    if (client !== undefined) await this.#inTime(client.end()).catch(() => client.destroy())
  }

  async #connect(): Promise<void> {
    const client = new DatabaseClient({
      ...this.#connection.pg,
      keepAlive: true,
      application_name: 'heliograph announcements',
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    this.#connecting = client
    try {
      await this.#inTime(client.connect())
      await this.#inTime(client.query('listen heliograph'))
      if (this.#stopped) throw new Error('stopped')
    } catch (error) {
      client.destroy()
      throw error
    } finally {
      this.#connecting = undefined
    }
    this.#client = client
    this.#waitMs = RECONNECT_MS
    this.#planProbe(client)
    this.#options.onLive(true)
  }

  #hear(payload: string): void {
    const blank = payload.indexOf(' ')
    const topic = blank < 0 ? payload : payload.slice(0, blank)
    const { listeners } = this.#options
    if (Object.hasOwn(listeners, topic)) listeners[topic]?.(blank < 0 ? '' : payload.slice(blank + 1))
  }

  #planProbe(client: DatabaseClient): void {
    this.#cancel = this.#options.clock.after(PROBE_MS, () => {
      this.#inTime(client.query<SessionFacts>(SESSION_FACTS)).then(
        ({ rows: [facts] }) => {
          if (facts === undefined || !mayStay(this.#connection.target, facts)) this.#lost(client)
          else if (this.#client === client) this.#planProbe(client)
        },
        () => this.#lost(client),
      )
    })
  }

  #lost(client: DatabaseClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#cancel()
    // Not `end`: that would wait for the other side.
    client.destroy()
    this.#options.onLive(false)
    this.#planConnect()
  }

  #planConnect(): void {
    this.#cancel = this.#options.clock.after(this.#waitMs, () => {
      this.#connect().catch((error: unknown) => {
        if (this.#stopped) return
        this.#options.logger.debug({ err: error }, 'announcements of changes cannot be heard yet')
        this.#planConnect()
      })
    })
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_RECONNECT_MS)
  }

  /**
   * Rejects when the answer takes too long. A process that was itself held up first reads what has arrived meanwhile.
   */
  async #inTime<T>(answer: Promise<T>): Promise<T> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = this.#options.clock.after(DEADLINE_MS, () =>
        setImmediate(reject, new Error('no answer from the database')),
      )
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      cancel()
    }
  }
}
