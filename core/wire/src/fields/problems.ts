import { GatewayError } from '@heliograph/contracts'

/** What a client is told about a time that `parseTimestamp` does not read. */
export const TIME_PROBLEM = 'must be an ISO 8601 time such as 2030-01-31T08:15:00.000Z'

/** Collects what is wrong with a request, so that the client learns all of it at once. */
export class Problems {
  // Left out until the first problem: a good request pays nothing for it.
  #found: Record<string, string> | undefined

  /** Notes a problem of the field at `path`. The first one of a field stands. */
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
