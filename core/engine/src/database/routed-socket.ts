import { Socket } from 'node:net'
import type { SearchedHosts } from './host-search.ts'
import { isLocalSocket, socketPathOf } from './hosts.ts'
import { NoSuitableHostError } from './no-suitable-host.ts'
import type { SessionTarget } from './session-target.ts'

/**
 * A socket that leads to whichever host suits, wherever it is told to connect to. The drivers know a socket that
 * connects, and that one can be destroyed meanwhile; a promise of a socket they would have to wait for.
 */
export class RoutedSocket extends Socket {
  /** The host that it leads to, once that is known. */
  host: string | undefined
  readonly #target: SessionTarget
  readonly #find: () => Promise<SearchedHosts>

  constructor(target: SessionTarget, find: () => Promise<SearchedHosts>) {
    super()
    this.#target = target
    this.#find = find
  }

  override connect(): this {
    // What is written from now on waits for the connection.
    Object.assign(this, { connecting: true })
    this.#find().then((found) => this.#follow(found))
    return this
  }

  #follow({ host, outcomes }: SearchedHosts): void {
    if (this.destroyed) return
    if (host === undefined) {
      this.destroy(new NoSuitableHostError(this.#target, outcomes))
      return
    }
    this.host = host.name
    if (isLocalSocket(host)) super.connect(socketPathOf(host))
    else super.connect(host.port, host.name)
  }
}
