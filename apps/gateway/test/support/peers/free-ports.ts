import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Ports that were free a moment ago, for programs that cannot tell which one they took. Somebody may be faster: be ready to try again. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
