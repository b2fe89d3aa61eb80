import { ConfigurationError, openConfiguration } from '@heliograph/config'
import type { AnyModule } from './module-checks.ts'

/** The result of reading a module's configuration as the host does. */
export interface ReadConfig {
  readonly value: unknown
  /** The problems in the words that an operator would read; empty when `value` is good. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** Name of the instance under test. */
export const INSTANCE_ID = 'under-test'

/** Reads `config` as that of the only instance in a deployment, as the host does. */
export async function readModuleConfig(module: AnyModule, config: unknown): Promise<ReadConfig> {
  // JSON is also YAML.
  const instance = JSON.stringify({ config })
  try {
    const document = await openConfiguration({ overrides: [`instances.${INSTANCE_ID}=${instance}`], env: {} })
    const path = ['instances', INSTANCE_ID, 'config']
    const { value, problems, warnings } = document.read(module.configSchema, path, module.deprecations)
    const all = [...document.problems, ...problems]
    return { value, problems: all.map((problem) => `${problem.path}: ${problem.message}`), warnings }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const problems = error.problems.map((each) => `${each.path}: ${each.message}`)
    return { value: undefined, problems, warnings: [] }
  }
}
