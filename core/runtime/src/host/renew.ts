import type { NodeRole } from '../config/sections/node.ts'
import { type CreateOptions, createPart, hooksOf } from './create.ts'
import type { InstanceDeadlines } from './deadline.ts'
import { type Instance, linksOf, routedOf } from './instance.ts'
import { InstanceGuard } from './instance-guard.ts'
import { findPartFault } from './part-faults.ts'
import type { PlannedInstance } from './resolve.ts'
import { startInstances } from './start.ts'
import { stopInstance } from './stop.ts'

export interface RenewOptions extends CreateOptions, InstanceDeadlines {
  readonly roles: readonly NodeRole[]
  readonly signal: AbortSignal
}

/** Creates what is to take the place of an instance, without starting it. Throws what makes it unfit. */
export function createAnew(instance: Instance, planned: PlannedInstance, options: RenewOptions): Instance {
  const guard = new InstanceGuard(instance.id, options.scopes)
  const part = createPart(planned, guard, options)
  const fault = findPartFault(planned.module, part)
  if (fault !== undefined) throw new Error(fault.message)
  const { routes = [] } = routedOf(part)
  const hooks = hooksOf(part, guard)
  return { ...instance, planned, part, guard, routes, hooks, state: 'created', failure: undefined }
}

/**
 * Starts `next` and puts it in the place of `instance`. When it cannot start it is stopped, and the place is as it was.
 */
export async function startAnew(instance: Instance, next: Instance, options: RenewOptions): Promise<void> {
  const { clock, logger, roles, signal, startDeadlineMs, stopDeadlineMs } = options
  instance.carrier?.useLinks(linksOf(next.part), next.guard)
  try {
    await startInstances([next], { clock, logger, roles, deadlineMs: startDeadlineMs, signal })
    if (next.state === 'failed') throw new Error(next.failure)
  } catch (error) {
    await stopInstance(next, { clock, logger, deadlineMs: stopDeadlineMs })
    throw error
  }
  const { planned, part, guard, routes, hooks, state, startMs } = next
  // Between two turns of the event loop, so that no request sees half of it.
  Object.assign(instance, { planned, part, guard, routes, hooks, state, failure: undefined, startMs })
}
