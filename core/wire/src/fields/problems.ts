import { GatewayError } from '@heliograph/contracts'

/** The problem of a time that `parseTimestamp` cannot read. */
export const TIME_PROBLEM = 'must be an ISO 8601 time such as 2030-01-31T08:15:00.000Z'

/** Collects the problems of a request, so that the client learns all of them at once. */
export class Problems {
  // Undefined until the first problem, so that a valid request costs nothing.
  #found: Record<string, string> | undefined

  /** Notes a problem of the field at `path`. The first problem of a field counts. */
  add(path: string, message: string): void {
    this.#found ??= {}
    this.#found[path] ??= message
  }

  /** Throws `invalid`/`invalid-fields` with every problem in `details`, if there is any. */
  assertNone(): void {
    if (this.#found === undefined) return
    throw new GatewayError('invalid', 'invalid-fields', 'The request has invalid fields', { details: this.#found })
  }
}
