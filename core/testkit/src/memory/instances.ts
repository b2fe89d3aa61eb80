import { requireOperator } from '@heliograph/access'
import type { Instances } from '@heliograph/contracts'

/** The one instance of the double. */
export const memoryInstances: Instances = {
  async list(principal) {
    requireOperator(principal)
    const module = { kind: 'plugin', id: 'memory', version: '1.0.0' } as const
    const entry = { instanceId: 'net', use: 'memory', module, isOptional: false, health: { status: 'ok' } as const }
    return { node: 'memory', instances: [{ ...entry, configuration: { password: '[redacted]' } }] }
  },
}
