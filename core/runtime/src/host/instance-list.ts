import { hideSecrets } from '@heliograph/config'
import { GatewayError, type Health, type InstanceRecord, type Instances } from '@heliograph/contracts'
import type { InstanceConfiguration } from '../config/instance-configuration.ts'
import type { Redactor } from '../logging/redact.ts'
import type { PlannedInstance } from './resolve.ts'

/** The state of a host, read again for each query. */
export interface InstanceFacts {
  readonly node: string
  readonly configured: readonly InstanceConfiguration[]
  readonly planned: () => readonly PlannedInstance[]
  /** The health of the instances that this node runs, and of those that it runs without. */
  readonly health: () => Promise<Readonly<Record<string, Health>>>
  /** Removes secrets that the schema did not mark as secret. */
  readonly redactor: Pick<Redactor, 'fields'>
}

/** Creates the `Instances` service of a host. */
export function createInstanceList({ node, configured, planned, health, redactor }: InstanceFacts): Instances {
  function describe(entry: InstanceConfiguration, healthOf: Readonly<Record<string, Health>>): InstanceRecord {
    const { id: instanceId, use, optional: isOptional } = entry
    const found = planned().find(({ id }) => id === instanceId)
    const known = { instanceId, use, isOptional, health: healthOf[instanceId] ?? null }
    if (found === undefined) return { ...known, module: null, configuration: null }
    const { kind, id, version, configSchema } = found.module
    const configuration = redactor.fields(hideSecrets(configSchema, found.config) as object)
    return { ...known, module: { kind, id, version }, configuration }
  }

  return {
    async list({ role }) {
      if (role !== 'operator') throw new GatewayError('forbidden', 'not-allowed', 'Your role does not allow this')
      const healthOf = await health()
      return { node, instances: configured.map((entry) => describe(entry, healthOf)) }
    },
  }
}
