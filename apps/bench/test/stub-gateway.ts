import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface StubRequest {
  readonly method: string
  readonly url: string
  readonly apiKey: string | undefined
  readonly body: string
}

/** An HTTP server that answers sends and look-ups as the gateway does. */
export interface StubGateway {
  readonly port: number
  readonly requests: readonly StubRequest[]
  readonly connections: number
  /** Resolves when the condition holds; it is checked whenever something arrives. */
  until(condition: () => boolean): Promise<void>
  /** Closes the server; may be called again. */
  close(): Promise<void>
}

export interface StubBehaviour {
  /** Milliseconds before the answer to the request with this number, from 0. */
  readonly delayMs?: (number: number) => number
  /** Status of the answer to the request with this number. */
  readonly status?: (number: number) => number
}

export async function startStubGateway({ delayMs, status }: StubBehaviour = {}): Promise<StubGateway> {
  const requests: StubRequest[] = []
  let connections = 0
  let waiting: { readonly condition: () => boolean; readonly resolve: () => void }[] = []
  const noticed = () => {
    for (const { condition, resolve } of waiting) if (condition()) resolve()
    waiting = waiting.filter(({ condition }) => !condition())
  }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const number = requests.length
    requests.push({
      method: request.method ?? '',
      url: request.url ?? '',
      apiKey: request.headers.authorization,
      body,
    })
    noticed()
    const waitMs = delayMs?.(number) ?? 0
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false })
    const code = status?.(number) ?? 200
    const answer = JSON.stringify(code === 200 ? answerTo(request, body) : { requestError: { text: `status ${code}` } })
    response.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
  server.on('connection', () => {
    connections += 1
    noticed()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let closing: Promise<void> | undefined
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return connections
    },
    until(condition) {
      if (condition()) return Promise.resolve()
      return new Promise((resolve) => waiting.push({ condition, resolve }))
    },
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      return closing
    },
  }
}

function answerTo(request: IncomingMessage, body: string): object {
  if (request.method === 'GET') return { results: [{ smsId: 1, messageId: 'x' }] }
  const { messages } = JSON.parse(body) as { messages: { destinations: { to: string }[] }[] }
  return {
    messages: messages.flatMap(({ destinations }) =>
      destinations.map(({ to }) => ({ to, status: { groupId: 1, id: 26, name: 'PENDING_ACCEPTED' } })),
    ),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
