import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { OutboundError } from '@heliograph/contracts'
import { buildConnector } from 'undici'
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
}

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
export function createOutboundConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, connectTimeoutMs, ca } = options
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: createCheckedLookup(options),
    ...(ca !== undefined && { ca: [ca].flat() }),
  })
  return (target, callback) => {
    connect(target, (...[error, socket]) => {
      if (error !== null || socket === null) {
        callback(toConnectError(target.hostname, error), null)
        return
      }
      const { remoteAddress } = socket
      const reason = remoteAddress === undefined ? undefined : guard(remoteAddress)
      if (remoteAddress !== undefined && reason === undefined) {
        callback(null, socket)
        return
      }
      socket.destroy()
      callback(
        reason === undefined ? toConnectError(target.hostname, undefined) : blockedError(target.hostname, reason),
        null,
      )
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
  if (cause instanceof OutboundError) return cause
  const { code } = (cause ?? {}) as { code?: unknown }
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new OutboundError('timeout', `${hostname} took too long to connect`, cause)
  return new OutboundError(
    'connect',
    `No connection to ${hostname}${typeof code === 'string' ? ` (${code})` : ''}`,
    cause,
  )
}
