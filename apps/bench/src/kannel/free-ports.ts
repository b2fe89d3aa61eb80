import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Resolves with ports of 127.0.0.1 that were free a moment ago, for servers that cannot choose a free port themselves.
 */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  return ports
}
