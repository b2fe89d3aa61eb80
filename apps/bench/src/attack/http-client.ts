import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request of an attacker. */
export interface AttackRequest {
  readonly method?: string
  /** With the query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The address that the attacker claims; the gateway trusts this machine as a proxy. */
  readonly address?: string
}

export interface AttackResponse {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

const NO_ANSWER: AttackResponse = { status: 0, headers: {}, text: '' }
const PATIENCE_MS = 60_000

/** Sends a request on a connection of its own, as a stranger does. Never rejects. */
export function send(
  base: URL,
  { method = 'GET', path, headers, body, address }: AttackRequest,
): Promise<AttackResponse> {
  return new Promise((resolve) => {
    const forwarded = address === undefined ? {} : { 'x-forwarded-for': address }
    const options = { method, agent: false, timeout: PATIENCE_MS, headers: { ...forwarded, ...headers } }
    const request = httpRequest(new URL(path, base), options, (response) => {
      buffer(response).then(
        (octets) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: octets.toString('utf8') }),
        () => resolve(NO_ANSWER),
      )
    })
    request.on('error', () => resolve(NO_ANSWER))
    request.on('timeout', () => request.destroy())
    request.end(body)
  })
}

/** Sends octets as they are and resolves with the status of the answer, 0 for none. */
export function sendRaw(base: URL, octets: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(base.port), base.hostname)
    let answer = ''
    const end = () => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0))
    }
    socket.setTimeout(5_000, end)
    socket.on('data', (piece) => {
      answer += piece.toString('latin1')
      if (answer.includes('\r\n')) end()
    })
    socket.on('error', end).on('close', end)
    socket.write(octets)
  })
}

/** Runs tasks in order, `atOnce` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
