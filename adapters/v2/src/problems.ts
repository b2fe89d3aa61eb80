import { GatewayError } from '@heliograph/contracts'

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
