import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { createProxyTrust } from '../../addresses/client-address.ts'
import { createClientCertificates } from '../client-certificates.ts'
import type { ClientCounts } from '../client-counts.ts'
import type { DescriptorReserve } from '../descriptor-reserve.ts'
import { createExchangeContext, sweep } from '../exchange-context.ts'
import type { HttpServer, ServerSetup } from '../server-setup.ts'
import { isSameTls, readTlsFiles, type TlsMaterial } from '../tls-files.ts'
import { waitUpTo } from '../wait-up-to.ts'
import { NodeExchange, type NodeExchangeContext, peerAddress } from './node-exchange.ts'
import { listenOn, stopListening } from './node-listening.ts'

/**
 * The listener on `node:http`: also for HTTP/1.0 clients, large request heads and Node versions without a native
 * server.
 */
export function createNodeServer(setup: ServerSetup): HttpServer {
  const certificateOf =
    setup.tls?.clientCertificates && createClientCertificates(createProxyTrust(setup.trustedProxies))
  const context: NodeExchangeContext = { ...createExchangeContext(setup), ending: new WeakSet(), certificateOf }
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let closed: Promise<void> | undefined
  let stopSweeping = () => {}
  let material: TlsMaterial | undefined

  async function listen() {
    refuseReusePort(setup)
    material = setup.tls && (await readTlsFiles(setup.tls))
    const opened = createServerFor(setup, material)
    opened.on('connection', (socket) => keep(sockets, context.clients, setup.reserve, socket))
    opened.on('request', (request, response) => accept(context, request, response, false))
    opened.on('checkContinue', (request, response) => accept(context, request, response, true))
    // Any other expectation is ignored, as on the other server (RFC 9110 section 10.1.1 leaves it to servers).
    opened.on('checkExpectation', (request, response) => accept(context, request, response, false))
    const address = await listenOn(opened, setup, () => context.isClosing)
    stopSweeping = sweep(context)
    server = opened
    return address
  }

  async function renewTls(): Promise<boolean> {
    if (setup.tls === undefined || material === undefined) return false
    const read = await readTlsFiles(setup.tls)
    if (isSameTls(read, material) || !(server instanceof TlsServer)) return false
    server.setSecureContext(read)
    material = read
    return true
  }

  async function shutDown(graceMs: number): Promise<void> {
    if (server === undefined) return
    const ended = stopListening(server)
    context.open.finish()
    await waitUpTo(graceMs, context.open.whenIdle())
    for (const socket of sockets) socket.destroy()
    await ended
    stopSweeping()
  }

  function close(graceMs: number): Promise<void> {
    context.isClosing = true
    closed ??= shutDown(graceMs)
    return closed
  }

  return {
    listen,
    renewTls,
    close,
    get certificate() {
      return material?.cert.toString()
    },
  }
}

/**
 * Node goes on parsing after a request that was refused for its framing, but the next "request" may have been a body.
 */
function accept(
  context: NodeExchangeContext,
  request: IncomingMessage,
  response: ServerResponse,
  waitsForLeave: boolean,
): void {
  if (!context.ending.has(request.socket)) new NodeExchange(context, request, response, waitsForLeave).start()
}

function keep(sockets: Set<Socket>, clients: ClientCounts, reserve: DescriptorReserve, socket: Socket): void {
  if (reserve.isReached()) {
    reserve.warn()
    socket.destroy()
    return
  }
  const peer = peerAddress(socket)
  if (!clients.enter(peer)) {
    socket.destroy()
    return
  }
  // Each unanswered pipelined request adds a listener.
  socket.setMaxListeners(0)
  sockets.add(socket)
  socket.once('close', () => {
    sockets.delete(socket)
    clients.leave(peer)
  })
}

function refuseReusePort(setup: ServerSetup): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (!setup.reusePort || cluster.isWorker || major > 22 || (major === 22 && minor >= 12)) return
  throw new Error(
    `Sharing port ${setup.port} needs the server 'uws' or Node 22.12; this is Node ${process.versions.node}`,
  )
}

function createServerFor({ limits, tls }: ServerSetup, material: TlsMaterial | undefined): Server {
  const options: ServerOptions = {
    connectionsCheckingInterval: Math.min(1000, Math.ceil(limits.headersTimeoutMs / 4)),
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: Math.max(limits.requestTimeoutMs, limits.headersTimeoutMs),
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerOctets,
    noDelay: true,
  }
  const clients = tls?.clientCertificates
  const asking = clients && { requestCert: true, rejectUnauthorized: clients.required }
  const server =
    material === undefined ? createServer(options) : createTlsServer({ ...options, ...material, ...asking })
  // Node silently drops headers beyond its own limit; the exchange counts them and refuses the request instead.
  server.maxHeadersCount = 0
  return server
}
