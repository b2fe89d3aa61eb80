/** The address of an SMSC. */
export interface Host {
  readonly host: string
  readonly port: number
  /** As configured. */
  readonly peer: string
}

/** Reads `host:port`; an IPv6 address is in brackets. */
export function parseHost(peer: string): Host {
  const colon = peer.lastIndexOf(':')
  const host = peer.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(peer.slice(colon + 1)), peer }
}
