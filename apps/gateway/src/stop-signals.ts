/** What tells a process to end. SIGHUP: its terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Shells report a process that a signal ended as 128 and the signal's number. */
const FORCED_EXIT_CODE = 130

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  dispose(): void
}

/** The first signal asks the command to stop; a second one ends the process at once. */
export function listenForStop(): StopSignals {
  const controller = new AbortController()
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(FORCED_EXIT_CODE)
    controller.abort(name)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return {
    signal: controller.signal,
    dispose() {
      for (const name of SIGNALS) process.off(name, onSignal)
    },
  }
}
