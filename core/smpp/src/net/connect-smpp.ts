import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectOptions, ConnectTls } from './types.ts'

/** Why no connection came about. `tls`: the peer speaks no TLS, or its certificate is not the right one. */
export type ConnectFailure = 'network' | 'timeout' | 'tls' | 'aborted'

export class SmppConnectError extends Error {
  override readonly name = 'SmppConnectError'
  readonly failure: ConnectFailure

  constructor(failure: ConnectFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Connects to an SMSC and resolves with a socket for `createSession`. With `tls` the peer's certificate and name are verified unless that is switched off.
 *
 * Rejects with `SmppConnectError`; the socket is gone then.
 */
export function connectSmpp(options: ConnectOptions): Promise<Socket> {
  const { host, port, tls, signal } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(new SmppConnectError('aborted', 'connecting was given up'))
      return
    }
    let isConnected = false
    const plain = connect({ host, port, noDelay: true, keepAlive: true })
    const socket: Socket = tls === undefined ? plain : connectTls({ socket: plain, ...tlsOptions(host, tls) })
    const settle = (failure?: SmppConnectError): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      socket.removeListener('error', fail)
      socket.removeListener('close', close)
      if (failure === undefined) {
        resolve(socket)
        return
      }
      // Both may still report what is of no interest any more.
      for (const end of [socket, plain]) end.on('error', () => undefined).destroy()
      reject(failure)
    }
    const fail = (error: Error): void =>
      settle(new SmppConnectError(isConnected && tls !== undefined ? 'tls' : 'network', error.message, error))
    const close = (): void =>
      settle(new SmppConnectError(isConnected ? 'tls' : 'network', 'the peer closed the connection'))
    const abort = (): void => settle(new SmppConnectError('aborted', 'connecting was given up'))
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const timer = setTimeout(
      () => settle(new SmppConnectError('timeout', `no connection within ${timeoutMs} ms`)),
      timeoutMs,
    )
    signal?.addEventListener('abort', abort, { once: true })
    plain.once('connect', () => {
      isConnected = true
    })
    if (tls !== undefined) plain.once('error', fail)
    socket.on('error', fail)
    socket.on('close', close)
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => settle())
  })
}

function tlsOptions(host: string, tls: ConnectTls): object {
  const name = tls.serverName ?? host
  return {
    // What the certificate is compared with; SNI takes names only (RFC 6066 section 3).
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    rejectUnauthorized: tls.rejectUnauthorized ?? true,
    ca: tls.ca,
    key: tls.key,
    cert: tls.cert,
    minVersion: 'TLSv1.2',
  }
}
