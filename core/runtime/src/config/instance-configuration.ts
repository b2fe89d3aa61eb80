import type { ConfigurationDocument, ConfigurationProblem, ReadConfigResult } from '@heliograph/config'
import type { ConfigDeprecation } from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import { type InstancesConfiguration, outgoingTlsSchema } from './sections/instances.ts'

/** One entry of `instances`. Its `config` is read once the schema of the package is available. */
export interface InstanceConfiguration {
  readonly id: string
  /** Package name. */
  readonly use: string
  readonly optional: boolean
  /** Networks open to its outbound HTTP besides public addresses. */
  readonly allowNetworks: readonly string[]
  /** Whether it has TLS of its own for outbound HTTP. */
  readonly hasOutgoingTls: boolean
  /** Reads `config` by the schema of the package. `value` is undefined when there are problems. */
  readConfig(schema: TSchema, deprecations?: readonly ConfigDeprecation[]): ReadConfigResult
  /** Reads `outgoingTls`, its files as they are now; undefined without it. */
  readOutgoingTls(): ReadConfigResult | undefined
  /** Treats every reference in its `config` as a secret; for a package whose schema is not available. */
  hideReferences(): void
  /** A problem with this entry, at one of its keys. */
  problem(key: string, message: string, remedy: string): ConfigurationProblem
}

/** An entry of `instances` whose own keys have been read. */
export function createInstanceConfiguration(
  id: string,
  entry: InstancesConfiguration[string],
  document: ConfigurationDocument,
): InstanceConfiguration {
  const path = ['instances', id]
  return {
    id,
    use: entry.use,
    optional: entry.optional,
    allowNetworks: entry.allowNetworks,
    hasOutgoingTls: entry.outgoingTls !== undefined,
    readConfig: (schema, deprecations) => document.read(schema, [...path, 'config'], deprecations),
    readOutgoingTls: () =>
      entry.outgoingTls === undefined ? undefined : document.read(outgoingTlsSchema, [...path, 'outgoingTls']),
    hideReferences: () => document.hideReferences([...path, 'config']),
    problem: (key, message, remedy) => document.problem(key === '' ? path : [...path, key], { message, remedy }),
  }
}
