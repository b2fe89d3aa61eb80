import { type ProcessInput, processInput } from './process-input.ts'

/** Where commands write text. They write nowhere else; logs go their own way. */
export interface Terminal {
  /** Answers: standard output. */
  out(text: string): void
  /** Everything else: standard error. */
  err(text: string): void
  /** True when a person watches standard error. */
  readonly isWatched?: boolean
  /** Standard input; absent when there is none. */
  readonly input?: ProcessInput
}

export const processTerminal: Terminal = {
  out(text) {
    process.stdout.write(text)
  },
  err(text) {
    process.stderr.write(text)
  },
  isWatched: process.stderr.isTTY === true,
  input: processInput,
}
