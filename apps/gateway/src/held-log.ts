/** Log lines that wait until it is known whether they are wanted. */
export interface HeldLog {
  write(line: string): void
  /** Writes what was held to standard error, and everything from now on as it comes. Without it nothing is ever written. */
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
