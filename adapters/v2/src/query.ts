import { DEFAULT_RECORDS, MAX_ID_LENGTH, MAX_RECORDS } from './limits.ts'
import type { Problems } from './problems.ts'
import { isStorable, UNSTORABLE_PROBLEM } from './storable.ts'
import { parseTimestamp } from './timestamps.ts'

/** The `+` of a zone that was not percent-encoded arrives as a blank. */
const DECODED_ZONE = / (?=\d\d:?\d\d$)/

/**
 * Reads the parameters of a query. An empty one counts as absent; one that is given twice is a problem, since it is not plain which of them is meant.
 */
export class QueryReader {
  readonly #parameters: URLSearchParams
  readonly #problems: Problems

  /** @param query - what follows the `?`, as sent. */
  constructor(query: string, problems: Problems) {
    this.#parameters = new URLSearchParams(query)
    this.#problems = problems
  }

  /** True when the parameter has a value, good or not. */
  has(name: string): boolean {
    return this.#parameters.getAll(name).some((value) => value !== '')
  }

  /** A text of at most `MAX_ID_LENGTH` characters. */
  text(name: string): string | undefined {
    const values = this.#parameters.getAll(name).filter((value) => value !== '')
    const [value] = values
    if (value === undefined) return undefined
    if (values.length > 1) return this.problem(name, 'must not be given more than once')
    if (value.length > MAX_ID_LENGTH) return this.problem(name, `must be at most ${MAX_ID_LENGTH} characters`)
    return isStorable(value) ? value : this.problem(name, UNSTORABLE_PROBLEM)
  }

  /** A whole number within its bounds. */
  integer(name: string, least: number, most: number): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    return this.problem(name, `must be a whole number from ${least} to ${most}`)
  }

  /** How many records are wanted. */
  limit(): number {
    return this.integer('limit', 1, MAX_RECORDS) ?? DEFAULT_RECORDS
  }

  /** The records of which page. */
  before(): number | undefined {
    return this.integer('before', 1, Number.MAX_SAFE_INTEGER)
  }

  /** A time, in milliseconds since the epoch. */
  time(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return (
      parseTimestamp(text.replace(DECODED_ZONE, '+')) ??
      this.problem(name, 'must be an ISO 8601 time such as 2030-01-31T08:15:00.000Z')
    )
  }

  /** Notes a problem of a parameter. */
  problem(name: string, message: string): undefined {
    this.#problems.add(name, message)
  }
}
