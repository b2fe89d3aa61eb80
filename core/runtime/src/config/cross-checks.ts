import type { ConfigMap, ConfigNode, ConfigOrigin } from './config-node.ts'
import { addressesOverlap } from './derived-values.ts'
import { nearest } from './nearest.ts'
import { type ConfigPath, formatPath } from './path.ts'
import type { ConfigurationProblem } from './problem.ts'
import type { AdminConfiguration, HttpConfiguration, ListenersConfiguration } from './sections/listener.ts'

/** The sections whose values have to agree with each other. */
export interface AgreeingSections {
  readonly http: HttpConfiguration
  readonly listeners: ListenersConfiguration
  readonly admin: AdminConfiguration
  readonly instances: Readonly<Record<string, unknown>>
}

/** What no single schema can see: ports given twice, listeners for instances that do not exist. */
export function crossCheck(root: ConfigMap, sections: AgreeingSections): readonly ConfigurationProblem[] {
  return [...listenerNames(root, sections), ...unknownInstances(root, sections), ...sharedPorts(root, sections)]
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

function unknownInstances(
  root: ConfigMap,
  { listeners, instances }: AgreeingSections,
): readonly ConfigurationProblem[] {
  const ids = Object.keys(instances)
  return Object.entries(listeners).flatMap(([name, listener]) =>
    listener.instances.flatMap((id, index) => {
      if (ids.includes(id)) return []
      const near = nearest(id, ids)
      const remedy = near === undefined ? `Instances are: ${ids.join(', ') || 'none'}.` : `Did you mean '${near}'?`
      return problemAt(root, ['listeners', name, 'instances', index], {
        value: id,
        message: `There is no instance '${id}'.`,
        remedy,
      })
    }),
  )
}

function sharedPorts(root: ConfigMap, { http, listeners, admin }: AgreeingSections): readonly ConfigurationProblem[] {
  const further = Object.entries(listeners).map(([name, listener]) => ({
    path: ['listeners', name, 'port'],
    ...listener,
  }))
  const all = [{ path: ['http', 'port'], ...http }, { path: ['admin', 'port'], ...admin }, ...further]
  return all.flatMap((listener, index) => {
    const other = all
      .slice(0, index)
      .find(({ port, host }) => port !== 0 && port === listener.port && addressesOverlap(host, listener.host))
    if (!other) return []
    return problemAt(root, listener.path, {
      value: listener.port,
      message: `${formatPath(other.path)} is ${listener.port} too.`,
      remedy: 'Give each listener a port of its own.',
    })
  })
}

function problemAt(
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
