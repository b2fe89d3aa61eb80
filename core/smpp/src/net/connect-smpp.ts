import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectOptions, ConnectTls } from './types.ts'

/**
 * Why connecting failed. `tls`: the peer does not speak TLS, or its certificate is not acceptable; trying again will
 * not help. A peer that goes away in the middle of the handshake is `network`.
 */
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
 * Connects to an SMSC and resolves with a socket for `createSession`. With `tls` the peer's certificate and name are
 * verified unless that is switched off.
 *
 * Rejects with `SmppConnectError`, with the socket closed.
 */
export async function connectSmpp(options: ConnectOptions): Promise<Socket> {
  const { signal } = options
  if (signal?.aborted === true) throw givenUp()
  const { plain, socket, ready } = open(options)
  const limit = new AbortController()
  const cut = (failure: SmppConnectError) => () => limit.abort(failure)
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const timer = setTimeout(cut(new SmppConnectError('timeout', `no connection within ${timeoutMs} ms`)), timeoutMs)
  const abort = cut(givenUp())
  signal?.addEventListener('abort', abort, { once: true })
  const isCut = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true })
  })
  try {
    await Promise.race([ready, isCut])
    return socket
  } catch (error) {
    socket.destroy()
    plain.destroy()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function givenUp(): SmppConnectError {
  return new SmppConnectError('aborted', 'connecting was given up')
}

interface Opening {
  readonly plain: Socket
  /** The socket to use: `plain` itself, or TLS on top of it. */
  readonly socket: Socket
  readonly ready: Promise<void>
}

/** Begins to connect. `ready` resolves when the handshake is done, and rejects with the first error. */
function open({ host, port, tls }: ConnectOptions): Opening {
  const plain = connect({ host, port, noDelay: true, keepAlive: true })
  const socket: Socket = tls === undefined ? plain : connectTls({ socket: plain, ...tlsOptions(host, tls) })
  let isConnected = false
  plain.once('connect', () => {
    isConnected = true
  })
  const ready = new Promise<void>((resolve, reject) => {
    // These listeners stay, because an error before there is a session must not end the process.
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new SmppConnectError(isConnected && !isOfNetwork(error) ? 'tls' : 'network', describe(error), error))
    plain.on('error', fail)
    if (socket !== plain) socket.on('error', fail)
    socket.once('close', () => reject(new SmppConnectError('network', 'the peer closed the connection')))
    socket.once(tls === undefined ? 'connect' : 'secureConnect', resolve)
  })
  return { plain, socket, ready }
}

/**
 * System error codes, which also cover a peer that goes away in the middle of the handshake; any other error at that
 * point concerns TLS.
 */
const NETWORK_CODE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|EADDR|EAI_|ENOTFOUND)/

function isOfNetwork(error: NodeJS.ErrnoException): boolean {
  return NETWORK_CODE.test(error.code ?? '')
}

/** When all addresses of a host fail, the error that stands for all of them has no message. */
function describe(error: NodeJS.ErrnoException): string {
  return error.message !== '' ? error.message : (error.code ?? 'no connection')
}

function tlsOptions(host: string, tls: ConnectTls): object {
  const name = tls.serverName ?? host
  return {
    // The certificate is compared with this name; SNI takes names only (RFC 6066 section 3).
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    rejectUnauthorized: tls.rejectUnauthorized ?? true,
    ca: tls.ca,
    key: tls.key,
    cert: tls.cert,
    minVersion: 'TLSv1.2',
  }
}
