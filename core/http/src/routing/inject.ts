import type { ClientCertificate, HttpMethod, HttpResponse, HttpStream } from '@heliograph/contracts'
import { NO_BODY } from '../requests/message-framing.ts'
import { ReceivedRequest } from '../requests/received-request.ts'
import { bodyTooLarge } from '../requests/request-errors.ts'
import { splitRequestTarget } from '../requests/request-target.ts'
import { discardStream, ResponseStream } from './response-stream.ts'
import type { Router } from './router.ts'

/** The id of an injected request that has no other. */
export const INJECTED_REQUEST_ID = 'injected'

/** A request as a test specifies it. */
export interface InjectedRequest {
  readonly method?: string | undefined
  /** Path and query: `/sms/2/logs?limit=1`. */
  readonly url: string
  /** Names in any case. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** Default `127.0.0.1`. */
  readonly remoteAddress?: string | undefined
  /** Whether it came encrypted. Default false. */
  readonly isSecure?: boolean | undefined
  /** The certificate that the client has shown. Default none. */
  readonly clientCertificate?: ClientCertificate | undefined
  /** Default `INJECTED_REQUEST_ID`. */
  readonly requestId?: string | undefined
  /** Aborted when the client goes. The response is then what the client has received so far. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The response as a client would see it: header names in lower case, several values joined by `, `, the body as octets,
 * none for HEAD.
 */
export interface InjectedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
  /** The body as UTF-8 text. */
  readonly text: string
}

/**
 * Runs a request through the router without a socket; body limits apply as on a listener. A route with `admit` is asked
 * whenever there is a body, and what the handler does when its response has ended is done before this resolves. Rejects
 * with an `Error` when the response's stream throws.
 */
export async function inject(router: Router, request: InjectedRequest): Promise<InjectedResponse> {
  const { path, query } = splitRequestTarget(request.url)
  const method = (request.method ?? 'GET') as HttpMethod
  const match = router.find(method, path)
  const body = octetsOf(request.body ?? '')
  const isTooLarge = !match.ignoresBody && body.length > match.bodyLimit
  const received = new ReceivedRequest({
    method,
    path,
    query,
    headers: lowerCaseNames({ ...request.headers, ...(body.length > 0 && { 'content-length': String(body.length) }) }),
    params: match.params,
    remoteAddress: request.remoteAddress ?? '127.0.0.1',
    isSecure: request.isSecure ?? false,
    clientCertificate: request.clientCertificate,
    requestId: request.requestId ?? INJECTED_REQUEST_ID,
  })
  request.signal?.addEventListener('abort', () => received.abort())
  const wantsBody = body.length > 0 && !match.ignoresBody
  const refusal = isTooLarge
    ? router.refuse(match, received, bodyTooLarge(match.bodyLimit))
    : wantsBody && (await router.admit(match, received))
  if (!refusal && wantsBody) received.body = body
  const response = refusal || (await router.handle(match, received))
  const sent = await bodyOf(received, response)
  await router.ended(match, received, response, true)
  return {
    status: response.status,
    headers: lowerCaseNames(response.headers ?? {}),
    body: sent,
    get text() {
      return sent.toString()
    },
  }
}

/** Octets are not copied: what a handler costs can be measured. */
function octetsOf(body: string | Uint8Array): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

async function bodyOf(request: ReceivedRequest, response: HttpResponse): Promise<Buffer> {
  if (request.method === 'HEAD') {
    discardStream(response)
    return NO_BODY
  }
  return response.stream === undefined ? Buffer.from(response.body ?? '') : readStream(response.stream, request.signal)
}

/** Resolves with all pieces of a stream, or with those that came before the client went. */
function readStream(stream: HttpStream, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const body = new ResponseStream(stream, {
      writePiece: (octets) => pieces.push(Buffer.from(octets)) > 0,
      endStream: () => resolve(Buffer.concat(pieces)),
      failStream: (cause) => reject(new Error('The response ended before its end', { cause })),
    })
    signal.addEventListener('abort', () => {
      body.stop()
      resolve(Buffer.concat(pieces))
    })
    body.run()
  })
}

function lowerCaseNames(headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  const lines = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')])
  return Object.fromEntries(lines)
}
