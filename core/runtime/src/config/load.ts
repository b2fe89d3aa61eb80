import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { ConfigMap } from './config-node.ts'
import { crossCheck, problemAt } from './cross-checks.ts'
import { deriveNodeName, listenerUrl } from './derived-values.ts'
import { createInstanceConfiguration, type InstanceConfiguration } from './instance-configuration.ts'
import { applyOverride } from './override.ts'
import { parseYaml } from './parse-yaml.ts'
import type { ConfigPath } from './path.ts'
import { ConfigurationError, type ConfigurationProblem } from './problem.ts'
import { type ReadContext, UNREADABLE } from './read-context.ts'
import { readValue } from './read-value.ts'
import { viewOf } from './schema-view.ts'
import { createSecretValues, type SecretValues } from './secret-values.ts'
import type { AdminConfiguration, HttpConfiguration, ListenersConfiguration } from './sections/listener.ts'
import type { LogConfiguration } from './sections/log.ts'
import type { NodeConfiguration } from './sections/node.ts'
import { runtimeSections } from './sections/runtime-sections.ts'

export interface LoadOptions<S extends TProperties> {
  /** Path of the YAML file. Without it everything comes from defaults and overrides. */
  readonly file?: string | undefined
  /** `path=value`, later ones on top of earlier ones and of the file. */
  readonly overrides?: readonly string[] | undefined
  /** Environment for `{ env: NAME }`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the secrets that are read are put; a set of its own when absent. */
  readonly secrets?: SecretValues | undefined
  /** Schemas of the sections that are not the runtime's own, by key. */
  readonly sections: S
}

/** The whole configuration, checked and complete, apart from what stands under `instances.<id>.config`. */
export interface Configuration<S extends TProperties = Record<string, TSchema>> {
  /** Without a trailing slash. Derived from `http` when the operator gave none, see `publicUrlGiven`. */
  readonly publicUrl: string
  readonly publicUrlGiven: boolean
  readonly node: Required<NodeConfiguration>
  readonly http: HttpConfiguration
  readonly listeners: ListenersConfiguration
  readonly admin: AdminConfiguration
  readonly log: LogConfiguration
  /** In the order of the file. */
  readonly instances: readonly InstanceConfiguration[]
  /** Values of the sections that were passed in. */
  readonly sections: { readonly [K in keyof S]: Static<S[K]> }
  /** Folder that relative paths start from: the configuration file's, else the working directory. */
  readonly baseDir: string
  /** Every secret read so far, for the logger. */
  readonly secrets: SecretValues
  /** A problem with what stands at a path, found only later. */
  problem(path: ConfigPath, message: string, remedy: string): ConfigurationProblem
}

type RuntimeValues = { readonly [K in keyof typeof runtimeSections]: Static<(typeof runtimeSections)[K]> }

/** Reads and checks the configuration. Throws `ConfigurationError` with every problem found. */
export async function loadConfiguration<S extends TProperties>(options: LoadOptions<S>): Promise<Configuration<S>> {
  const problems: ConfigurationProblem[] = []
  const root = await readTree(options, problems)
  const baseDir = options.file === undefined ? resolve('.') : dirname(resolve(options.file))
  const secrets = options.secrets ?? createSecretValues()
  const context: ReadContext = { env: options.env, baseDir, secrets, problems }
  const schema = Type.Object({ ...runtimeSections, ...options.sections }, { additionalProperties: false })
  const value = readValue(context, viewOf(schema), root, { path: [], origin: root.origin }, true)
  if (value === UNREADABLE || problems.length > 0) throw new ConfigurationError(problems)
  const values = value as RuntimeValues
  const disagreements = crossCheck(root, values)
  if (disagreements.length > 0) throw new ConfigurationError(disagreements)
  return {
    publicUrl: values.publicUrl?.replace(/\/+$/, '') ?? listenerUrl(values.http),
    publicUrlGiven: values.publicUrl !== undefined,
    node: { name: deriveNodeName(), ...values.node },
    http: values.http,
    listeners: values.listeners,
    admin: values.admin,
    log: values.log,
    instances: toInstances(values, root, context),
    sections: pickSections(value as Record<string, unknown>, options.sections),
    baseDir,
    secrets,
    problem: (path, message, remedy) => problemAt(root, path, { message, remedy }),
  }
}

function toInstances(values: RuntimeValues, root: ConfigMap, context: ReadContext): readonly InstanceConfiguration[] {
  const nodes = root.entries.get('instances')
  return Object.entries(values.instances).flatMap(([id, entry]) => {
    const node = nodes?.kind === 'map' ? nodes.entries.get(id) : undefined
    return node?.kind === 'map' ? [createInstanceConfiguration(id, entry, root, node, context)] : []
  })
}

function pickSections<S extends TProperties>(
  values: Readonly<Record<string, unknown>>,
  sections: S,
): Configuration<S>['sections'] {
  const picked = Object.keys(sections).map((key) => [key, values[key]] as const)
  return Object.fromEntries(picked) as Configuration<S>['sections']
}

/** The file with the overrides on top. A file that is no YAML ends it here: nothing behind that could be judged. */
async function readTree(options: LoadOptions<TProperties>, problems: ConfigurationProblem[]): Promise<ConfigMap> {
  const root = await readRoot(options.file, problems)
  for (const override of options.overrides ?? []) {
    const problem = applyOverride(root ?? emptyRoot(), override)
    if (problem) problems.push(problem)
  }
  if (!root) throw new ConfigurationError(problems)
  return root
}

async function readRoot(file: string | undefined, problems: ConfigurationProblem[]): Promise<ConfigMap | undefined> {
  if (file === undefined) return emptyRoot()
  const text = await readText(file, problems)
  if (text === undefined) return undefined
  const parsed = parseYaml(text, file)
  problems.push(...parsed.problems)
  if (parsed.root === undefined) return parsed.problems.length > 0 ? undefined : emptyRoot(file)
  if (parsed.root.kind === 'map') return parsed.root
  const message = 'The file does not hold a mapping of sections.'
  problems.push({ file, line: 1, path: '', message, remedy: 'Write for example: http: { port: 8080 }' })
  return undefined
}

function emptyRoot(file = '(no file)'): ConfigMap {
  return { kind: 'map', entries: new Map(), origin: { file } }
}

async function readText(file: string, problems: ConfigurationProblem[]): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    const message = `The file cannot be read (${reason}).`
    problems.push({ file, path: '', message, remedy: 'Check the path and the permissions.' })
    return undefined
  }
}
