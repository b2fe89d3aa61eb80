import type { HttpRequest } from '@heliograph/contracts'
import { TimeSlice } from '@heliograph/messaging'
import { type JsonObject, parseJsonBody } from '@heliograph/wire'

/** The body of a request as JSON; other requests go before what follows when it was a large one. Throws `invalid`. */
export async function readBody(request: Pick<HttpRequest, 'headers' | 'body'>): Promise<JsonObject> {
  const slice = new TimeSlice()
  const body = parseJsonBody(request)
  if (slice.isOver) await slice.rest()
  return body
}
