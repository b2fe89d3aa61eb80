import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Reads `config` from a configuration file with one instance of the module, through the host's own loader. */
export async function readModuleConfig(module: AnyModule, config: unknown): Promise<ReadConfig> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-config-'))
  try {
    const file = join(folder, 'gateway.yaml')
    // JSON is YAML, too.
    await writeFile(file, JSON.stringify({ instances: { [INSTANCE_ID]: { use: `test-${module.id}`, config } } }))
    const loaded = await loadConfiguration({ file, env: {}, sections: {} })
    const read = loaded.instances[0]?.readConfig(module.configSchema, module.deprecations)
    const problems = (read?.problems ?? []).map((problem) => `${problem.path}: ${problem.message}`)
    return { value: read?.value, problems, warnings: read?.warnings ?? [] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { value: undefined, problems: error.problems.map((each) => `${each.path}: ${each.message}`), warnings: [] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
