import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Ports of 127.0.0.1 that were free a moment ago, each another one: for programs that cannot choose one themselves, or
 * not tell which one they took. Another process may take one first, so be ready to try again.
 * @stability experimental
 */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** One of them. @stability experimental */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1)
  return port
}
