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

/**
 * Throws when a port that this node is to open is not to be had, as opening it would later. For that moment it is
 * listened on; nothing is answered. Ports that are shared with other processes, and those of optional instances, are
 * left out.
 */
export async function requireFreePorts(
  configuration: Pick<Configuration, 'admin' | 'http' | 'listeners' | 'node'>,
  instances: readonly Instance[],
): Promise<void> {
  for (const { host, port, refuse } of wantedPorts(configuration, instances)) {
    const reason = port === 0 ? undefined : await tryListening(host, port)
    if (reason !== undefined) throw refuse(reason)
  }
}

function wantedPorts(
  configuration: Pick<Configuration, 'admin' | 'http' | 'listeners' | 'node'>,
  instances: readonly Instance[],
): readonly Wanted[] {
  const { admin, node } = configuration
  const planned = node.roles.includes('http') ? planListeners(configuration) : []
  const own = planned.filter(({ settings }) => !settings.reusePort)
  const ofHost = [{ name: 'admin', settings: admin }, ...own].map(
    ({ name, settings: { host, port } }): Wanted => ({
      ...{ host, port },
      refuse: (reason) => cannotOpen(name, reason),
    }),
  )
  const required = instances.filter(({ planned: { optional }, part }) => !optional && startsWith(part, node.roles))
  const ofInstances = required.flatMap(({ id, part }) =>
    ((part.kind === 'adapter' && part.adapter.listeners) || []).map(
      ({ host, port }): Wanted => ({ host, port, refuse: (reason) => InstanceError.ofStart(id, reason) }),
    ),
  )
  return [...ofHost, ...ofInstances]
}
