import { type HttpClient, OutboundError, type OutboundReply, type OutboundRequest } from '@heliograph/contracts'

/** An `HttpClient` that calls no server: it records requests and answers from a script. */
export interface HttpClientDouble extends HttpClient {
  readonly requests: readonly OutboundRequest[]
  /** Answers for the next requests, one each, in order; an `OutboundError` is thrown. */
  script(...answers: readonly (Partial<OutboundReply> | OutboundError)[]): void
  /** From now on, requests for which nothing is scripted wait until their signal gives them up. */
  hang(): void
  /** Scripted answers that no request has used yet. */
  readonly waiting: number
}

/**
 * Without a scripted answer every request fails as if its host were blocked, so that no test sends a request unnoticed.
 */
export function createHttpClientDouble(): HttpClientDouble {
  const requests: OutboundRequest[] = []
  const answers: (Partial<OutboundReply> | OutboundError)[] = []
  let isHanging = false
  return {
    requests,
    script: (...more) => void answers.push(...more),
    hang: () => {
      isHanging = true
    },
    get waiting() {
      return answers.length
    },
    async request(request) {
      requests.push(request)
      if (request.signal?.aborted) throw givenUp()
      if (isHanging && answers.length === 0) await endOf(request.signal)
      const answer = answers.shift() ?? new OutboundError('blocked', `Nothing is scripted for ${request.url}`)
      if (answer instanceof Error) throw answer
      const octets = Buffer.from(answer.body ?? '')
      return { status: 200, headers: {}, body: '', octets, elapsedMs: 1, ...answer }
    },
  }
}

function givenUp(): OutboundError {
  return new OutboundError('aborted', 'The request was given up')
}

/** Rejects when the signal ends, and never without one. */
function endOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(givenUp())))
}
