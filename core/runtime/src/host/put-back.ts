import type { Instance } from './instance.ts'
import { type ReloadOutcome, toFailure } from './reload.ts'
import { createAnew, type RenewOptions, startAnew } from './renew.ts'

/**
 * Whether a reload can put the instance back. What others hold of a plugin (its services, its links) would stay that of
 * the one that was taken out.
 */
function canBePutBack({ state, part }: Instance): boolean {
  return state === 'out' && part.kind === 'adapter'
}

/** Creates adapters that are out of service again and starts them. One that fails stays out. */
export async function putBack(instances: readonly Instance[], options: RenewOptions): Promise<ReloadOutcome> {
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

async function putOneBack(instance: Instance, options: RenewOptions): Promise<void> {
  const next = createAnew(instance, instance.planned, options)
  if (namesOf(next.routes) !== namesOf(instance.routes))
    throw new Error('It has other routes now: restart the gateway.')
  await startAnew(instance, next, options)
}

function namesOf(routes: Instance['routes']): string {
  return routes.map(({ method, path }) => `${method} ${path}`).join('\n')
}
