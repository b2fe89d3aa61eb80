import type { HttpClient } from '@heliograph/contracts'
import { createHttpClient, type HttpClientOptions, type OutboundClient } from './http-client.ts'
import type { OutboundTls } from './outbound-tls.ts'

/** The TLS of one caller, which is not that of others. */
export interface OwnTls {
  /** Tells the caller from others. */
  readonly name: string
  readonly tls: OutboundTls
}

/** The outbound clients of a process: one for each set of allowed networks, one for each caller with its own TLS. */
export interface OutboundClients {
  /**
   * The client that may call public addresses and these networks; the same networks give the same client. With TLS of
   * its own the caller has a client of its own, which takes up other TLS at each further call. Throws an `Error` for a
   * text that is not a network, and for TLS that cannot be used.
   */
  with(allowNetworks: readonly string[], own?: OwnTls): HttpClient
  /** Ends all connections of all clients; requests under way fail. */
  close(): Promise<void>
}

export function createOutboundClients(options: Omit<HttpClientOptions, 'allowNetworks' | 'tls'>): OutboundClients {
  const clients = new Map<string, OutboundClient>()
  return {
    with(allowNetworks, own) {
      const key = JSON.stringify([own?.name ?? null, [...new Set(allowNetworks)].sort()])
      const known = clients.get(key)
      if (known !== undefined && own !== undefined) known.useTls(own.tls)
      const client = known ?? createHttpClient({ ...options, allowNetworks, tls: own?.tls })
      clients.set(key, client)
      return client
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}
