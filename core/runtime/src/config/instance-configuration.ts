import type { ConfigDeprecation } from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import type { ConfigMap } from './config-node.ts'
import { problemAt } from './cross-checks.ts'
import { applyDeprecations } from './deprecations.ts'
import type { ConfigurationProblem } from './problem.ts'
import { type ReadContext, UNREADABLE } from './read-context.ts'
import { readValue } from './read-value.ts'
import { hideReferences } from './reference.ts'
import { viewOf } from './schema-view.ts'

/** One entry of `instances`. Its `config` is read when the package has told its schema. */
export interface InstanceConfiguration {
  readonly id: string
  /** Package name. */
  readonly use: string
  readonly optional: boolean
  /** Reads `config` by the schema of the package. `value` is undefined when there are problems. */
  readConfig(schema: TSchema, deprecations?: readonly ConfigDeprecation[]): ReadConfigResult
  /** Takes everything for secret that its `config` refers to; for a package that cannot tell what is. */
  hideReferences(): void
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
  entry: { readonly use: string; readonly optional: boolean },
  root: ConfigMap,
  node: ConfigMap,
  context: Omit<ReadContext, 'problems'>,
): InstanceConfiguration {
  return {
    id,
    use: entry.use,
    optional: entry.optional,
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
    hideReferences() {
      const config = node.entries.get('config')
      if (config) hideReferences(context, config, { path: ['instances', id, 'config'], origin: config.origin })
    },
    problem: (key, message, remedy) =>
      problemAt(root, key === '' ? ['instances', id] : ['instances', id, key], { message, remedy }),
  }
}
