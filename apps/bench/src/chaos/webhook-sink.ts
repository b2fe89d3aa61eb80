import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A customer's webhook receiver: it replies to every SMS, and remembers its calls. */
export interface WebhookSink {
  readonly url: string
  /** How often each webhook was received, by its id. */
  readonly calls: ReadonlyMap<string, number>
  /** Forgets the calls so far. */
  forget(): void
  close(): void
}

/** The reply to the contact. */
const SINK_REPLY = 'The hook has it'

export async function startWebhookSink(): Promise<WebhookSink> {
  const calls = new Map<string, number>()
  const server = createServer((request, response) => {
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      calls.set(id, (calls.get(id) ?? 0) + 1)
      response.writeHead(200, { 'content-type': 'text/plain' }).end(SINK_REPLY)
    })
    request.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    forget: () => calls.clear(),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
