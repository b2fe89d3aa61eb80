import { GatewayError } from '@heliograph/contracts'
import type { Instance } from './instance.ts'
import { findInstanceChanges, type InstanceChange, takeOver } from './instance-changes.ts'
import type { PlannedInstance } from './resolve.ts'

/** What a reload, or the renewal of certificates, has come to. All paths are those of the configuration. */
export interface ReloadOutcome {
  /** What is in effect now. */
  readonly applied: readonly string[]
  /** What has changed and needs a restart; it is as it was. */
  readonly restart: readonly string[]
  /** What could not be used; it is as it was. */
  readonly failed: readonly ReloadFailure[]
}

export interface ReloadFailure {
  readonly path: string
  readonly message: string
}

/** What a changed configuration means for instances that run. */
export interface PlannedReload {
  /** What needs a restart, instances that come and go among it. */
  readonly restart: readonly string[]
  /** Puts the rest into effect: what instances take over while they run, and the certificates of listeners. */
  apply(): Promise<ReloadOutcome>
}

/**
 * What a changed configuration means for the instances: what they take over, and paths that need a restart. Those that
 * are replaced take over everything.
 */
export function planInstanceReload(
  instances: readonly Instance[],
  planned: readonly PlannedInstance[],
  configured: readonly { readonly id: string }[],
  replaced: readonly Instance[],
): { readonly changes: readonly InstanceChange[]; readonly restart: readonly string[] } {
  const running = instances.map(({ id }) => id)
  const added = planned.map(({ id }) => id).filter((id) => !running.includes(id))
  const removed = running.filter((id) => !configured.some((entry) => entry.id === id))
  // A plugin that is out of service waits for the restart; adapters are put back.
  const kept = instances.filter((instance) => !replaced.includes(instance))
  const out = kept.filter(({ state, part }) => state === 'out' && part.kind === 'plugin').map(({ id }) => id)
  const changes = findInstanceChanges(kept, planned)
  const whole = [...added, ...removed, ...out].map((id) => `instances.${id}`)
  return { changes, restart: [...whole, ...restartOf(changes)] }
}

/** Has instances take over what they can. One that cannot use its new values does not keep others from theirs. */
export function applyInstanceChanges(changes: readonly InstanceChange[]): ReloadOutcome {
  const applied: string[] = []
  const failed: ReloadFailure[] = []
  for (const change of changes) {
    if (change.restart.length > 0) continue
    try {
      takeOver(change)
      applied.push(...change.live)
    } catch (error) {
      failed.push(...change.live.map((path) => toFailure(path, error)))
    }
  }
  return { applied, restart: restartOf(changes), failed }
}

/** When an instance needs a restart for some of a change, it needs it for all. */
function restartOf(changes: readonly InstanceChange[]): readonly string[] {
  return changes.flatMap(({ live, restart }) => (restart.length > 0 ? [...restart, ...live] : []))
}

export function toFailure(path: string, error: unknown): ReloadFailure {
  return { path, message: error instanceof Error ? error.message : String(error) }
}

export function joinOutcomes(...outcomes: readonly ReloadOutcome[]): ReloadOutcome {
  return {
    applied: outcomes.flatMap(({ applied }) => applied),
    restart: outcomes.flatMap(({ restart }) => restart),
    failed: outcomes.flatMap(({ failed }) => failed),
  }
}

/** The error of a reload while the host starts or stops. */
export function notRunning(): GatewayError {
  return new GatewayError('unavailable', 'not-running', 'The gateway is starting or stopping: reload it while it runs')
}
