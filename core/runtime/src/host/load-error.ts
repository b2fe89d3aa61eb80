/**
 * A package named in the configuration cannot be loaded. The message tells the operator what is wrong; `cause` is what
 * was thrown.
 */
export class ModuleLoadError extends Error {
  override readonly name = 'ModuleLoadError'
  /** What to do about it. */
  readonly remedy: string

  constructor(message: string, remedy: string, cause: unknown) {
    super(message, { cause })
    this.remedy = remedy
  }
}
