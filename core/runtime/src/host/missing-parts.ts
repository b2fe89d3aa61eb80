import type { InstancePart } from './instance.ts'
import type { GatewayModule } from './module.ts'

/** What a module declares among its capabilities and its instance does not have, or the other way round. One sentence each. */
export function missingParts(module: GatewayModule, part: InstancePart): readonly string[] {
  if (part.kind === 'adapter' && module.kind === 'adapter') {
    const { routes, formatError } = part.adapter
    return [
      ...disagreement(module.capabilities.http, Array.isArray(routes), 'http', 'routes'),
      ...(module.capabilities.http && typeof formatError !== 'function' ? [missing('http', 'formatError')] : []),
    ]
  }
  if (part.kind === 'plugin' && module.kind === 'plugin') {
    return disagreement(module.capabilities.carrier, part.plugin.carrier !== undefined, 'carrier', 'carrier')
  }
  return []
}

function disagreement(declared: boolean, present: boolean, capability: string, part: string): readonly string[] {
  if (declared && !present) return [missing(capability, part)]
  return present && !declared ? [`It has ${part}, but does not declare the capability '${capability}'.`] : []
}

function missing(capability: string, part: string): string {
  return `It declares the capability '${capability}', but has no ${part}.`
}
