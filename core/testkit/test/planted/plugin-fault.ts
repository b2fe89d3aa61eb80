import type { CounterParts, Tools } from '../fixtures/counting-plugin.ts'
import type { PlantedFault } from './planted-fault.ts'

/** One fault of a plugin, and the check that has to notice it. */
export interface PluginFault extends PlantedFault {
  readonly parts: (good: CounterParts, tools: Tools) => Partial<CounterParts>
}
