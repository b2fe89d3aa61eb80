import { parseIpNetwork } from '../http/ip-address.ts'
import type { ConfigMap, ConfigNode, ConfigOrigin } from './config-node.ts'
import { addressesOverlap } from './derived-values.ts'
import { nearest } from './nearest.ts'
import { type ConfigPath, formatPath } from './path.ts'
import type { ConfigurationProblem } from './problem.ts'
import type { InstancesConfiguration } from './sections/instances.ts'
import type {
  AdminConfiguration,
  HttpConfiguration,
  ListenerSettings,
  ListenersConfiguration,
} from './sections/listener.ts'

/** The sections whose values have to agree with each other. */
export interface AgreeingSections {
  readonly http: HttpConfiguration
  readonly listeners: ListenersConfiguration
  readonly admin: AdminConfiguration
  readonly instances: InstancesConfiguration
}

/** What no single schema can see: ports given twice, listeners for instances that do not exist. */
export function crossCheck(root: ConfigMap, sections: AgreeingSections): readonly ConfigurationProblem[] {
  return [
    ...listenerNames(root, sections),
    ...unknownInstances(root, sections),
    ...sharedPorts(root, sections),
    ...badNetworks(root, sections),
  ]
}

function listenerNames(root: ConfigMap, { listeners }: AgreeingSections): readonly ConfigurationProblem[] {
  return ['http', 'admin']
    .filter((name) => Object.hasOwn(listeners, name))
    .map((name) =>
      problemAt(root, ['listeners', name], {
        message: `The name '${name}' belongs to the listener of the section ${name}.`,
        remedy: `Give this listener another name, or configure the section ${name}.`,
      }),
    )
}

function unknownInstances(root: ConfigMap, sections: AgreeingSections): readonly ConfigurationProblem[] {
  const ids = Object.keys(sections.instances)
  return clientListeners(sections).flatMap(({ path, settings }) =>
    (settings.instances ?? []).flatMap((id, index) => {
      if (ids.includes(id)) return []
      const near = nearest(id, ids)
      const remedy = near === undefined ? `Instances are: ${ids.join(', ') || 'none'}.` : `Did you mean '${near}'?`
      const message = `There is no instance '${id}'.`
      return problemAt(root, [...path, 'instances', index], { value: id, message, remedy })
    }),
  )
}

function badNetworks(root: ConfigMap, sections: AgreeingSections): readonly ConfigurationProblem[] {
  const proxies = clientListeners(sections).map(({ path, settings }) => ({
    path: [...path, 'trustedProxies'],
    networks: settings.trustedProxies,
  }))
  const opened = Object.entries(sections.instances).map(([id, { allowNetworks }]) => ({
    path: ['instances', id, 'allowNetworks'],
    networks: allowNetworks,
  }))
  return [...proxies, ...opened].flatMap(({ path, networks }) =>
    networks.flatMap((network, index) => {
      if (isNetwork(network)) return []
      const message = 'It is neither an address nor a network.'
      const remedy = 'Write for example 10.1.2.3 or 10.1.0.0/16.'
      return problemAt(root, [...path, index], { value: network, message, remedy })
    }),
  )
}

function isNetwork(text: string): boolean {
  try {
    parseIpNetwork(text)
    return true
  } catch {
    return false
  }
}

interface ClientListener {
  readonly path: ConfigPath
  readonly settings: ListenerSettings
}

function clientListeners({ http, listeners }: AgreeingSections): readonly ClientListener[] {
  const further = Object.entries(listeners).map(([name, settings]) => ({ path: ['listeners', name], settings }))
  return [{ path: ['http'], settings: http }, ...further]
}

function sharedPorts(root: ConfigMap, sections: AgreeingSections): readonly ConfigurationProblem[] {
  const clients = clientListeners(sections).map(({ path, settings: { port, host } }) => ({ path, port, host }))
  const all = [...clients.slice(0, 1), { path: ['admin'], ...sections.admin }, ...clients.slice(1)]
  return all.flatMap((listener, index) => {
    const other = all
      .slice(0, index)
      .find(({ port, host }) => port !== 0 && port === listener.port && addressesOverlap(host, listener.host))
    if (!other) return []
    const message = `${formatPath([...other.path, 'port'])} is ${listener.port} too.`
    const remedy = 'Give each listener a port of its own.'
    return problemAt(root, [...listener.path, 'port'], { value: listener.port, message, remedy })
  })
}

/** A problem with what stands, or should stand, at a path. */
export function problemAt(
  root: ConfigMap,
  path: ConfigPath,
  problem: Pick<ConfigurationProblem, 'message' | 'remedy' | 'value'>,
): ConfigurationProblem {
  return { ...originAt(root, path), path: formatPath(path), ...problem }
}

/** Where a value is written, or the innermost thing around it. */
function originAt(root: ConfigMap, path: ConfigPath): ConfigOrigin {
  let node: ConfigNode = root
  for (const segment of path) {
    const child = childOf(node, segment)
    if (child === undefined) break
    node = child
  }
  return node.origin
}

function childOf(node: ConfigNode, segment: string | number): ConfigNode | undefined {
  if (node.kind === 'map') return node.entries.get(String(segment))
  return node.kind === 'list' ? node.items[Number(segment)] : undefined
}
