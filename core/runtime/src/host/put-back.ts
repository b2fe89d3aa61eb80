import type { NodeRole } from '../config/sections/node.ts'
import { type CreateOptions, createPart } from './create.ts'
import type { InstanceDeadlines } from './deadline.ts'
import { type Instance, routedOf } from './instance.ts'
import { InstanceGuard } from './instance-guard.ts'
import { findPartFault } from './part-faults.ts'
import { type ReloadOutcome, toFailure } from './reload.ts'
import { startInstances } from './start.ts'
import { stopInstance } from './stop.ts'

export interface PutBackOptions extends CreateOptions, InstanceDeadlines {
  readonly roles: readonly NodeRole[]
  readonly signal: AbortSignal
}

/**
 * Whether a reload can put the instance back. What others hold of a plugin (its services, its links) would stay that of
 * the one that was taken out.
 */
export function canBePutBack({ state, part }: Instance): boolean {
  return state === 'out' && part.kind === 'adapter'
}

/** Creates adapters that are out of service anew and starts them. One that fails stays out. */
export async function putBack(instances: readonly Instance[], options: PutBackOptions): Promise<ReloadOutcome> {
  const outcome = { applied: [] as string[], restart: [], failed: [] as ReturnType<typeof toFailure>[] }
  for (const instance of instances.filter(canBePutBack)) {
    const path = `instances.${instance.id}`
    try {
      await putOneBack(instance, options)
      outcome.applied.push(path)
    } catch (error) {
      outcome.failed.push(toFailure(path, error))
    }
  }
  return outcome
}

async function putOneBack(instance: Instance, options: PutBackOptions): Promise<void> {
  const { planned, routes: before } = instance
  const guard = new InstanceGuard(instance.id, options.scopes)
  const part = createPart(planned, guard, options)
  const fault = findPartFault(planned.module, part)
  if (fault !== undefined) throw new Error(fault.message)
  const { routes = [] } = routedOf(part)
  if (namesOf(routes) !== namesOf(before)) throw new Error('It has other routes now: restart the gateway.')
  const next: Instance = { ...instance, part, guard, routes, state: 'created', failure: undefined }
  const { clock, logger, roles, signal, startDeadlineMs, stopDeadlineMs } = options
  try {
    await startInstances([next], { clock, logger, roles, deadlineMs: startDeadlineMs, signal })
    if (next.state === 'failed') throw new Error(next.failure)
  } catch (error) {
    await stopInstance(next, { clock, logger, deadlineMs: stopDeadlineMs })
    throw error
  }
  // Between two turns of the event loop, so that no request sees half of it.
  Object.assign(instance, { part, guard, routes, state: next.state, failure: undefined, startMs: next.startMs })
}

function namesOf(routes: Instance['routes']): string {
  return routes.map(({ method, path }) => `${method} ${path}`).join('\n')
}
