/** What tells a process to end. SIGHUP: its terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Shells report a process that a signal ended as 128 and the signal's number. */
const FORCED_EXIT_CODE = 130

/** Programs between the terminal and us pass on what we were sent already: signals this close together are one. */
const SAME_SIGNAL_MS = 500

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  dispose(): void
}

/** The first signal asks the command to stop; another one, a moment later, ends the process at once. */
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
