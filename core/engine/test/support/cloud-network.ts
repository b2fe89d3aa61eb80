import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpClient, Network, NetworkBlobs, Plugin, ResolvedServices, RouteSpec } from '@heliograph/contracts'
import { captureLogger, captureMetrics } from '@heliograph/testkit'
import cloud from '../../../testkit/test/fixtures/carrier-cloud/src/index.ts'
import { systemClock } from './engine-harness.ts'

const SECRET = 'secret-of-the-app'

/** What the network was asked for. */
export interface CloudRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly type: string | undefined
  readonly body: Buffer
}

/** A chat service on this machine, with the carrier that speaks to it over HTTP, as the host would run it. */
export interface CloudWorld {
  readonly plugin: Plugin
  /** In the order in which they came. */
  readonly requests: readonly CloudRequest[]
  /** Files that the network has, by its ids. */
  readonly files: Map<string, Buffer>
  /** The status of its replies to messages. */
  status: number
  /** Calls the carrier back, as the network does. Resolves with the status. */
  callBack(body: object): Promise<number>
  close(): Promise<void>
}

type Services = ResolvedServices<{ network: typeof Network; blobs: typeof NetworkBlobs }>

export async function startCloudWorld(services: Services): Promise<CloudWorld> {
  const requests: CloudRequest[] = []
  const files = new Map<string, Buffer>()
  let lastId = 0
  const network = await listen(async (request, body) => {
    const path = request.url ?? ''
    const { authorization, 'content-type': type } = request.headers
    requests.push({ path, authorization, type, body })
    lastId += 1
    if (request.method === 'GET') return { status: 200, body: files.get(path.split('/').at(-1) ?? '') ?? '' }
    if (path.endsWith('/media')) {
      files.set(`file-${lastId}`, body)
      return { status: 200, body: JSON.stringify({ id: `file-${lastId}` }) }
    }
    return { status: world.status, body: JSON.stringify({ messages: [{ id: `wamid.${lastId}` }] }) }
  })
  const config = { url: network.url, numberId: '1001', token: 'token-of-the-api', appSecret: SECRET }
  const plugin = cloud.create(
    {
      instanceId: 'cloud',
      clock: systemClock,
      publicUrl: 'https://sms.example.com',
      logger: captureLogger(),
      metrics: captureMetrics(),
      http: fetching,
      services,
      brand: { name: 'Heliograph' } as never,
    },
    config,
  )
  const gateway = await listen((request, body) => handle(plugin, request, body))
  const world: CloudWorld = {
    plugin,
    requests,
    files,
    status: 200,
    async callBack(given) {
      const body = JSON.stringify(given)
      const signature = createHmac('sha256', SECRET).update(body).digest('hex')
      const headers = { 'x-hub-signature-256': `sha256=${signature}` }
      return (await fetch(`${gateway.url}/cloud/callbacks`, { method: 'POST', headers, body })).status
    },
    async close() {
      await plugin.stop?.(AbortSignal.timeout(1_000))
      for (const { server } of [network, gateway]) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
  await plugin.start?.(AbortSignal.timeout(1_000))
  return world
}

/** Reaches this machine, which the gateway's own client refuses without its operator. */
const fetching: HttpClient = {
  async request({ body, headers = {}, method, url }) {
    const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const octets = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, headers: {}, body: octets.toString('utf8'), octets, elapsedMs: 1 }
  },
}

type Reply = { readonly status: number; readonly body?: string | Uint8Array | undefined }

async function listen(answer: (request: IncomingMessage, body: Buffer) => Promise<Reply>) {
  const server: Server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const reply = await answer(request, body)
    response.writeHead(reply.status).end(reply.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function handle({ formatError, routes }: Plugin, request: IncomingMessage, body: Buffer): Promise<Reply> {
  const [route] = routes as readonly [RouteSpec]
  const given = { body, headers: request.headers, method: 'POST', path: request.url } as never
  try {
    const { status } = await route.handler(given)
    return { status }
  } catch (error) {
    return formatError?.(error as never, given) as Reply
  }
}
