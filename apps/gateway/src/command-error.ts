/**
 * A command cannot do what was requested. The message gives the operator the reason and the remedy; no stack is shown.
 */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** Kebab-case and stable, for scripts. */
  readonly code: string
  readonly details: unknown

  constructor(code: string, message: string, options: { readonly details?: unknown; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
  }
}
