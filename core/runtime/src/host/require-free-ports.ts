import { tryListening } from '@heliograph/http'
import type { Configuration } from '../config/load.ts'
import { planListeners } from '../listeners/listener-plan.ts'
import { cannotOpen } from '../listeners/open-listener.ts'
import type { Instance } from './instance.ts'
import { startsWith } from './roles.ts'
import { InstanceError } from './start.ts'

interface Wanted {
  readonly host: string
  readonly port: number
  /** Turns the reason why it is not to be had into the error that opening it would throw. */
  refuse(reason: Error): Error
}

/** The sections that say where a node listens. */
type Places = Pick<Configuration, 'admin' | 'http' | 'listeners' | 'node'>

/**
 * Throws when a port that this node is to open is not to be had, as opening it would later; for several of them an
 * `AggregateError`. For that moment they are listened on; nothing is answered. Ports that are shared with other
 * processes, and those of optional instances, are left out.
 */
export async function requireFreePorts(places: Places, instances: readonly Instance[]): Promise<void> {
  await requireAll([...wantedByHost(places), ...wantedByInstances(places, instances)])
}

/** The same for the listeners alone, which are known before there are instances. */
export async function requireFreeListeners(places: Places): Promise<void> {
  await requireAll(wantedByListeners(places))
}

/** The same for the ports of instances alone. */
export async function requireFreeInstancePorts(places: Places, instances: readonly Instance[]): Promise<void> {
  await requireAll(wantedByInstances(places, instances))
}

async function requireAll(wanted: readonly Wanted[]): Promise<void> {
  const refused: Error[] = []
  for (const { host, port, refuse } of wanted) {
    const reason = port === 0 ? undefined : await tryListening(host, port)
    if (reason !== undefined) refused.push(refuse(reason))
  }
  const [first, ...others] = refused
  if (others.length > 0) throw new AggregateError(refused, refused.map(({ message }) => message).join('\n'))
  if (first !== undefined) throw first
}

function wantedByHost(places: Places): readonly Wanted[] {
  return [toWanted('admin', places.admin), ...wantedByListeners(places)]
}

function wantedByListeners(places: Places): readonly Wanted[] {
  const planned = places.node.roles.includes('http') ? planListeners(places) : []
  return planned.filter(({ settings }) => !settings.reusePort).map(({ name, settings }) => toWanted(name, settings))
}

function toWanted(name: string, { host, port }: Pick<Wanted, 'host' | 'port'>): Wanted {
  return { host, port, refuse: (reason) => cannotOpen(name, reason) }
}

function wantedByInstances({ node }: Places, instances: readonly Instance[]): readonly Wanted[] {
  const required = instances.filter(({ planned: { optional }, part }) => !optional && startsWith(part, node.roles))
  return required.flatMap(({ id, part }) =>
    ((part.kind === 'adapter' && part.adapter.listeners) || []).map(
      ({ host, port }): Wanted => ({ host, port, refuse: (reason) => InstanceError.ofStart(id, reason) }),
    ),
  )
}
