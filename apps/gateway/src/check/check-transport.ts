import type { ConfigPath, ConfigurationProblem } from '@heliograph/config'
import type { Adapter } from '@heliograph/contracts'
import type { GatewayConfiguration } from '../settings.ts'
import type { Finding } from './finding.ts'

/** Begins the paths of everything that people log in to with a browser. */
const PORTAL = '/portal/'

interface Listener {
  readonly path: ConfigPath
  readonly settings: GatewayConfiguration['http']
}

/**
 * Warns when `publicUrl` and every listener of the portal disagree about TLS: links then lead to the wrong place, and
 * what protects a session may be missing or keep people out.
 */
export function checkTransport(
  configuration: GatewayConfiguration,
  adapters: ReadonlyMap<string, Adapter>,
): readonly Finding[] {
  const listeners = listenersOfPortal(configuration, adapters)
  const isHttps = configuration.publicUrl.startsWith('https:')
  const [first] = listeners
  if (first === undefined || listeners.some(({ settings }) => agrees(settings, isHttps))) return []
  return [toFinding(isHttps ? httpsWithoutTls(configuration, first) : tlsWithoutHttps(configuration, first))]
}

function agrees({ tls, trustedProxies }: Listener['settings'], isHttps: boolean): boolean {
  return isHttps ? tls !== undefined || trustedProxies.length > 0 : tls === undefined
}

function listenersOfPortal(
  { http, listeners }: GatewayConfiguration,
  adapters: ReadonlyMap<string, Adapter>,
): readonly Listener[] {
  const ids = [...adapters]
    .filter(([, { routes = [] }]) => routes.some(({ path }) => path.startsWith(PORTAL)))
    .map(([id]) => id)
  const further = Object.entries(listeners).map(([name, settings]) => ({ path: ['listeners', name], settings }))
  return [{ path: ['http'], settings: http }, ...further].filter(({ settings }) =>
    ids.some((id) => settings.instances?.includes(id) ?? true),
  )
}

function tlsWithoutHttps({ publicUrl, problem }: GatewayConfiguration, { path }: Listener): ConfigurationProblem {
  const listener = path.join('.')
  return problem(
    ['publicUrl'],
    `It is ${publicUrl}, but the portal's listener ${listener} speaks TLS: links that the gateway writes do not work.`,
    `Set publicUrl to the https:// address of ${listener}, or take ${listener}.tls away.`,
    publicUrl,
  )
}

function httpsWithoutTls({ publicUrl, problem }: GatewayConfiguration, { path }: Listener): ConfigurationProblem {
  const listener = path.join('.')
  return problem(
    ['publicUrl'],
    `It is ${publicUrl}, but the portal's listener ${listener} has neither TLS nor trusted proxies: ` +
      'browsers that reach it without a proxy cannot log in, and behind one every client has the address of the proxy.',
    `Name the proxy that ends TLS in ${listener}.trustedProxies, configure ${listener}.tls, or set publicUrl to http://.`,
    publicUrl,
  )
}

function toFinding({ file, line, path, message, remedy }: ConfigurationProblem): Finding {
  const place = line === undefined ? file : `${file}:${line}`
  return { name: `${path} (${place})`, ok: true, warning: true, message, remedy }
}
