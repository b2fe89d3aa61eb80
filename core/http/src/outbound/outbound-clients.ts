import type { HttpClient } from '@heliograph/contracts'
import { createHttpClient, type HttpClientOptions, type OutboundClient } from './http-client.ts'

/** The outbound clients of a process, one for each set of allowed networks. */
export interface OutboundClients {
  /**
   * The client that may call public addresses and these networks; the same networks give the same client. Throws an
   * `Error` for a text that is not a network.
   */
  with(allowNetworks: readonly string[]): HttpClient
  /** Ends all connections of all clients; requests under way fail. */
  close(): Promise<void>
}

export function createOutboundClients(options: Omit<HttpClientOptions, 'allowNetworks'>): OutboundClients {
  const clients = new Map<string, OutboundClient>()
  return {
    with(allowNetworks) {
      const key = [...new Set(allowNetworks)].sort().join(' ')
      const client = clients.get(key) ?? createHttpClient({ ...options, allowNetworks })
      clients.set(key, client)
      return client
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}
