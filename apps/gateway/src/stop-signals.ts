/** The signals that ask a process to end. SIGHUP means that its terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Shells report a process ended by a signal as 128 plus the signal's number. */
const FORCED_EXIT_CODE = 130

/**
 * Programs between the terminal and this process pass on a signal that it has already received, so signals this close
 * together count as one.
 */
const SAME_SIGNAL_MS = 500

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  dispose(): void
}

/**
 * Listens for stop signals: the first asks the command to stop; another one, later than `SAME_SIGNAL_MS`, ends the
 * process at once.
 */
export function listenForStop(): StopSignals {
  const controller = new AbortController()
  let first = 0
  const onSignal = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort(name)
    } else if (performance.now() - first > SAME_SIGNAL_MS) process.exit(FORCED_EXIT_CODE)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    dispose() {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
