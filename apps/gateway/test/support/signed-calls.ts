import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call with a form, as it arrived. */
export interface SignedCall {
  /** In Twilio's form. */
  readonly signature: string
  readonly fields: Readonly<Record<string, string>>
}

/** Listens for calls with forms on a free port of this machine; all are answered with this text, as TwiML is. */
export async function listenForCalls(answer: string) {
  const calls: SignedCall[] = []
  const server = createServer(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)))
    calls.push({ signature: String(request.headers['x-twilio-signature']), fields })
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status?order=7`
  return { url, calls, close: () => server.close() }
}
