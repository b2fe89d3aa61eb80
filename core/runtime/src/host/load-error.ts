/** A package that the configuration names cannot be loaded. The message says what is wrong, for the operator; `cause` is what was thrown. */
export class ModuleLoadError extends Error {
  override readonly name = 'ModuleLoadError'
  /** What to do about it. */
  readonly remedy: string

  constructor(message: string, remedy: string, cause: unknown) {
    super(message, { cause })
    this.remedy = remedy
  }
}
