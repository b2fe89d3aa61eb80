import { type InstancePart, lifecycleOf, routedOf } from './instance.ts'
import type { GatewayModule } from './module.ts'

/** Where the declared capabilities of a module and the parts of its instance disagree, one sentence each. */
export function missingParts(module: GatewayModule, part: InstancePart): readonly string[] {
  const { routes, formatError } = routedOf(part)
  const { http = false } = module.capabilities
  const carrier =
    part.kind === 'plugin' && module.kind === 'plugin'
      ? disagreement(module.capabilities.carrier, part.plugin.carrier !== undefined, 'carrier', 'carrier')
      : []
  return [
    ...disagreement(http, Array.isArray(routes), 'http', 'routes'),
    ...(http && typeof formatError !== 'function' ? [missing('http', 'formatError')] : []),
    ...carrier,
    ...missingReconfigure(module, part),
  ]
}

function missingReconfigure(module: GatewayModule, part: InstancePart): readonly string[] {
  const hasLiveKeys = (module.liveKeys ?? []).length > 0
  const isThere = typeof lifecycleOf(part).reconfigure === 'function'
  return hasLiveKeys && !isThere ? ['It declares liveKeys, but has no reconfigure.'] : []
}

function disagreement(declared: boolean, present: boolean, capability: string, part: string): readonly string[] {
  if (declared && !present) return [missing(capability, part)]
  return present && !declared ? [`It has ${part}, but does not declare the capability '${capability}'.`] : []
}

function missing(capability: string, part: string): string {
  return `It declares the capability '${capability}', but has no ${part}.`
}
