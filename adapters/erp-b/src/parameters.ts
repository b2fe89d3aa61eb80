import type { HttpRequest, HttpRequestHead } from '@heliograph/contracts'
import { mediaTypeOf, membersOfJson, Parameters, parseJsonObject } from '@heliograph/wire'

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

/** Finds the key under one of its names without parsing the whole body. */
export async function keyOf(
  request: HttpRequestHead & { readonly body: Buffer },
  names: readonly string[],
): Promise<string | undefined> {
  const parameters = isJson(request)
    ? await membersOfJson(request.query, request.body, names)
    : Parameters.of(request, { named: names })
  return parameters.joined(names)?.trim()
}
