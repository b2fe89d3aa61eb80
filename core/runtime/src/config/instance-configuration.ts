import type { ConfigDeprecation } from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import type { ConfigMap } from './config-node.ts'
import { problemAt } from './cross-checks.ts'
import { applyDeprecations } from './deprecations.ts'
import type { ConfigurationProblem } from './problem.ts'
import { type ReadContext, UNREADABLE } from './read-context.ts'
import { readValue } from './read-value.ts'
import { viewOf } from './schema-view.ts'
import type { InstancesConfiguration } from './sections/instances.ts'

/** One entry of `instances`. Its `config` is read when the package has told its schema. */
export interface InstanceConfiguration {
  readonly id: string
  /** Package name. */
  readonly use: string
  readonly optional: boolean
  /** What is open to its outbound HTTP beside public addresses. */
  readonly allowNetworks: readonly string[]
  /** Reads `config` by the schema of the package. `value` is undefined when there are problems. */
  readConfig(schema: TSchema, deprecations?: readonly ConfigDeprecation[]): ReadConfigResult
  /** A problem with this entry, at one of its keys. */
  problem(key: string, message: string, remedy: string): ConfigurationProblem
}

export interface ReadConfigResult {
  readonly value: unknown
  readonly problems: readonly ConfigurationProblem[]
  /** Sentences about deprecated keys. */
  readonly warnings: readonly string[]
}

/** An entry of `instances` whose own keys have been read. */
export function createInstanceConfiguration(
  id: string,
  entry: InstancesConfiguration[string],
  root: ConfigMap,
  node: ConfigMap,
  context: Omit<ReadContext, 'problems'>,
): InstanceConfiguration {
  return {
    id,
    use: entry.use,
    optional: entry.optional,
    allowNetworks: entry.allowNetworks,
    readConfig: (schema, deprecations = []) => {
      // A copy, because renamed keys are moved in the tree.
      const config = structuredClone(node.entries.get('config'))
      const path = ['instances', id, 'config']
      const warnings = config?.kind === 'map' ? applyDeprecations(config, path, deprecations) : []
      const problems: ConfigurationProblem[] = []
      const place = { path, origin: config?.origin ?? node.origin }
      const value = readValue({ ...context, problems }, viewOf(schema), config, place, true)
      return { value: value === UNREADABLE ? undefined : value, problems, warnings }
    },
    problem: (key, message, remedy) =>
      problemAt(root, key === '' ? ['instances', id] : ['instances', id, key], { message, remedy }),
  }
}
