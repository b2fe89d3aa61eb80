import type { HttpRequest } from '@heliograph/contracts'
import { DEFAULT_RECORDS, MAX_RECORDS, ParameterReader, Parameters, type Problems } from '@heliograph/wire'

/** Filters by what the gateway does not keep; an answer without them would be about other messages. */
const NOT_KEPT = ['mcc', 'mnc', 'entityId', 'applicationId', 'campaignReferenceId'] as const

/** The parameters of a query. Names are exact, and unknown ones are ignored. */
export function queryParameters({ query }: Pick<HttpRequest, 'query'>): Parameters {
  return Parameters.ofQuery(query, { ignoreCase: false, blankIsEmpty: false })
}

/** Reads the query of a request; of a repeated parameter, the first counts. */
export function readQuery(request: Pick<HttpRequest, 'query'>, problems: Problems): ParameterReader {
  return new ParameterReader(queryParameters(request), problems, 'first')
}

/** How many records are wanted. */
export function readLimit(query: ParameterReader): number {
  return query.integer('limit', 1, MAX_RECORDS) ?? DEFAULT_RECORDS
}

/** Notes filters that cannot be kept to. */
export function refuseNotKept(query: ParameterReader): void {
  for (const name of NOT_KEPT) if (query.has(name)) query.problem(name, 'is not kept by this gateway')
}
