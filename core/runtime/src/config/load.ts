import {
  type ConfigPath,
  ConfigurationError,
  type ConfigurationProblem,
  type DocumentOptions,
  openConfiguration,
  type ReadConfigResult,
  type SecretValues,
} from '@heliograph/config'
import type { OutboundTls } from '@heliograph/http'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { crossCheck } from './cross-checks.ts'
import { deriveNodeName, listenerUrl } from './derived-values.ts'
import { createInstanceConfiguration, type InstanceConfiguration } from './instance-configuration.ts'
import type { BrandConfiguration } from './sections/brand.ts'
import type { AdminConfiguration, HttpConfiguration, ListenersConfiguration } from './sections/listener.ts'
import type { LogConfiguration } from './sections/log.ts'
import type { NodeConfiguration } from './sections/node.ts'
import { webhookTlsSchema } from './sections/outgoing-tls.ts'
import { runtimeSections } from './sections/runtime-sections.ts'
import type { StopConfiguration } from './sections/stop.ts'

export interface LoadOptions<S extends TProperties> extends DocumentOptions {
  /** Schemas of the sections that are not the runtime's own, by key. */
  readonly sections: S
}

/** The whole configuration, checked and complete, except for what is under `instances.<id>.config`. */
export interface Configuration<S extends TProperties = Record<string, TSchema>> {
  /** Without a trailing slash. Derived from `http` when not configured, see `publicUrlGiven`. */
  readonly publicUrl: string
  readonly publicUrlGiven: boolean
  /** As written; the host reads the files. */
  readonly brand: BrandConfiguration
  readonly node: Required<NodeConfiguration>
  readonly http: HttpConfiguration
  readonly listeners: ListenersConfiguration
  readonly admin: AdminConfiguration
  readonly log: LogConfiguration
  readonly stop: StopConfiguration
  /** What webhooks show and trust; undefined: no certificate, and the usual authorities. */
  readonly webhookTls: OutboundTls | undefined
  /** Reads it again, its files as they are then; undefined without it. */
  readWebhookTls(): ReadConfigResult | undefined
  /** In the order of the file. */
  readonly instances: readonly InstanceConfiguration[]
  /** Values of the sections that were passed in. */
  readonly sections: { readonly [K in keyof S]: Static<S[K]> }
  /** Folder that relative paths start from: the configuration file's, else the working directory. */
  readonly baseDir: string
  /** Every secret read so far, for the logger. */
  readonly secrets: SecretValues
  /** A problem with the value at a path, found only later. `value`: as written, and no secret. */
  problem(
    path: ConfigPath,
    message: string,
    remedy: string,
    value?: ConfigurationProblem['value'],
  ): ConfigurationProblem
}

type RuntimeValues = { readonly [K in keyof typeof runtimeSections]: Static<(typeof runtimeSections)[K]> }

/** Reads and checks the configuration. Throws `ConfigurationError` with every problem found. */
export async function loadConfiguration<S extends TProperties>(options: LoadOptions<S>): Promise<Configuration<S>> {
  const document = await openConfiguration(options)
  const { baseDir, secrets } = document
  const schema = Type.Object({ ...runtimeSections, ...options.sections }, { additionalProperties: false })
  const { value, problems } = document.read(schema)
  if (document.problems.length + problems.length > 0) {
    throw new ConfigurationError([...document.problems, ...problems])
  }
  const values = value as RuntimeValues
  const disagreements = crossCheck(document, values)
  if (disagreements.length > 0) throw new ConfigurationError(disagreements)
  return {
    publicUrl: values.publicUrl?.replace(/(?<!\/)\/+$/, '') ?? listenerUrl(values.http),
    publicUrlGiven: values.publicUrl !== undefined,
    brand: values.brand ?? {},
    node: { name: deriveNodeName(), ...values.node },
    http: values.http,
    listeners: values.listeners,
    admin: values.admin,
    log: values.log,
    stop: values.stop,
    webhookTls: values.webhookTls,
    readWebhookTls: () => values.webhookTls && document.read(webhookTlsSchema, ['webhookTls']),
    instances: Object.entries(values.instances).map(([id, entry]) => createInstanceConfiguration(id, entry, document)),
    sections: pickSections(value as Record<string, unknown>, options.sections),
    baseDir,
    secrets,
    problem: (path, message, remedy, value) => document.problem(path, { message, remedy, value }),
  }
}

function pickSections<S extends TProperties>(
  values: Readonly<Record<string, unknown>>,
  sections: S,
): Configuration<S>['sections'] {
  const picked = Object.keys(sections).map((key) => [key, values[key]] as const)
  return Object.fromEntries(picked) as Configuration<S>['sections']
}
