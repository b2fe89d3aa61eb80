import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import {
  createHttpServer,
  type InjectedRequest,
  type InjectedResponse,
  inject,
  type Router,
  resolveServerKind,
  type ServerKind,
} from '@heliograph/http'
import { ConnectionPool } from '../sockets/connection-pool.ts'
import { isHttp } from '../sockets/request-octets.ts'
import { asKit } from './conduct.ts'

/** The way from a client to the host's router: directly, or through a listener of this kind. @stability stable */
export type Transport = 'router' | ServerKind

/** @stability stable */
export const TRANSPORTS: readonly Transport[] = ['router', 'node', 'uws']

/** Whether the transport is available here: the native server does not run everywhere. @stability stable */
export async function hasTransport(transport: Transport): Promise<boolean> {
  return transport !== 'uws' || (await resolveServerKind('auto')) === 'uws'
}

/** How the requests of a kit reach the router. */
export interface RequestPath {
  send(request: InjectedRequest): Promise<InjectedResponse>
  close(): Promise<void>
}

/** Opens a port of this machine unless the transport is the router itself. */
export async function openRequestPath(transport: Transport, router: Router): Promise<RequestPath> {
  if (transport === 'router') return { send: (request) => inject(router, request), close: async () => {} }
  return asKit(() => openSocketPath(transport, router))
}

/**
 * Real time for a request that is not valid HTTP to reach the router; the native server makes its client wait for 10 s
 * before it closes the connection.
 */
const SILENCE_MS = 50

/**
 * Turns of the event loop after which even a server that was busy has accepted a connection and read what has arrived.
 */
const TURNS_TO_READ = 10

async function openSocketPath(kind: ServerKind, router: Router): Promise<RequestPath> {
  let found = 0
  const counted: Router = {
    ...router,
    find(method, path) {
      found += 1
      return router.find(method, path)
    },
  }
  const server = createHttpServer({ kind, router: counted, host: '127.0.0.1', port: 0 })
  const { port } = await server.listen()
  const connections = new ConnectionPool(port)

  async function send(request: InjectedRequest): Promise<InjectedResponse> {
    const foundBefore = found
    const connection = await connections.take()
    const giveUp = async () => {
      for (let turn = 0; turn < TURNS_TO_READ; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      if (found === foundBefore) connection.close()
    }
    const timer = kind === 'node' || isHttp(request) ? undefined : setTimeout(giveUp, SILENCE_MS)
    try {
      return await connection.exchange(request)
    } finally {
      clearTimeout(timer)
      connections.giveBack(connection)
    }
  }

  return {
    send: (request) => asKit(() => send(request)),
    async close() {
      connections.close()
      await server.close(0)
    },
  }
}
