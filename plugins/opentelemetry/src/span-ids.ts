import { createHash } from 'node:crypto'

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The trace of a request: its id where that is one, also in the spelling of a UUID, else one that follows from it. So
 * every node finds the trace of a message by what is stored with it.
 */
export function traceIdOf(requestId: string): string {
  const id = UUID.test(requestId) ? requestId.replaceAll('-', '').toLowerCase() : requestId
  return TRACE_ID.test(id) ? id : hashOf(requestId, 32)
}

/** The span of a step, named within its trace. It follows from both, so that the steps after it can name it. */
export function spanIdOf(traceId: string, name: string): string {
  return hashOf(`${traceId} ${name}`, 16)
}

/** Never all zeros, for all that matters. */
function hashOf(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits)
}
