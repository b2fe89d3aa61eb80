/** The limits of every wait in a measurement. */
export interface Limits {
  readonly timeoutMs: number
  /** Aborted, with an error as reason, when the gateway has ended unexpectedly. */
  readonly signal: AbortSignal
}

/** Settles like `work`, but rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let giveUp: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([aborted, work])
  } finally {
    if (giveUp) signal.removeEventListener('abort', giveUp)
  }
}
