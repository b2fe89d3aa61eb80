import type { ConfigPath } from '@heliograph/config'
import type { Configuration } from '../config/load.ts'
import type { ListenerSettings } from '../config/sections/listener.ts'

/** A listener for clients, as configured. */
export interface PlannedListener {
  /** `http` for the default one. */
  readonly name: string
  readonly path: ConfigPath
  readonly settings: ListenerSettings
}

/** Where a listener for clients is configured. */
export function planPath(name: string): ConfigPath {
  return name === 'http' ? ['http'] : ['listeners', name]
}

/** The listeners for clients, the default one first. */
export function planListeners(configuration: Pick<Configuration, 'http' | 'listeners'>): readonly PlannedListener[] {
  const further = Object.entries(configuration.listeners).map(([name, settings]) => ({
    name,
    path: planPath(name),
    settings,
  }))
  return [{ name: 'http', path: planPath('http'), settings: configuration.http }, ...further]
}
