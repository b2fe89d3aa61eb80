import type { HttpRequest } from '@heliograph/contracts'
import { type ParameterOptions, Parameters } from './parameters.ts'

/** Octets of query and body that are read at once: nearly all requests are smaller. */
const SMALL_OCTETS = 4_096

/** Parameters that are read in two steps. */
export interface ParametersInSteps {
  /** The named ones, and perhaps others. */
  readonly first: Parameters
  /** All of them. */
  all(): Parameters
}

/**
 * Reads the parameters of a request in two steps, for an interface that looks at the login before it reads the rest: of
 * a large request only the named ones in the first, of a small one all, because that costs less than to read it twice.
 * Throws like `Parameters.of`.
 */
export function parametersInSteps(
  request: Pick<HttpRequest, 'query' | 'headers' | 'body'>,
  named: readonly string[],
  options: Omit<ParameterOptions, 'named'> = {},
): ParametersInSteps {
  if (request.query.length + request.body.length <= SMALL_OCTETS) {
    const parameters = Parameters.of(request, options)
    return { first: parameters, all: () => parameters }
  }
  return { first: Parameters.of(request, { ...options, named }), all: () => Parameters.of(request, options) }
}
