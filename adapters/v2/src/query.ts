import type { HttpRequest } from '@heliograph/contracts'
import { DEFAULT_RECORDS, MAX_RECORDS, ParameterReader, Parameters, type Problems } from '@heliograph/wire'
import { MAX_ID_LENGTH } from './limits.ts'

/**
 * Reads the query of a request. An empty parameter counts as absent; a repeated one is a problem, since it is not clear
 * which value is meant.
 */
export function readQuery(request: HttpRequest, problems: Problems): ParameterReader {
  const options = { ignoreCase: false, blankIsEmpty: false }
  return new ParameterReader(Parameters.ofQuery(request.query, options), problems, 'refused')
}

/** A text of at most `MAX_ID_LENGTH` characters. */
export function readText(query: ParameterReader, name: string): string | undefined {
  return query.text(name, MAX_ID_LENGTH)
}

/** How many records are wanted. */
export function readLimit(query: ParameterReader): number {
  return query.integer('limit', 1, MAX_RECORDS) ?? DEFAULT_RECORDS
}

/** Where the page begins. */
export function readBefore(query: ParameterReader): number | undefined {
  return query.integer('before', 1, Number.MAX_SAFE_INTEGER)
}
