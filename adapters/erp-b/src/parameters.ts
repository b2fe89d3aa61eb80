import type { HttpRequest } from '@heliograph/contracts'
import { mediaTypeOf, Parameters, parseJsonObject } from '@heliograph/wire'

/** Returns whether a request has its parameters in JSON and gets its answer in JSON. */
export function isJson({ headers, method }: Pick<HttpRequest, 'headers' | 'method'>): boolean {
  return method !== 'GET' && mediaTypeOf(headers['content-type']) === 'application/json'
}

/**
 * Reads the parameters of a request: query and form, or query and JSON object. Throws `invalid` for a body that is
 * neither.
 */
export function readParameters(request: HttpRequest): Parameters {
  return isJson(request) ? Parameters.ofJson(request.query, parseJsonObject(request.body)) : Parameters.of(request)
}
