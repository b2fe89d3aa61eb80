import type { RouterMount } from '@heliograph/http'
import type { Instance } from './instance.ts'

/** The routes of the adapters among the instances; those that failed are left out, so that their paths are unknown instead of broken. */
export function adapterMounts(instances: readonly Instance[]): readonly RouterMount[] {
  return instances.flatMap(({ id, part, state }) => {
    if (part.kind !== 'adapter' || state === 'failed') return []
    const { adapter } = part
    if (!adapter.routes || !adapter.formatError) return []
    return [
      {
        instanceId: id,
        routes: adapter.routes,
        formatError: (error, request) => adapter.formatError?.(error, request) ?? { status: 500 },
      },
    ]
  })
}
