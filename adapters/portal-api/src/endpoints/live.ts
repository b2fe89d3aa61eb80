import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { liveStream } from '../live/live-stream.ts'
import { TOPIC_NAMES } from '../live/topics.ts'

const followChanges = defineEndpoint({
  method: 'GET',
  path: '/live',
  id: 'followChanges',
  summary:
    'Server-sent events: one with the name of a topic after each change to it, so that viewers reload it. The stream ends after ten minutes; browsers then reconnect',
  roles: ROLES,
  query: Type.Object({
    topic: Type.Array(Type.Enum(TOPIC_NAMES), {
      minItems: 1,
      maxItems: TOPIC_NAMES.length,
      description: 'What to follow.',
    }),
  }),
  errors: ['throttled'],
  async handle({ clock, viewers, watches }, { principal, query, request }) {
    const leave = viewers.enter(principal.userId)
    const { signal } = request
    const topics = [...new Set(query.topic)]
    const pieces = leaving(liveStream({ topics, principal, watches, clock, signal }), leave)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
    return { response: { status: 200, headers, stream: { pieces, isEndless: true } } }
  },
})

/** Notifies viewers that something has changed. */
export const liveEndpoints = [followChanges]

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
