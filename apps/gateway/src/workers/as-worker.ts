import type { ListenerSettings } from '@heliograph/runtime'
import type { Settings } from '../settings.ts'
import type { WorkerOrder } from './messages.ts'

/** The settings of a deployment as they are for one of its workers: a node of its own, on shared ports. */
export function asWorker(settings: Settings, { name, ports }: Pick<WorkerOrder, 'name' | 'ports'>): Settings {
  const { configuration } = settings
  const { node, http, listeners } = configuration
  const share = <T extends ListenerSettings>(listener: string, own: T): T => {
    return { ...own, reusePort: true, port: own.port === 0 ? (ports[listener] ?? 0) : own.port }
  }
  const further = Object.entries(listeners).map(([listener, own]) => [listener, share(listener, own)])
  const shared = { http: share('http', http), listeners: Object.fromEntries(further) as typeof listeners }
  return { ...settings, configuration: { ...configuration, node: { ...node, name }, ...shared } }
}
