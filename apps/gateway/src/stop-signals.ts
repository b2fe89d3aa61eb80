import { hasTerminal } from './controlling-terminal.ts'

/** The signals that ask a process to end. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

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

export interface StopSignalOptions {
  /** Called when SIGHUP asks for the configuration to be read again. Absent: SIGHUP asks to stop, like the others. */
  readonly onReload?: (() => void) | undefined
  /** Tells whether this process belongs to a terminal; see `hasTerminal`. */
  readonly isOnTerminal?: () => boolean
}

/**
 * Listens for stop signals: the first asks the command to stop; another one, later than `SAME_SIGNAL_MS`, ends the
 * process at once.
 *
 * SIGHUP has two meanings. The system sends it to what runs on a terminal that is closed, which has to end. Operators
 * and supervisors send it for a reload. It is the first when the process began on a terminal that is gone.
 */
export function listenForStop({ onReload, isOnTerminal = hasTerminal }: StopSignalOptions = {}): StopSignals {
  const controller = new AbortController()
  const beganOnTerminal = isOnTerminal()
  let first = 0
  const onStop = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort(name)
    } else if (performance.now() - first > SAME_SIGNAL_MS) process.exit(FORCED_EXIT_CODE)
  }
  const onHangUp = (): void => {
    if (onReload === undefined || (beganOnTerminal && !isOnTerminal())) onStop('SIGHUP')
    else onReload()
  }
  for (const name of STOP_SIGNALS) process.on(name, onStop)
  process.on('SIGHUP', onHangUp)
  return {
    signal: controller.signal,
    dispose() {
      for (const name of STOP_SIGNALS) process.off(name, onStop)
      process.off('SIGHUP', onHangUp)
    },
  }
}
