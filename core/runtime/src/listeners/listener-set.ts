import type { Router } from '@heliograph/http'
import { type ListenerAddress, type ListenerSurroundings, type OpenListener, openListener } from './open-listener.ts'

/** The open listeners of a gateway, by name. */
export class ListenerSet {
  readonly #open: OpenListener[] = []
  readonly #addresses = new Map<string, ListenerAddress>()
  readonly #surroundings: ListenerSurroundings

  constructor(surroundings: ListenerSurroundings) {
    this.#surroundings = surroundings
  }

  /** Every listener that has been opened, even if it has been closed since. */
  get addresses(): ReadonlyMap<string, ListenerAddress> {
    return this.#addresses
  }

  /** Those with TLS. */
  get encrypted(): readonly OpenListener[] {
    return this.#open.filter(({ tls }) => tls !== undefined)
  }

  /** Rejects with an `Error` that names the listener. */
  async open(name: string, settings: Parameters<typeof openListener>[1], router: Router): Promise<void> {
    const listener = await openListener(name, settings, router, this.#surroundings)
    this.#open.push(listener)
    this.#addresses.set(name, listener.address)
  }

  /** Closes the listeners that `chosen` picks, all at once; requests still running after `graceMs` are cut off. */
  async close(graceMs: number, chosen: (name: string) => boolean): Promise<void> {
    await Promise.all(this.#open.filter(({ name }) => chosen(name)).map((listener) => listener.close(graceMs)))
  }
}
