import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { createAddressList, type StrangerPlace } from '@heliograph/messaging'
import { plainAddress } from './plain-address.ts'
import { readProxyHeader } from './proxy-header.ts'
import type { ListenOptions, ListenTls, SmppListener } from './types.ts'

const DEFAULT_HANDSHAKE_TIMEOUT_MS = 10_000

interface Peer {
  readonly address: string
  readonly port: number
}

/**
 * Listens for SMPP clients. Resolves when it listens, rejects when it cannot (port taken, certificate unusable,
 * malformed network).
 *
 * An error on one connection ends only that connection.
 */
export async function listenSmpp(options: ListenOptions): Promise<SmppListener> {
  const isTrusted = createAddressList(options.proxyProtocol ?? [])
  let context = options.tls === undefined ? undefined : secureContext(options.tls)
  const admissions = new Set<Admission>()
  const server = createServer({ noDelay: true, keepAlive: true, pauseOnConnect: true }, (socket) => {
    // The session adds a listener that reports errors; until then this one keeps an error from ending the process.
    socket.on('error', () => undefined)
    const peer = { address: plainAddress(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 }
    const admission = new Admission(socket, peer, options, context)
    admissions.add(admission)
    socket.once('close', () => admissions.delete(admission))
    admission.start(isTrusted(peer.address))
  })
  await listen(server, options)
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return admissions.size
    },
    useTls(tls) {
      context = secureContext(tls)
    },
    close: () =>
      new Promise((resolve) => {
        server.close()
        resolve()
      }),
    destroyConnections() {
      for (const admission of admissions) admission.destroy()
    },
  }
}

function listen(server: Server, { host, port }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.removeListener('error', reject)
      // The error may be temporary (out of file descriptors, say), and the next connection may succeed.
      server.on('error', () => undefined)
      resolve()
    })
  })
}

function secureContext({ key, cert }: ListenTls): SecureContext {
  return createSecureContext({ key, cert, minVersion: 'TLSv1.2' })
}

/** Takes one connection from accept to `onConnection`, and can cut it off at any time. */
class Admission {
  readonly #socket: Socket
  readonly #options: ListenOptions
  readonly #context: SecureContext | undefined
  #peer: Peer
  /** The outermost layer: with TLS, what is wrapped around `#socket`. */
  #top: Socket
  #place: StrangerPlace | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(socket: Socket, peer: Peer, options: ListenOptions, context: SecureContext | undefined) {
    this.#socket = socket
    this.#top = socket
    this.#peer = peer
    this.#options = options
    this.#context = context
  }

  /** From the outermost layer: Node may not survive it when a TLS handshake loses the socket below it. */
  destroy(): void {
    this.#top.destroy()
  }

  start(isProxy: boolean): void {
    const timeoutMs = this.#options.handshakeTimeoutMs ?? DEFAULT_HANDSHAKE_TIMEOUT_MS
    this.#timer = setTimeout(() => this.#refuse('the handshake took too long'), timeoutMs)
    this.#socket.once('close', () => clearTimeout(this.#timer))
    if (isProxy) this.#readProxyHeader()
    else this.#takePlace()
  }

  #readProxyHeader(): void {
    const socket = this.#socket
    let octets = Buffer.alloc(0)
    const read = (): void => {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      octets = Buffer.concat([octets, chunk])
      const header = readProxyHeader(octets)
      if (header === 'more') return
      socket.removeListener('readable', read)
      if (header === 'wrong') {
        this.#refuse('no PROXY protocol header')
        return
      }
      if (header.source !== undefined) this.#peer = { ...header.source, address: plainAddress(header.source.address) }
      if (header.length < octets.length) socket.unshift(octets.subarray(header.length))
      this.#takePlace()
    }
    socket.on('readable', read)
    read()
  }

  #takePlace(): void {
    const { address } = this.#peer
    this.#place = this.#options.strangers?.enter(address, () => {
      this.destroy()
      this.#options.onRefused?.(address, 'others came while it had not bound')
    })
    this.#socket.once('close', () => this.#place?.leave())
    this.#secure()
  }

  #secure(): void {
    if (this.#context === undefined) {
      this.#admit(this.#socket)
      return
    }
    const secured = new TLSSocket(this.#socket, { isServer: true, secureContext: this.#context })
    this.#top = secured
    secured.on('error', (error: Error) => this.#refuse(error.message))
    secured.once('secure', () => this.#admit(secured))
  }

  #admit(socket: Socket): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { address, port } = this.#peer
    const isEncrypted = this.#context !== undefined
    const place = this.#place
    try {
      this.#options.onConnection({ socket, remoteAddress: address, remotePort: port, isEncrypted, place })
    } catch (error) {
      socket.destroy()
      this.#options.onRefused?.(address, error instanceof Error ? error.message : String(error))
    }
  }

  #refuse(reason: string): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.destroy()
    this.#options.onRefused?.(this.#peer.address, reason)
  }
}
