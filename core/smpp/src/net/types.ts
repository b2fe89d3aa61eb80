import type { Socket } from 'node:net'

/** Certificates of a listener, PEM. */
export interface ListenTls {
  readonly key: string | Buffer
  readonly cert: string | Buffer
}

/** A connection from a client, ready for `createSession`. With TLS, its handshake is done. */
export interface SmppConnection {
  readonly socket: Socket
  /** Of the client itself, also behind a proxy; IPv4 never in its IPv6 form. */
  readonly remoteAddress: string
  readonly remotePort: number
  readonly isEncrypted: boolean
}

export interface ListenOptions {
  /** Default: every address of the machine. */
  readonly host?: string | undefined
  /** 0 for any free one. */
  readonly port: number
  readonly tls?: ListenTls | undefined
  /**
   * Addresses and networks in CIDR notation whose connections begin with a PROXY protocol header (version 1 or 2), which tells the client's address. A
   * connection from there without one is closed. Those from anywhere else are taken as they are: a header from them is no PDU and ends the session.
   */
  readonly proxyProtocol?: readonly string[] | undefined
  /** Connections at once; more are closed when they come. */
  readonly maxConnections?: number | undefined
  /** How long the PROXY header and the TLS handshake may take, each. Default 10 s. */
  readonly handshakeTimeoutMs?: number | undefined
  onConnection(connection: SmppConnection): void
  /** A connection that did not become one: no PROXY header, failed handshake. For logs. */
  onRefused?(remoteAddress: string, reason: string): void
}

export interface SmppListener {
  readonly port: number
  /** Connections open now, those in their handshake included. */
  readonly connections: number
  /** Takes no more connections. Resolves when it does not listen any more; connections that are open are left alone. */
  close(): Promise<void>
  /** Closes connections that are still in their PROXY header or TLS handshake, and those left over. */
  destroyConnections(): void
}

export interface ConnectTls {
  /** PEM of the authorities to trust instead of the system's. */
  readonly ca?: string | Buffer | undefined
  /** Name for SNI, and the one the certificate has to hold. Default: the host. */
  readonly serverName?: string | undefined
  /** Default true. False takes any certificate: anyone on the way can then read and change what is sent. */
  readonly rejectUnauthorized?: boolean | undefined
  /** Our own certificate, where the peer wants one. */
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
