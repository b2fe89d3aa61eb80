import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Clock, OutboundError, OutboundReply } from '@heliograph/contracts'
import { createHttpClient, type HttpClientOptions, type OutboundClient, type ResolvedAddress } from '../src/index.ts'

/** The networks of this machine's own addresses. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128']
export const clock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
const opened: OutboundClient[] = []
const servers: Server[] = []
const sockets = new Set<Socket>()
/**
 * Closes everything that a test file has opened. Call it after the tests in each file, as several files may share a
 * process and this module.
 */
export async function closeOpened(): Promise<void> {
  await Promise.all(opened.splice(0).map((client) => client.close()))
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
}

/** A client that is closed after the tests. */
export function clientWith(options: Partial<HttpClientOptions> = {}): OutboundClient {
  const client = createHttpClient({ clock, ...options })
  opened.push(client)
  return client
}

/** Resolves with the port. */
export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export const serving = (listener: RequestListener) => listening(createServer(listener))
export const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Resolves with the reason why a request failed. */
export async function failureOf(reply: Promise<OutboundReply>): Promise<string> {
  const error: OutboundError = await reply.then(
    () => assert.fail('a reply came'),
    (thrown) => thrown,
  )
  assert.equal(error.name, 'OutboundError', String(error))
  return error.failure
}
