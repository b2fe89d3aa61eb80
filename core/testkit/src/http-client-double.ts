import {
  type Clock,
  type HttpClient,
  OutboundError,
  type OutboundReply,
  type OutboundRequest,
} from '@heliograph/contracts'

/**
 * What a request meets: a reply, an `OutboundError` that is thrown, or `silence`: nothing comes until the request is
 * given up, by its signal or when its time is over.
 * @stability stable
 */
export type ScriptedReply = Partial<OutboundReply> | OutboundError | 'silence'

/** An `HttpClient` that calls no server: it records requests and answers from a script. @stability stable */
export interface HttpClientDouble extends HttpClient {
  readonly requests: readonly OutboundRequest[]
  /** Those that got a reply, of any status. */
  readonly replied: readonly OutboundRequest[]
  /** Answers for the next requests, one each, in order. */
  script(...answers: readonly ScriptedReply[]): void
  /** From now on, requests for which nothing is scripted meet silence. */
  hang(): void
  /** Scripted answers that no request has used yet. */
  readonly waiting: number
  /** Requests that met silence and have not been given up. */
  readonly unanswered: number
}

/** As the real client has it for a request that sets no time of its own. */
const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Without a scripted answer every request fails as if its host were blocked, so that no test sends a request unnoticed.
 *
 * @param clock ends the time of requests that meet silence; without one only their signal does
 * @stability stable
 */
export function createHttpClientDouble(clock?: Clock): HttpClientDouble {
  const requests: OutboundRequest[] = []
  const replied: OutboundRequest[] = []
  const answers: ScriptedReply[] = []
  let isHanging = false
  let unanswered = 0

  async function meetSilence({ signal, timeoutMs = DEFAULT_TIMEOUT_MS }: OutboundRequest): Promise<never> {
    unanswered += 1
    let cancel: (() => void) | undefined
    try {
      return await new Promise<never>((_resolve, reject) => {
        cancel = clock?.after(timeoutMs, () => reject(new OutboundError('timeout', 'It took too long to reply')))
        signal?.addEventListener('abort', () => reject(givenUp()), { once: true })
      })
    } finally {
      cancel?.()
      unanswered -= 1
    }
  }

  return {
    requests,
    replied,
    script: (...more) => void answers.push(...more),
    hang: () => {
      isHanging = true
    },
    get waiting() {
      return answers.length
    },
    get unanswered() {
      return unanswered
    },
    async request(request) {
      requests.push(request)
      if (request.signal?.aborted) throw givenUp()
      const unscripted = isHanging ? 'silence' : new OutboundError('blocked', `Nothing is scripted for ${request.url}`)
      const answer = answers.shift() ?? unscripted
      if (answer === 'silence') return meetSilence(request)
      if (answer instanceof Error) throw answer
      replied.push(request)
      const octets = Buffer.from(answer.body ?? '')
      return { status: 200, headers: {}, body: '', octets, elapsedMs: 1, ...answer }
    },
  }
}

function givenUp(): OutboundError {
  return new OutboundError('aborted', 'The request was given up')
}
