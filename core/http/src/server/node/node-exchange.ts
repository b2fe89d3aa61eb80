import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpMethod, HttpResponse } from '@heliograph/contracts'
import { canonicalIpAddress } from '../../addresses/ip-address.ts'
import { hasBody, hasLength, isHostHeader, NO_BODY } from '../../requests/message-framing.ts'
import { ReceivedRequest } from '../../requests/received-request.ts'
import { splitRequestTarget } from '../../requests/request-target.ts'
import type { ClientCertificateOf } from '../client-certificates.ts'
import { Exchange, type ExchangeContext } from '../exchange.ts'

export interface NodeExchangeContext extends ExchangeContext {
  /** Connections that end with a response already under way: whatever follows on them is not served as a request. */
  readonly ending: WeakSet<Socket>
  /** Absent on listeners that ask for no certificates. */
  readonly certificateOf: ClientCertificateOf | undefined
}

/** Octets of a response given to Node at a time, to see how far a client has read. */
const PIECE_OCTETS = 65_536

/** One request and its response on `node:http`. */
export class NodeExchange extends Exchange {
  readonly #ending: WeakSet<Socket>
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  #stopListening: (() => void) | undefined
  #waitsForLeave: boolean
  #written = 0

  /** @param waitsForLeave - whether the client sends its body only after `100 Continue`. */
  constructor(
    context: NodeExchangeContext,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    waitsForLeave: boolean,
  ) {
    const { path, query } = splitRequestTarget(incoming.url ?? '')
    const method = (incoming.method ?? '') as HttpMethod
    const headers = joinHeaders(incoming.rawHeaders)
    const match = context.router.find(method, path)
    const peer = peerAddress(incoming.socket)
    const remoteAddress = context.clientAddress(peer, headers)
    const isSecure = context.isSecure(peer, headers)
    const requestId = context.requestId(peer, headers)
    const { params } = match
    const clientCertificate = context.certificateOf?.(incoming.socket)
    const head = { method, path, query, headers, params, remoteAddress, isSecure, requestId, clientCertificate }
    super(context, match, new ReceivedRequest(head, (abort) => abortWhenLost(incoming.socket, outgoing, abort)))
    this.#ending = context.ending
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#waitsForLeave = waitsForLeave
  }

  override start(): void {
    const status = this.#faultOfHead()
    if (status === undefined) {
      super.start()
      return
    }
    this.context.open.add(this)
    this.isLast = true
    this.answer({ status })
  }

