import {
  type ConfigPath,
  type ConfigurationDocument,
  type ConfigurationProblem,
  formatPath,
  nearest,
} from '@heliograph/config'
import { type OutboundTls, parseIpNetwork } from '@heliograph/http'
import { addressesOverlap } from './derived-values.ts'
import type { InstancesConfiguration } from './sections/instances.ts'
import type {
  AdminConfiguration,
  HttpConfiguration,
  ListenerSettings,
  ListenersConfiguration,
} from './sections/listener.ts'
import { describeMisfit } from './tls-misfit.ts'

/** The sections whose values have to agree with each other. */
export interface AgreeingSections {
  readonly http: HttpConfiguration
  readonly listeners: ListenersConfiguration
  readonly admin: AdminConfiguration
  readonly instances: InstancesConfiguration
  readonly webhookTls?: OutboundTls | undefined
}

/** Checks what no single schema can see: ports used twice, listeners for instances that do not exist. */
export function crossCheck(
  document: ConfigurationDocument,
  sections: AgreeingSections,
): readonly ConfigurationProblem[] {
  return [
    ...listenerNames(document, sections),
    ...unknownInstances(document, sections),
    ...sharedPorts(document, sections),
    ...badNetworks(document, sections),
    ...nativeServers(document, sections),
    ...unfitTls(document, sections),
  ]
}

function listenerNames(
  document: ConfigurationDocument,
  { listeners }: AgreeingSections,
): readonly ConfigurationProblem[] {
  return ['http', 'admin']
    .filter((name) => Object.hasOwn(listeners, name))
    .map((name) =>
      document.problem(['listeners', name], {
        message: `The name '${name}' belongs to the listener of the section ${name}.`,
        remedy: `Give this listener another name, or configure the section ${name}.`,
      }),
    )
}

function unknownInstances(
  document: ConfigurationDocument,
  sections: AgreeingSections,
): readonly ConfigurationProblem[] {
  const ids = Object.keys(sections.instances)
  return clientListeners(sections).flatMap(({ path, settings }) =>
    (settings.instances ?? []).flatMap((id, index) => {
      if (ids.includes(id)) return []
      const near = nearest(id, ids)
      const remedy = near === undefined ? `Instances are: ${ids.join(', ') || 'none'}.` : `Did you mean '${near}'?`
      const message = `There is no instance '${id}'.`
      return document.problem([...path, 'instances', index], { value: id, message, remedy })
    }),
  )
}

function badNetworks(document: ConfigurationDocument, sections: AgreeingSections): readonly ConfigurationProblem[] {
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
      return document.problem([...path, index], { value: network, message, remedy })
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

/** The native server does not hand out the certificates of clients. */
function nativeServers(document: ConfigurationDocument, sections: AgreeingSections): readonly ConfigurationProblem[] {
  return clientListeners(sections)
    .filter(({ settings: { server, tls } }) => server === 'uws' && tls?.clientCertificates !== undefined)
    .map(({ path, settings: { server } }) =>
      document.problem([...path, 'server'], {
        value: server,
        message: 'The server uws cannot ask clients for certificates (tls.clientCertificates).',
        remedy: 'Write node, or auto.',
      }),
    )
}

/** That of instances is examined with their packages. */
function unfitTls(document: ConfigurationDocument, { webhookTls }: AgreeingSections): readonly ConfigurationProblem[] {
  const misfit = webhookTls && describeMisfit(webhookTls)
  return misfit === undefined ? [] : [document.problem(['webhookTls'], misfit)]
}

interface ClientListener {
  readonly path: ConfigPath
  readonly settings: ListenerSettings
}

function clientListeners({ http, listeners }: AgreeingSections): readonly ClientListener[] {
  const further = Object.entries(listeners).map(([name, settings]) => ({ path: ['listeners', name], settings }))
  return [{ path: ['http'], settings: http }, ...further]
}

function sharedPorts(document: ConfigurationDocument, sections: AgreeingSections): readonly ConfigurationProblem[] {
  const clients = clientListeners(sections).map(({ path, settings: { port, host } }) => ({ path, port, host }))
  const all = [...clients.slice(0, 1), { path: ['admin'], ...sections.admin }, ...clients.slice(1)]
  return all.flatMap((listener, index) => {
    const other = all
      .slice(0, index)
      .find(({ port, host }) => port !== 0 && port === listener.port && addressesOverlap(host, listener.host))
    if (!other) return []
    const message = `${formatPath([...other.path, 'port'])} is ${listener.port} too.`
    const remedy = 'Give each listener a port of its own.'
    return document.problem([...listener.path, 'port'], { value: listener.port, message, remedy })
  })
}
