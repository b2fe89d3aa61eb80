import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClientAnswer, ClientRequest } from './request.ts'
import { writeOut } from './written-out.ts'

/**
 * Sends requests by HTTP/1.0 in its original form: no Host, one connection per request, and its end is the end of the
 * answer.
 */
export async function sendByHttp10(request: ClientRequest): Promise<ClientAnswer> {
  const { url, body, headers } = writeOut(request)
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${url.pathname}${url.search} HTTP/1.0`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  const socket = connect(Number(url.port), url.hostname)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
  const answer = await text(socket)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), text: rest.join('\r\n\r\n') }
}