  /** The status for a head that Node accepts and the gateway does not. */
  #faultOfHead(): number | undefined {
    const { rawHeaders, httpVersion, httpVersionMajor } = this.#incoming
    if (rawHeaders.length > this.context.limits.headerCount * 2) return 431
    if (httpVersionMajor !== 1) return 505
    // HTTP/1.0 has no chunks, so a proxy that passed this on may have seen the body end elsewhere (RFC 9112 section
    // 6.1).
    if (httpVersion === '1.0' && this.request.headers['transfer-encoding'] !== undefined) return 400
    return undefined
  }

  protected override isBodyUnsent(): boolean {
    return this.#waitsForLeave
  }

  protected listen(): void {
    if (this.isBodyUnsent() && !this.#giveLeave()) return
    const incoming = this.#incoming
    const onPiece = (piece: Buffer, isEnd: boolean) => {
      if (isEnd && this.isUntouched) this.receiveWhole(piece)
      else this.receive(piece, isEnd)
      if (!this.isListening) this.#stopListening?.()
    }
    const onData = (piece: Buffer) => onPiece(piece, this.isEndOfBody(piece.length))
    const onEnd = () => onPiece(NO_BODY, true)
    const onClose = () => this.lose()
    this.#stopListening = () => incoming.off('data', onData).off('end', onEnd).off('close', onClose)
    incoming.on('data', onData).on('end', onEnd).on('close', onClose)
  }

  /** Sends `100 Continue`. False: the body has already been refused. */
  #giveLeave(): boolean {
    this.admit()
    if (!this.isListening) return false
    this.#waitsForLeave = false
    this.#outgoing.writeContinue()
    return true
  }

  /** Nothing to do: only a request whose signal is read needs to know, and `abortWhenLost` handles that. */
  protected watchForLoss(): void {}

  /** Resets the connection, since a plain close would look like the end of the stream to an HTTP/1.0 client. */
  protected cut(): void {
    this.#incoming.socket.resetAndDestroy()
  }

  /** Nothing to do: Node answers 408 on its own. */
  protected override cutSlowBody(): void {}

  protected write(response: HttpResponse): void {
    if (!this.#writeHead(response)) return
    const outgoing = this.#outgoing
    const body = this.request.method !== 'HEAD' && hasBody(response) ? (response.body ?? '') : ''
    if (body.length > PIECE_OCTETS) {
      this.#writePieces(typeof body === 'string' ? Buffer.from(body) : body, 0)
    } else {
      this.#written = body.length
      outgoing.end(body)
    }
    if (outgoing.socket === null || outgoing.socket.writableLength > 0) this.waitForReader()
  }

  /** False when the connection is gone. */
  #writeHead(response: HttpResponse): boolean {
    this.#stopListening?.()
    const { socket } = this.#incoming
    if (socket.destroyed) {
      this.end(false)
      return false
    }
    if (this.isLast) this.#ending.add(socket)
    this.#endWhenSent(socket)
    this.#outgoing.writeHead(
      response.status,
      flatHeaders(response, {
        isLast: this.isLast || this.context.isClosing,
        transportSecurity: this.transportSecurity,
        requestId: this.request.requestId,
      }),
    )
    return true
  }

  protected openStream(response: HttpResponse): void {
    if (!this.#writeHead(response)) return
    this.#outgoing.flushHeaders()
    this.#outgoing.on('drain', () => this.unblock())
    this.beginStream()
  }

  protected writeToStream(octets: Uint8Array): boolean {
    return this.#outgoing.write(octets)
  }

  protected closeStream(): void {
    this.#outgoing.end()
  }

  #writePieces(body: Uint8Array, start: number): void {
    let offset = start
    let isTaken = true
    while (isTaken && offset < body.length) {
      isTaken = this.#outgoing.write(body.subarray(offset, offset + PIECE_OCTETS))
      offset += PIECE_OCTETS
    }
    this.#written = Math.min(offset, body.length)
    if (offset >= body.length) this.#outgoing.end()
    else this.#outgoing.once('drain', () => this.#writePieces(body, offset))
  }

  protected octetsWritten(): number | undefined {
    return this.#outgoing.socket === null ? undefined : this.#written
  }

  /**
   * A response that waits behind a pipelined one is not notified of a lost connection, so this listens to the socket
   * too.
   */
  #endWhenSent(socket: Socket): void {
    const onFinish = () => {
      socket.off('close', onClose)
      this.end(true)
    }
    const onClose = () => this.end(false)
    this.#outgoing.once('finish', onFinish)
    socket.once('close', onClose)
  }
}

/** Listens to the socket, because a response that waits behind a pipelined one is not notified of a lost connection. */
function abortWhenLost(socket: Socket, outgoing: ServerResponse, abort: () => void): void {
  if (socket.destroyed) {
    abort()
    return
  }
  socket.once('close', abort)
  outgoing.once('finish', () => socket.off('close', abort))
}

/** What the host adds to the head of a response. */
interface NodeHead {
  readonly isLast: boolean
  /** The value of `Strict-Transport-Security`. */
  readonly transportSecurity: string | undefined
  readonly requestId: string
}

function flatHeaders(response: HttpResponse, { isLast, transportSecurity, requestId }: NodeHead): string[] {
  const flat: string[] = []
  for (const name in response.headers) {
    if (isHostHeader(name)) continue
    const value = response.headers[name] as string | readonly string[]
    if (typeof value === 'string') flat.push(name, value)
    else for (const one of value) flat.push(name, one)
  }
  if (hasLength(response)) flat.push('Content-Length', String(Buffer.byteLength(response.body ?? '')))
  flat.push('X-Request-Id', requestId)
  if (transportSecurity !== undefined) flat.push('Strict-Transport-Security', transportSecurity)
  if (isLast) flat.push('Connection', 'close')
  return flat
}

function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    const value = utf8Value(rawHeaders[index + 1] as string)
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

/**
 * Node decodes header values as Latin-1; the other server kind, and the clients that send non-ASCII values, use UTF-8.
 */
function utf8Value(value: string): string {
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value
}

/** Empty when the connection is gone. */
export function peerAddress(socket: Socket): string {
  const address = socket.remoteAddress ?? ''
  return address.startsWith('::ffff:') ? canonicalIpAddress(address) : address
}
