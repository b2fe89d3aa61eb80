import { type HttpClient, OutboundError, type OutboundReply, type OutboundRequest } from '@heliograph/contracts'

/** An `HttpClient` that calls no server: it records requests and answers from a script. */
export interface HttpClientDouble extends HttpClient {
  readonly requests: readonly OutboundRequest[]
  /** Answers for the next requests, one each, in order; an `OutboundError` is thrown. */
  script(...answers: readonly (Partial<OutboundReply> | OutboundError)[]): void
  /** Scripted answers that no request has used yet. */
  readonly waiting: number
}

/**
 * Without a scripted answer every request fails as if its host were blocked, so that no test sends a request unnoticed.
 */
export function createHttpClientDouble(): HttpClientDouble {
  const requests: OutboundRequest[] = []
  const answers: (Partial<OutboundReply> | OutboundError)[] = []
  return {
    requests,
    script: (...more) => void answers.push(...more),
    get waiting() {
      return answers.length
    },
    async request(request) {
      requests.push(request)
      if (request.signal?.aborted) throw new OutboundError('aborted', 'The request was given up')
      const answer = answers.shift() ?? new OutboundError('blocked', `Nothing is scripted for ${request.url}`)
      if (answer instanceof Error) throw answer
      const octets = Buffer.from(answer.body ?? '')
      return { status: 200, headers: {}, body: '', octets, elapsedMs: 1, ...answer }
    },
  }
}
