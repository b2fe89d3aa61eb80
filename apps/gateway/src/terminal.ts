/** Where text goes. Commands write nowhere else; logs have a way of their own. */
export interface Terminal {
  /** Answers: standard output. */
  out(text: string): void
  /** Everything else: standard error. */
  err(text: string): void
  /** Somebody looks at standard error as it comes. */
  readonly isWatched?: boolean
}

export const processTerminal: Terminal = {
  out(text) {
    process.stdout.write(text)
  },
  err(text) {
    process.stderr.write(text)
  },
  isWatched: process.stderr.isTTY === true,
}
