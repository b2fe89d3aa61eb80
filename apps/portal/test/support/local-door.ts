import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to a gateway by a host name, whose address is known before the gateway starts. */
export interface LocalDoor {
  /** `http://localhost:<port>`: browsers trust it without https. */
  readonly url: string
  close(): Promise<void>
}

/** Passes on all requests to where `target` says, as a proxy in front of a gateway does. */
export async function openLocalDoor(target: () => string): Promise<LocalDoor> {
  const server = createServer((request, response) => {
    const { method, headers, url } = request
    const there = sendRequest(`${target()}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    there.on('error', () => response.destroy())
    response.on('close', () => there.destroy())
    request.pipe(there)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
