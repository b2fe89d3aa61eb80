import type { us_listen_socket } from 'uWebSockets.js'
import { explainListenFailure } from '../listen-error.ts'
import type { ServerSetup } from '../server-setup.ts'
import type { UwsApp, UwsLibrary } from './uws-library.ts'

/** Time between checks whether descriptors have run short. */
const LOOK_MS = 100
/** Shortest time for which it then takes no connections. */
const PAUSE_MS = 1000

/**
 * The address of a native server. The library does not report the connections it takes, takes all waiting ones at once,
 * and retries without a pause when the system has no descriptors left. So the address is closed while descriptors are
 * short; open connections stay. A rush of connections may come between two checks, so the reserve holds some
 * descriptors, which are released when the address is closed.
 */
export class UwsListening {
  readonly #uws: UwsLibrary
  #app: UwsApp
  readonly #setup: ServerSetup
  #socket: us_listen_socket | undefined
  #port = 0
  #pausedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(uws: UwsLibrary, app: UwsApp, setup: ServerSetup) {
    this.#uws = uws
    this.#app = app
    this.#setup = setup
  }

  /** Resolves with the port. Rejects with a `ListenError` when it cannot listen on the address. */
  async open(): Promise<number> {
    const { host, port } = this.#setup
    do {
      this.#listenOn(port)
      if (this.#socket === undefined) throw await explainListenFailure(host, port)
      // While an address has connections, the library reopens it only if its port was given by number the first time.
      if (port === 0) {
        this.#closeSocket()
        this.#listenOn(this.#port)
      }
    } while (this.#socket === undefined)
    this.#setup.reserve.hold()
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#timer.unref()
    return this.#port
  }

  /**
   * Takes connections with another app from now on; those of the one before stay. The library can exchange no
   * certificate, so the address changes hands, in one turn of the event loop: a connection that arrives in these
   * microseconds is refused.
   */
  useApp(app: UwsApp): void {
    this.#app = app
    if (this.#socket === undefined) return
    this.#closeSocket()
    this.#listenOn(this.#port)
    // It is reopened as after a shortage of descriptors.
    if (this.#socket === undefined) this.#pause()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closeSocket()
    this.#setup.reserve.release()
  }

  #look(): void {
    if (this.#socket === undefined) {
      if (performance.now() - this.#pausedAt > PAUSE_MS) this.#resume()
    } else if (this.#setup.reserve.isReached()) {
      this.#pause()
      this.#setup.reserve.warn()
    }
  }

  #pause(): void {
    this.#closeSocket()
    this.#setup.reserve.release()
    this.#pausedAt = performance.now()
  }

  #resume(): void {
    if (this.#setup.reserve.hold() && !this.#setup.reserve.isReached()) {
      this.#listenOn(this.#port)
      if (this.#socket !== undefined) return
      const address = { host: this.#setup.host, port: this.#port }
      this.#setup.logger?.error(address, 'the address was closed for a while and cannot be reopened; trying again')
    }
    this.#pause()
  }

  /** Without `LIBUS_LISTEN_EXCLUSIVE_PORT` the library shares the port with any process that asked for sharing. */
  #listenOn(port: number): void {
    const options = this.#setup.reusePort ? 0 : this.#uws.LIBUS_LISTEN_EXCLUSIVE_PORT
    this.#app.listen(this.#setup.host, port, options, (socket) => {
      if (socket === false) return
      this.#socket = socket
      this.#port = this.#uws.us_socket_local_port(socket)
    })
  }

  #closeSocket(): void {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket)
    this.#socket = undefined
  }
}
