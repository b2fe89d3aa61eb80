/** Log lines held back until it is clear whether they are wanted. */
export interface HeldLog {
  write(line: string): void
  /**
   * Writes the held lines to standard error, and all later ones as they arrive. Nothing is written before this call.
   */
  release(): void
}

export function createHeldLog(): HeldLog {
  const lines: string[] = []
  let isReleased = false
  return {
    write(line) {
      if (isReleased) process.stderr.write(line)
      else lines.push(line)
    },
    release() {
      isReleased = true
      for (const line of lines.splice(0)) process.stderr.write(line)
    },
  }
}
