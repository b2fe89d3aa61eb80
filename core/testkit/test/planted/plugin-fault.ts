import type { CounterParts, Tools } from '../fixtures/counting-plugin.ts'

/** One fault of a plugin, and the check that has to notice it. */
export interface PluginFault {
  readonly name: string
  readonly parts: (good: CounterParts, tools: Tools) => Partial<CounterParts>
  readonly fails: string
  readonly because: RegExp
}
