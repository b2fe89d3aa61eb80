import type { Socket } from 'node:net'
import type { StrangerPlace, StrangerPlaces } from '@heliograph/messaging'

/** Certificates of a listener, PEM. */
export interface ListenTls {
  readonly key: string | Buffer
  readonly cert: string | Buffer
}

/** A connection from a client, ready for `createSession`. With TLS, its handshake is done. */
export interface SmppConnection {
  readonly socket: Socket
  /** Address of the client itself, even behind a proxy; IPv4 never in its IPv6 form. */
  readonly remoteAddress: string
  readonly remotePort: number
  readonly isEncrypted: boolean
  /** Its place among `ListenOptions.strangers`, to leave when the client is known; left at its end in any case. */
  readonly place: StrangerPlace | undefined
}

export interface ListenOptions {
  /** Default: every address of the machine. */
  readonly host?: string | undefined
  /** 0 for any free port. */
  readonly port: number
  readonly tls?: ListenTls | undefined
  /**
   * Addresses and networks in CIDR notation whose connections begin with a PROXY protocol header (version 1 or 2),
   * which contains the client's address. A connection from there without a header is closed. Connections from anywhere
   * else are used unchanged: a header there is not a PDU and ends the session.
   */
  readonly proxyProtocol?: readonly string[] | undefined
  /**
   * Places for connections whose client is not known yet, from the accept on (behind a proxy: from its header on). One
   * that has to give its place up is closed. Default: any number of connections.
   */
  readonly strangers?: StrangerPlaces | undefined
  /** How long the PROXY header and the TLS handshake may take, each. Default 10 s. */
  readonly handshakeTimeoutMs?: number | undefined
  onConnection(connection: SmppConnection): void
  /**
   * Called for a connection that failed before `onConnection` (no PROXY header, failed handshake) or lost its place.
   * For logs.
   */
  onRefused?(remoteAddress: string, reason: string): void
}

export interface SmppListener {
  readonly port: number
  /** Connections open now, those in their handshake included. */
  readonly connections: number
  /**
   * Shows another certificate to connections that come from now on. Throws when it cannot be used, and then changes
   * nothing. Only for a listener with TLS.
   */
  useTls(tls: ListenTls): void
  /** Takes no more connections. Resolves when it no longer listens; open connections are left alone. */
  close(): Promise<void>
  /** Closes all remaining connections, including those still in their PROXY header or TLS handshake. */
  destroyConnections(): void
}

export interface ConnectTls {
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string | Buffer | undefined
  /** Name for SNI, which the certificate must contain. Default: the host. */
  readonly serverName?: string | undefined
  /** Default true. False accepts any certificate: anyone on the network path can then read and change the traffic. */
  readonly rejectUnauthorized?: boolean | undefined
  /** Key of our own certificate, where the peer demands one. */
  readonly key?: string | Buffer | undefined
  readonly cert?: string | Buffer | undefined
}

export interface ConnectOptions {
  readonly host: string
  readonly port: number
  readonly tls?: ConnectTls | undefined
  /** For name look-up, connection and TLS handshake together. Default 10 s. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}
