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

/** The listeners for clients, the default one first. */
export function planListeners(configuration: Pick<Configuration, 'http' | 'listeners'>): readonly PlannedListener[] {
  const further = Object.entries(configuration.listeners).map(([name, settings]) => ({
    name,
    path: ['listeners', name],
    settings,
  }))
  return [{ name: 'http', path: ['http'], settings: configuration.http }, ...further]
}
