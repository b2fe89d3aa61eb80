/** What bounds every wait of a measurement. */
export interface Limits {
  readonly timeoutMs: number
  /** Aborted, with an error as reason, when the gateway has ended without having been told to. */
  readonly signal: AbortSignal
}

/** As `work`, but rejects with the signal's reason as soon as it is aborted. */
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
