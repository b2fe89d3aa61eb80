import type { Adapter, InterfaceRecord, Interfaces } from '@heliograph/contracts'
import type { Configuration } from '../config/load.ts'
import { planListeners } from '../listeners/listener-plan.ts'
import type { ListenerAddress } from '../listeners/open-listener.ts'
import type { Instance } from './instance.ts'

/** The state of a running host, read again for each query. */
export interface InterfaceFacts {
  readonly configuration: Pick<Configuration, 'http' | 'listeners'>
  readonly instances: () => readonly Instance[]
  readonly listeners: () => ReadonlyMap<string, ListenerAddress>
  readonly publicUrl: () => string
}

/** Creates the `Interfaces` service of a host. */
export function createInterfaces(facts: InterfaceFacts): Interfaces {
  const adapters = () =>
    facts
      .instances()
      .flatMap((instance) =>
        instance.part.kind === 'adapter' && instance.state !== 'failed'
          ? [{ instance, adapter: instance.part.adapter }]
          : [],
      )
  return {
    list: () => adapters().map(({ instance, adapter }) => describe(instance, adapter, facts)),
    examples(values) {
      const examples = adapters().flatMap(({ instance, adapter }) => {
        const url = urlOf(instance.id, facts)
        const example = url === null ? undefined : adapter.example?.({ ...values, url })
        return example === undefined ? [] : [[instance.id, example] as const]
      })
      return Object.fromEntries(examples)
    },
  }
}

function describe({ id, planned }: Instance, adapter: Adapter, facts: InterfaceFacts): InterfaceRecord {
  const { routes = [], documentation } = adapter
  const url = routes.length === 0 ? null : urlOf(id, facts)
  return {
    instanceId: id,
    adapter: planned.module.id,
    version: planned.module.version,
    url,
    routes: routes.map(({ method, path }) => ({ method, path })),
    ports: adapter.address?.() ?? declaredPorts(adapter),
    documentation: url === null || documentation === undefined ? null : `${url}${documentation}`,
  }
}

/**
 * The public address when the default listener serves the instance, else that of the first listener that serves it and
 * is open here.
 */
function urlOf(id: string, { configuration, listeners, publicUrl }: InterfaceFacts): string | null {
  const serving = planListeners(configuration).filter(({ settings }) => settings.instances?.includes(id) ?? true)
  if (serving.some(({ name }) => name === 'http')) return publicUrl()
  return serving.map(({ name }) => listeners().get(name)?.url).find((url) => url !== undefined) ?? null
}

/** The ports as configured, for sockets that are open on another node. */
function declaredPorts({ listeners = [] }: Adapter): InterfaceRecord['ports'] {
  const [plain] = listeners.filter(({ path }) => path !== 'tls')
  const tls = listeners.find(({ path }) => path === 'tls')
  if (plain === undefined) return null
  return tls === undefined ? { port: plain.port } : { port: plain.port, tlsPort: tls.port }
}
