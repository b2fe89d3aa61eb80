import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { isOutboundError, OutboundError } from '@heliograph/contracts'
import type { AddressGuard } from '../addresses/address-guard.ts'

/** An address of a host. */
export interface ResolvedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves with all addresses of a host name. Rejects, or resolves with an empty list, when it has none. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>

export interface ConnectorOptions {
  readonly guard: AddressGuard
  readonly resolve: Resolver
  readonly connectTimeoutMs: number
  /** PEM certificates of the authorities to trust instead of the usual ones. */
  readonly ca?: string | readonly string[] | undefined
  /** How the next connection presents itself, and which authorities it trusts; undefined: `ca` says it. */
  readonly identity?: (() => SecureContext | undefined) | undefined
}

/** Where to connect to. */
export interface ConnectTarget {
  readonly isSecure: boolean
  /** For people: as in the URL. */
  readonly hostname: string
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** What is told about a connection. */
export interface ConnectEvents {
  /** It is open, and its address is checked. */
  onConnected(): void
  /** It does not come about. */
  onFailed(error: OutboundError): void
  /** Octets have arrived; they are overwritten after the call. */
  onOctets(octets: Buffer): void
}

/** Begins to connect. Destroying the socket gives it up. */
export type Connector = (target: ConnectTarget, events: ConnectEvents) => Socket

/** Octets read at a time. */
const READ_SIZE = 65_536
/** TLS sessions that are remembered, one for each host and port. */
const SESSIONS = 100
/** Idle time after which the kernel probes whether the other side is still there. */
const PROBE_AFTER_MS = 60_000

/** The system's own resolver: hosts file, DNS and whatever else is configured on the machine. */
export async function systemResolver(hostname: string): Promise<readonly ResolvedAddress[]> {
  const addresses = await lookup(hostname, { all: true, order: 'verbatim' })
  return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/**
 * Opens connections to checked addresses only. The name is resolved once, every address it has is checked, and the
 * connection goes to exactly those addresses, so that a second lookup cannot return another one (DNS rebinding). The
 * address connected to is checked once more.
 */
export function createOutboundConnector(options: ConnectorOptions): Connector {
  const { guard, connectTimeoutMs } = options
  const open = createOpener(options)
  return (target, events) => {
    const socket = open(target, (octets) => events.onOctets(octets))
    const timer = setTimeout(() => {
      socket.destroy(new OutboundError('timeout', `${target.hostname} took too long to connect`))
    }, connectTimeoutMs)
    let isOver = false
    const fail = (error: unknown) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.destroy()
      events.onFailed(toConnectError(target.hostname, error))
    }
    socket.on('error', fail)
    socket.on('close', () => fail(undefined))
    socket.once(target.isSecure ? 'secureConnect' : 'connect', () => {
      const error = refusalOf(socket, target, guard)
      if (isOver || error !== undefined) {
        fail(error)
        return
      }
      isOver = true
      clearTimeout(timer)
      events.onConnected()
    })
    return socket
  }
}

function refusalOf({ remoteAddress }: Socket, { hostname }: ConnectTarget, guard: AddressGuard) {
  if (remoteAddress === undefined) return toConnectError(hostname, undefined)
  const reason = guard(remoteAddress)
  return reason === undefined ? undefined : blockedError(hostname, reason)
}

/**
 * All sockets read into one buffer, as what is read is handled before the next one reads. Reading this way also spares
 * the queue of a stream.
 */
function createOpener(options: ConnectorOptions) {
  const lookup = createCheckedLookup(options)
  const ca = options.ca === undefined ? undefined : [options.ca].flat()
  const buffer = Buffer.allocUnsafeSlow(READ_SIZE)
  const sessions = new Map<string, Buffer>()
  let before: SecureContext | undefined
  return ({ isSecure, host, port }: ConnectTarget, onOctets: (octets: Buffer) => void): Socket => {
    const callback = (count: number) => {
      onOctets(buffer.subarray(0, count))
      return true
    }
    const onread = { buffer, callback }
    const common = { host, port, lookup, onread, noDelay: true, keepAlive: true, keepAliveInitialDelay: PROBE_AFTER_MS }
    if (!isSecure) return connectTcp(common)
    const secureContext = options.identity?.()
    // A session stands for the certificate that it began with.
    if (secureContext !== before) sessions.clear()
    before = secureContext
    const key = `${host}:${port}`
    const session = sessions.get(key)
    const servername = isIP(host) === 0 ? host : ''
    const tls = { ca, secureContext, servername, session, ALPNProtocols: ['http/1.1'] }
    return connectTls({ ...common, ...tls }).on('session', (given: Buffer) => {
      if (secureContext !== before) return
      if (sessions.size >= SESSIONS) sessions.clear()
      sessions.set(key, given)
    })
  }
}

function createCheckedLookup({ guard, resolve }: ConnectorOptions): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    resolveChecked(hostname, guard, resolve).then(
      (addresses) => {
        const first = addresses[0] as ResolvedAddress
        if (lookupOptions.all === true) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, '', 0),
    )
  }
}

async function resolveChecked(hostname: string, guard: AddressGuard, resolve: Resolver) {
  let addresses: readonly ResolvedAddress[]
  try {
    addresses = await resolve(hostname)
  } catch (cause) {
    throw new OutboundError('dns', `${hostname} cannot be resolved`, cause)
  }
  if (addresses.length === 0) throw new OutboundError('dns', `${hostname} has no address`)
  for (const { address } of addresses) {
    const reason = guard(address)
    if (reason !== undefined) throw blockedError(hostname, reason)
  }
  return addresses
}

/** The address itself is left out: the text may reach a client, and the operator's network is not its business. */
export function blockedError(hostname: string, reason: string): OutboundError {
  return new OutboundError('blocked', `${hostname} must not be called: its address is ${reason}`)
}

function toConnectError(hostname: string, cause: unknown): OutboundError {
  if (isOutboundError(cause)) return cause
  const { code } = (cause ?? {}) as { code?: unknown }
  return new OutboundError(
    'connect',
    `No connection to ${hostname}${typeof code === 'string' ? ` (${code})` : ''}`,
    cause,
  )
}
