import type { Socket } from 'node:net'
import type { CallHolder, OutboundCall } from './outbound-call.ts'
import { type RawReply, ReplyParser } from './reply-parser.ts'
import { UnsendableRequest } from './request-head.ts'

/** The origin that a connection belongs to. */
export interface ConnectionOwner {
  /** The connection waits for a request. */
  onFree(connection: OutboundConnection): void
  /** The connection is gone. */
  onClosed(connection: OutboundConnection): void
}

/** What a server says how long it keeps a connection: this much earlier, and at most so long, it is no longer used. */
const MARGIN_MS = 2_000
const MOST_IDLE_MS = 60_000
/** Up to this size, body and head are copied together and sent at once; more is not worth copying. */
const COPIED = 16_384

class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded'
  readonly code = 'CONNECTION_ENDED'
}

/** An open connection: one request at a time, and its reply. */
export class OutboundConnection implements CallHolder {
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  readonly #keepAliveMs: number
  readonly #parser = new ReplyParser()
  #call: OutboundCall | undefined
  #error: unknown
  /** The moment (of `performance.now`) from which it is not used again, as the server may be about to close it. */
  #idleUntil: number

  /** @param keepAliveMs how long it is kept when the server does not say */
  constructor(socket: Socket, owner: ConnectionOwner, keepAliveMs: number) {
    this.#socket = socket
    this.#owner = owner
    this.#keepAliveMs = keepAliveMs
    this.#idleUntil = performance.now() + keepAliveMs
    socket.on('end', () => this.#onEnd())
    socket.on('error', (error) => {
      this.#error = error
    })
    socket.on('close', () => {
      this.#onEnd()
      owner.onClosed(this)
    })
  }

  /** Whether a request can be sent now. */
  isUsable(now: number): boolean {
    return this.#call === undefined && this.#socket.writable && now < this.#idleUntil
  }

  send(call: OutboundCall): void {
    this.#call = call
    call.holder = this
    const { isHead, limit } = call.content
    this.#parser.begin(isHead, limit)
    this.#socket.ref()
    try {
      write(this.#socket, call)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Octets have arrived; they are overwritten after the call. */
  take(octets: Buffer): void {
    const call = this.#call
    // Octets that answer no request would be taken for the next reply.
    if (call === undefined) {
      this.destroy()
      return
    }
    let reply: RawReply | undefined
    try {
      reply = this.#parser.take(octets)
    } catch (error) {
      this.fail(error)
      return
    }
    if (reply === undefined) return
    this.#call = undefined
    call.finish(reply)
    if (this.#keep(call, reply)) this.#owner.onFree(this)
    else this.destroy()
  }

  drop(): void {
    this.#call = undefined
    this.destroy()
  }

  /** Ends the connection, and the request on it with this reason. */
  fail(reason: unknown): void {
    const call = this.#call
    this.#call = undefined
    call?.fail(reason)
    this.destroy()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** Stops keeping the process alive while there is nothing to do. */
  rest(): void {
    this.#socket.unref()
  }

  /** A reply before all of the request is sent leaves octets on the way that the server may take for a request. */
  #keep(call: OutboundCall, reply: RawReply): boolean {
    if (!reply.isKept || !call.content.keepsConnection || this.#socket.writableLength > 0) return false
    const { keepAliveMs } = reply
    const idleMs = keepAliveMs === undefined ? this.#keepAliveMs : Math.min(keepAliveMs - MARGIN_MS, MOST_IDLE_MS)
    this.#idleUntil = performance.now() + idleMs
    return idleMs > 0
  }

  #onEnd(): void {
    const call = this.#call
    if (call === undefined) {
      this.destroy()
      return
    }
    const reply = this.#parser.end()
    if (reply === undefined) {
      this.fail(this.#error ?? new ConnectionEnded('the connection ended before the end of the reply'))
      return
    }
    this.#call = undefined
    call.finish(reply)
    this.destroy()
  }
}

function write(socket: Socket, { content: { head, body, bodyLength } }: OutboundCall): void {
  // Its memory may have gone to another thread while the request waited.
  if (typeof body === 'object' && body.length !== bodyLength) throw new UnsendableRequest('the body has changed')
  if (body === undefined || bodyLength === 0) {
    socket.write(head, 'latin1')
    return
  }
  if (bodyLength > COPIED) {
    socket.cork()
    socket.write(head, 'latin1')
    socket.write(body)
    socket.uncork()
    return
  }
  const octets = Buffer.allocUnsafe(head.length + bodyLength)
  octets.write(head, 0, 'latin1')
  if (typeof body === 'string') octets.write(body, head.length)
  else octets.set(body, head.length)
  socket.write(octets)
}
