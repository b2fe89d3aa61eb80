import { GatewayError } from '@heliograph/contracts'

/** The problem of a time that `parseTimestamp` cannot read. */
export const TIME_PROBLEM = 'must be an ISO 8601 time such as 2030-01-31T08:15:00.000Z'

/** The most problems that are kept. */
const MOST_PROBLEMS = 20

/** Collects the problems of a request, so that the client learns them at once; the first 20 of them. */
export class Problems {
  // Undefined until the first problem, so that a valid request costs nothing.
  #found: Record<string, string> | undefined
  #count = 0

  /** Notes a problem of the field at `path`. The first problem of a field counts. */
  add(path: string, message: string): void {
    this.#found ??= {}
    if (Object.hasOwn(this.#found, path)) return
    this.#count += 1
    if (this.#count <= MOST_PROBLEMS) this.#found[path] = message
  }

  /** Throws `invalid`/`invalid-fields` with the problems in `details`, if there is any. */
  assertNone(): void {
    if (this.#found === undefined) return
    const isMore = this.#count > MOST_PROBLEMS
    const text = isMore
      ? `The request has many invalid fields; ${MOST_PROBLEMS} of them are named`
      : 'The request has invalid fields'
    throw new GatewayError('invalid', 'invalid-fields', text, { details: this.#found })
  }
}
