import { ConfigurationError, loadConfiguration } from '@heliograph/runtime'
import type { AnyModule } from './module-checks.ts'

/** The outcome of reading a module's configuration as the host does. */
export interface ReadConfig {
  readonly value: unknown
  /** What is wrong, in the words an operator would read; empty when `value` is good. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** Name of the instance under test. */
export const INSTANCE_ID = 'under-test'

/** Reads `config` as that of the only instance of a deployment, through the host's own loader. */
export async function readModuleConfig(module: AnyModule, config: unknown): Promise<ReadConfig> {
  // JSON is YAML, too.
  const instance = JSON.stringify({ use: `test-${module.id}`, config })
  try {
    const loaded = await loadConfiguration({
      overrides: [`instances.${INSTANCE_ID}=${instance}`],
      env: {},
      sections: {},
    })
    const read = loaded.instances[0]?.readConfig(module.configSchema, module.deprecations)
    const problems = (read?.problems ?? []).map((problem) => `${problem.path}: ${problem.message}`)
    return { value: read?.value, problems, warnings: read?.warnings ?? [] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const problems = error.problems.map((each) => `${each.path}: ${each.message}`)
    return { value: undefined, problems, warnings: [] }
  }
}
