import { changedPaths } from '@heliograph/config'
import { type Instance, lifecycleOf } from './instance.ts'
import type { PlannedInstance } from './resolve.ts'

/** What has changed in the configuration of an instance that runs. */
export interface InstanceChange {
  readonly instance: Instance
  readonly next: PlannedInstance
  /** Paths of what it takes over while it runs. */
  readonly live: readonly string[]
  /** Paths of what needs a restart. With any of these, it takes over nothing: half a change may be worse than none. */
  readonly restart: readonly string[]
}

/** The keys of an entry besides `config`. */
const ENTRY_KEYS = ['use', 'optional', 'allowNetworks'] as const

/** Compares instances with their entries in a new plan; without those that have not changed. */
export function findInstanceChanges(
  instances: readonly Instance[],
  plan: readonly PlannedInstance[],
): readonly InstanceChange[] {
  return instances.flatMap((instance) => {
    const next = plan.find(({ id }) => id === instance.id)
    if (next === undefined) return []
    const change = compare(instance, next)
    return change.live.length + change.restart.length === 0 ? [] : [change]
  })
}

function compare(instance: Instance, next: PlannedInstance): InstanceChange {
  const { planned, id } = instance
  const path = ['instances', id, 'config']
  const changed = changedPaths(planned.config, next.config, path)
  const isLive = isLiveIn(planned, path)
  const ofEntry = ENTRY_KEYS.flatMap((key) => changedPaths(planned.entry[key], next.entry[key], ['instances', id, key]))
  const ofTls = changedPaths(planned.outgoingTls, next.outgoingTls, ['instances', id, 'outgoingTls'])
  // Its HTTP client has either TLS of its own, or shares that of others.
  const isSameClient = planned.entry.hasOutgoingTls === next.entry.hasOutgoingTls
  return {
    instance,
    next,
    live: [...changed.filter(isLive), ...(isSameClient ? ofTls : [])],
    restart: [...ofEntry, ...(isSameClient ? [] : ofTls), ...changed.filter((each) => !isLive(each))],
  }
}

function isLiveIn({ module }: PlannedInstance, path: readonly string[]): (changed: string) => boolean {
  const live = (module.liveKeys ?? []).map((key) => [...path, ...key.split('.')])
  return (changed) => {
    const names = changed.split('.')
    return live.some(
      (key) => key.length === names.length && key.every((name, at) => name === '*' || name === names[at]),
    )
  }
}

/**
 * Has an instance take over its changed configuration. Throws what the instance throws when it cannot use it; then it
 * goes on as it was.
 */
export function takeOver({ instance, next }: InstanceChange): void {
  const { part, state } = instance
  if (next.outgoingTls !== undefined) instance.useOutgoingTls(next.outgoingTls)
  if (state === 'started') lifecycleOf(part).reconfigure?.(next.config)
  instance.planned = next
}
