import { hideSecrets } from '@heliograph/config'
import { engineSections } from '@heliograph/engine'
import { createRedactor, type PlannedInstance, runtimeSections } from '@heliograph/runtime'
import { Type } from 'typebox'
import { knownSecrets } from '../known-secrets.ts'
import type { GatewayConfiguration } from '../settings.ts'

const { instances: _, ...own } = runtimeSections
const SCHEMA = Type.Object({ ...own, ...engineSections })

const redactor = createRedactor(() => knownSecrets.list())

/** The configuration as it applies, with defaults and without secrets. */
export function shownConfiguration(configuration: GatewayConfiguration): object {
  const { publicUrl, brand, node, http, listeners, admin, log, stop, sections } = configuration
  const values = { publicUrl, brand, node, http, listeners, admin, log, stop, ...sections }
  return redactor.fields(hideSecrets(SCHEMA, values) as object)
}

export interface ShownInstance {
  readonly id: string
  readonly use: string
  readonly version: string
  readonly configuration: object
}

/** The same for one instance, by the schema of its package. */
export function shownInstance({ id, module, config, entry }: PlannedInstance): ShownInstance {
  const configuration = redactor.fields(hideSecrets(module.configSchema, config) as object)
  return { id, use: entry.use, version: module.version, configuration }
}
