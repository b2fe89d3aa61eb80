import type { Logger } from '@heliograph/contracts'
import { CommandError } from './command-error.ts'
import { ownerFields } from './fault-owner.ts'
import { listenForFaults } from './faults.ts'

/** Faults logged at most: the same fault may recur a thousand times a second until the process has drained. */
const LOGGED_FAULTS = 10

export interface FaultWatch {
  /** Aborted by the first fault that `take` has not dealt with. */
  readonly signal: AbortSignal
  /** Returns that fault as the reason why the process ends; undefined while there is none. */
  reason(): CommandError | undefined
  dispose(): void
}

/**
 * Watches for uncaught errors. Those of an instance are passed to `take`, which returns whether it has dealt with them.
 * Any other is logged, and the first of these faults asks the process to end: it is unknown what the failed code left
 * undone, so it may not be safe to go on.
 */
export function watchForFaults(
  logger: Logger,
  ownersOf: (thrown: unknown) => readonly string[],
  take: (thrown: unknown, owners: readonly string[]) => boolean,
): FaultWatch {
  const controller = new AbortController()
  let reason: CommandError | undefined
  let seen = 0
  const listener = listenForFaults((thrown) => {
    const owners = ownersOf(thrown)
    if (take(thrown, owners)) return
    seen += 1
    if (seen <= LOGGED_FAULTS) logFault(logger, thrown, owners)
    reason ??= describe(thrown, owners)
    controller.abort(reason)
  })
  return { signal: controller.signal, reason: () => reason, dispose: () => listener.dispose() }
}

function logFault(logger: Logger, thrown: unknown, owners: readonly string[]): void {
  logger.error({ ...ownerFields(owners), err: thrown }, 'uncaught error: this process stops')
}

function describe(thrown: unknown, owners: readonly string[]): CommandError {
  const place = owners.length === 0 ? '' : ` in instance ${owners.map((id) => `'${id}'`).join(' or ')}`
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new CommandError('fault', `Stopped because of an error that nothing caught${place}: ${message}`, {
    cause: thrown,
  })
}
