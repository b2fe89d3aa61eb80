import { Instances, Interfaces, PortalPages, type ProvidedService } from '@heliograph/contracts'
import type { Configuration } from '../config/load.ts'
import type { Redactor } from '../logging/redact.ts'
import type { HostHealth } from './health.ts'
import type { Instance } from './instance.ts'
import { createInstanceList } from './instance-list.ts'
import { createInterfaces, type InterfaceFacts } from './interfaces.ts'
import { createPortalPages } from './portal-pages.ts'
import type { PlannedInstance } from './resolve.ts'

/** The state of a host, read again for each query. */
export interface HostFacts extends InterfaceFacts {
  readonly configuration: Pick<Configuration, 'http' | 'listeners' | 'instances' | 'node'>
  readonly redactor: Redactor
  readonly instances: () => readonly Instance[]
  readonly planned: () => readonly PlannedInstance[]
  readonly health: () => Promise<HostHealth>
}

/** The services that modules may use: those of the gateway (`services`), and those that only the host can provide. */
export function hostServices(services: readonly ProvidedService[], facts: HostFacts): readonly ProvidedService[] {
  const { configuration, instances, planned, health, redactor } = facts
  const list = createInstanceList({
    node: configuration.node.name,
    configured: configuration.instances,
    redactor,
    planned: () => planned().map((each) => instances().find(({ id }) => id === each.id)?.planned ?? each),
    health: async () => (await health()).instances,
  })
  return [
    ...services,
    { token: Instances, service: list },
    { token: Interfaces, service: createInterfaces(facts) },
    { token: PortalPages, service: createPortalPages(instances) },
  ]
}
