import type { Clock, Logger } from '@heliograph/contracts'
import pg from 'pg'
import { DELIVERIES_ANNOUNCEMENT } from '../sessions/delivery-statements.ts'
import { TOPICS } from './announcer.ts'

const RECONNECT_MS = 250
const LONGEST_RECONNECT_MS = 5_000

export interface AnnouncementsOptions {
  readonly url: string
  readonly clock: Clock
  readonly logger: Logger
  /** Something about clients, users, keys or channels has changed. */
  readonly onChange: () => void
  /** Something waits for the sessions of a user. What was announced while nobody heard it has to be found otherwise. */
  readonly onDeliveries: (userId: number) => void
  /** Batches of a route wait; empty: of any. */
  readonly onBatches: (route: string) => void
  /** Links may be free. */
  readonly onLinks: () => void
  /** Whether changes are heard at present. What was announced while they were not is lost. */
  readonly onLive: (live: boolean) => void
}

/**
 * Hears the announcements of changes (NOTIFY on channel `heliograph`) on a connection of its own.
 *
 * Its own because the loss of this connection has to be noticed at once: until it is back, nobody may trust what is cached.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions
  #client: pg.Client | undefined
  #stopped = false
  #waitMs = RECONNECT_MS
  #cancel: (() => void) | undefined

  constructor(options: AnnouncementsOptions) {
    this.#options = options
  }

  /** Connects; rejects when that fails the first time. */
  async start(): Promise<void> {
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel?.()
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { url, onChange, onLive } = this.#options
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'heliograph announcements',
    })
    this.#client = client
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    await client.connect()
    await client.query('listen heliograph')
    this.#waitMs = RECONNECT_MS
    onChange()
    onLive(true)
  }

  #hear(payload: string): void {
    const [what, userId] = payload.split(' ')
    if (what === DELIVERIES_ANNOUNCEMENT) this.#options.onDeliveries(Number(userId))
    else if (what === TOPICS.batches) this.#options.onBatches(userId ?? '')
    else if (what === TOPICS.links) this.#options.onLinks()
    else this.#options.onChange()
  }

  #lost(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = undefined
    this.#options.onLive(false)
    client.end().catch(() => {})
    this.#plan()
  }

  #plan(): void {
    this.#cancel = this.#options.clock.after(this.#waitMs, () => {
      this.#connect().catch((error: unknown) => {
        this.#options.logger.debug({ error }, 'announcements of changes cannot be heard yet')
        if (this.#client !== undefined && !this.#stopped) {
          this.#client = undefined
          this.#plan()
        }
      })
    })
    this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_RECONNECT_MS)
  }
}
