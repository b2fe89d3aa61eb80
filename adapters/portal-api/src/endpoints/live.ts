import { type HttpRequest, isGatewayError, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { identify } from '../authentication.ts'
import { defineEndpoint } from '../endpoint.ts'
import { liveStream } from '../live/live-stream.ts'
import { TOPIC_NAMES } from '../live/topics.ts'
import type { PortalContext } from '../services.ts'

const followChanges = defineEndpoint({
  method: 'GET',
  path: '/live',
  id: 'followChanges',
  summary:
    'Stream changes as server-sent events, each named after the topic to reload. The stream ends after ten minutes; browsers reconnect',
  roles: ROLES,
  query: Type.Object({
    topic: Type.Array(Type.Enum(TOPIC_NAMES), {
      minItems: 1,
      maxItems: TOPIC_NAMES.length,
      description: 'Topics to subscribe to. May be repeated.',
    }),
  }),
  errors: ['throttled'],
  async handle(context, { principal, self, query, request }) {
    const { clock, viewers, watches } = context
    const leave = viewers.enter(principal.userId)
    const viewer = { principal, everyClient: principal.role === 'operator' && principal === self }
    const stream = liveStream({
      topics: [...new Set(query.topic)],
      viewer,
      watches,
      clock,
      signal: request.signal,
      isWelcome: () => isLoggedIn(context, request, self.userId),
    })
    const pieces = leaving(stream, leave)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
    return { response: { status: 200, headers, stream: { pieces, isEndless: true } } }
  },
})

/** Notifies viewers that something has changed. */
export const liveEndpoints = [followChanges]

/** A database that is away ends no stream. */
async function isLoggedIn(context: PortalContext, request: HttpRequest, userId: number): Promise<boolean> {
  try {
    return (await identify(context, request)).principal.userId === userId
  } catch (error) {
    return !(isGatewayError(error) && error.category === 'unauthenticated')
  }
}

/** Passes the stream on and calls `leave` once when it is over, even if nothing of it was read. */
function leaving(stream: AsyncGenerator<string>, leave: () => void): AsyncIterable<string> {
  let isOver = false
  const end = () => {
    if (!isOver) leave()
    isOver = true
  }
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = await stream.next()
        if (result.done) end()
        return result
      },
      async return() {
        end()
        return stream.return(undefined)
      },
    }),
  }
}
