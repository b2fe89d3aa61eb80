import { apiUrl } from '../api/client.ts'
import { connection } from '../api/connection.ts'

/** The topics whose changes the gateway reports. */
export type Topic = 'messages' | 'inbox' | 'uploads' | 'phones' | 'alerts'

/** Lets topics that are followed at the same time share one stream. */
const GATHER_MS = 50

/**
 * One stream of events for everything that a tab shows. It is closed while the tab is hidden, since browsers give a
 * site few connections for all of its tabs; when the tab is shown again, its listeners are told that everything may
 * have changed.
 */
export class LiveConnection {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    document.addEventListener('visibilitychange', () => this.#renew())
    // Browsers give a stream up for good when something in front of a gateway that is down refuses it.
    connection.follow(() => this.#renew())
  }

  /** Calls the listener after each change until the returned function is called. */
  follow(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners)
    listeners.add(listener)
    if (listeners.size === 1) this.#renew()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(topic)
      if (listeners.size === 0) this.#renew()
    }
  }

  #renew(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#open(), GATHER_MS)
  }

  #open(): void {
    this.#source?.close()
    this.#source = undefined
    const topics = [...this.#listeners.keys()]
    if (topics.length === 0 || document.hidden) return
    const address = apiUrl('/live')
    const query = topics.map((topic) => `topic=${topic}`).join('&')
    const source = new EventSource(`${address}${address.includes('?') ? '&' : '?'}${query}`)
    // Comes after each connection, including one that replaces a lost one.
    source.addEventListener('hello', () => {
      for (const topic of topics) this.#tell(topic)
    })
    for (const topic of topics) source.addEventListener(topic, () => this.#tell(topic))
    this.#source = source
  }

  #tell(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }
}
