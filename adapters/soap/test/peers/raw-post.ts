import { once } from 'node:events'
import { connect } from 'node:net'

/** A response split into its parts. */
export interface RawResponse {
  readonly status: number
  /** The head as text, without interim responses before it. */
  readonly head: string
  readonly body: Buffer
}

const INTERIM = /^HTTP\/1\.1 100[^\r]*\r\n\r\n/

/**
 * Sends a head and a body as they are. If the head has `Expect: 100-continue`, the body waits until the server asks for
 * it, as with .NET. `Connection: close` is added to the head, so that the end of the response can be seen.
 */
export async function postRaw(port: number, head: readonly string[], body: Uint8Array): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1')
  const waits = head.some((line) => /^expect: 100-continue$/i.test(line))
  let received = Buffer.alloc(0)
  let isSent = false
  const sendBody = () => {
    if (!isSent) socket.write(body)
    isSent = true
  }
  socket.on('data', (octets) => {
    received = Buffer.concat([received, octets])
    if (received.toString('latin1').startsWith('HTTP/1.1 100 ')) sendBody()
  })
  await once(socket, 'connect')
  socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  if (!waits) sendBody()
  await once(socket, 'close')
  const whole = received.toString('latin1').replace(INTERIM, '')
  const end = whole.indexOf('\r\n\r\n')
  const start = whole.slice(0, end)
  return { status: Number(start.split(' ')[1]), head: start, body: Buffer.from(whole.slice(end + 4), 'latin1') }
}
