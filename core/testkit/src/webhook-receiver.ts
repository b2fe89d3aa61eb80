import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived, with its whole body. @stability stable */
export interface ReceivedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** What follows `?`, empty when there is none. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The octets a signature is computed over. */
  readonly body: Buffer
  /** The body read as UTF-8. */
  readonly text: string
}

/** What the receiver does with a request. @stability stable */
export type ScriptedAnswer =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>> | undefined
      readonly body?: string | undefined
    }
  /** Answers 302 with this `Location`. */
  | { readonly redirectTo: string }
  /** Closes the connection: before any answer, or after the headers and a part of the promised body. */
  | { readonly drop: 'before-answer' | 'within-body' }

/** A customer's web server, as far as a gateway sees it. @stability stable */
export interface WebhookReceiver {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string
  /** All requests so far, ordered by the arrival of their last octet. */
  readonly requests: readonly ReceivedRequest[]
  /** The answer to use when no scripted answer is left. By default `200` with an empty body. */
  always(answer: ScriptedAnswer | ((request: ReceivedRequest) => ScriptedAnswer)): void
  /** Answers for the next requests, one each, in order. */
  script(...answers: readonly ScriptedAnswer[]): void
  /** Like `script` for one request, but its answer waits until the returned function is called. */
  hold(answer?: ScriptedAnswer): () => void
  /** The first request that `next` has not returned yet; waits for it. Rejects after `timeoutMs` (5 s). */
  next(timeoutMs?: number): Promise<ReceivedRequest>
  /**
   * The first request of all that matches; waits for it. Rejects after `timeoutMs` (5 s) with the requests that arrived
   * instead.
   */
  waitFor(predicate: (request: ReceivedRequest) => boolean, timeoutMs?: number): Promise<ReceivedRequest>
  /** Drops open connections, releases held answers and closes. Waiting promises reject. */
  close(): Promise<void>
}

interface TimeSlice {
  readonly answer: ScriptedAnswer
  readonly released: Promise<void>
}

interface Waiter {
  check(): void
  fail(reason: string): void
}

const OK: ScriptedAnswer = { status: 200 }
const DEFAULT_TIMEOUT_MS = 5_000

/** Starts a real HTTP server on a free port of the loopback interface. @stability stable */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = []
  const turns: TimeSlice[] = []
  const releases = new Set<() => void>()
  const waiters = new Set<Waiter>()
  let fallback: (request: ReceivedRequest) => ScriptedAnswer = () => OK
  let taken = 0

  const server = createServer((incoming, response) => {
    // A client that goes away midway is not recorded.
    void serve(incoming, response).catch(() => response.destroy())
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    const slice = turns.shift()
    requests.push(request)
    for (const waiter of [...waiters]) waiter.check()
    await slice?.released
    give(slice?.answer ?? fallback(request), response)
  }

  /** Tries `pick` at once and after each request until it finds one. */
  function wait(pick: () => ReceivedRequest | undefined, timeoutMs: number): Promise<ReceivedRequest> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        check() {
          const found = pick()
          if (found) settle(() => resolve(found))
        },
        fail: (reason) => settle(() => reject(new Error(`${reason}; received: ${summary(requests)}`))),
      }
      const timer = setTimeout(() => waiter.fail(`No such request within ${timeoutMs} ms`), timeoutMs)
      const settle = (act: () => void) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        act()
      }
      waiters.add(waiter)
      waiter.check()
    })
  }

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    always(answer) {
      fallback = typeof answer === 'function' ? answer : () => answer
    },
    script: (...answers) => void turns.push(...answers.map((answer) => ({ answer, released: Promise.resolve() }))),
    hold(answer = OK) {
      const released = new Promise<void>((resolve) => releases.add(resolve))
      const release = [...releases].at(-1) as () => void
      turns.push({ answer, released })
      return release
    },
    next: (timeoutMs = DEFAULT_TIMEOUT_MS) =>
      wait(() => (taken < requests.length ? requests[taken++] : undefined), timeoutMs),
    waitFor: (predicate, timeoutMs = DEFAULT_TIMEOUT_MS) => wait(() => requests.find(predicate), timeoutMs),
    async close() {
      for (const waiter of [...waiters]) waiter.fail('The receiver was closed')
      for (const release of releases) release()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const [path = '', ...query] = (incoming.url ?? '').split('?')
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return {
    method: incoming.method ?? '',
    path,
    query: query.join('?'),
    headers: Object.fromEntries(headers),
    body,
    text: body.toString('utf8'),
  }
}

function give(answer: ScriptedAnswer, response: ServerResponse): void {
  if ('redirectTo' in answer) {
    response.writeHead(302, { location: answer.redirectTo }).end()
  } else if ('drop' in answer) {
    if (answer.drop === 'before-answer') response.destroy()
    else response.writeHead(200, { 'content-length': '1000' }).write('cut', () => response.destroy())
  } else {
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body)
  }
}

function summary(requests: readonly ReceivedRequest[]): string {
  if (requests.length === 0) return 'nothing'
  return requests.map((each) => `${each.method} ${each.path} ${each.text.slice(0, 200)}`).join(' | ')
}
