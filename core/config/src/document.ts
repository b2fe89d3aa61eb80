import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ConfigDeprecation } from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import type { ConfigMap, ConfigNode, ConfigOrigin } from './config-node.ts'
import { applyDeprecations } from './deprecations.ts'
import { applyOverride } from './override.ts'
import { parseYaml } from './parse-yaml.ts'
import { type ConfigPath, formatPath } from './path.ts'
import { ConfigurationError, type ConfigurationProblem } from './problem.ts'
import { UNREADABLE } from './read-context.ts'
import { readValue } from './read-value.ts'
import { hideReferences } from './reference.ts'
import { viewOf } from './schema-view.ts'
import { createSecretValues, type SecretValues } from './secret-values.ts'
import { SAVE_AS_UTF8, utf8Text } from './utf8-text.ts'

export interface DocumentOptions {
  /** Path of the YAML file. Without it all values come from defaults and overrides. */
  readonly file?: string | undefined
  /** `path=value`; each is applied on top of the file and of earlier ones. */
  readonly overrides?: readonly string[] | undefined
  /** Environment for `{ env: NAME }`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Collects the secrets that are read; a new set when absent. */
  readonly secrets?: SecretValues | undefined
}

/** A configuration as written: the file with the overrides on top. Schemas read it part by part. */
export interface ConfigurationDocument {
  /** Folder that relative paths start from: that of the configuration file, else the working directory. */
  readonly baseDir: string
  /** Every secret read so far, for the logger. */
  readonly secrets: SecretValues
  /** Problems with the overrides that no schema is needed to find. */
  readonly problems: readonly ConfigurationProblem[]
  /** Reads the value at a path, or the defaults where there is none. */
  read(schema: TSchema, path?: ConfigPath, deprecations?: readonly ConfigDeprecation[]): ReadConfigResult
  /** Treats every reference at a path or below as a secret; for values that no schema describes. */
  hideReferences(path: ConfigPath): void
  /** A problem with the value that is, or should be, at a path. */
  problem(path: ConfigPath, problem: Pick<ConfigurationProblem, 'message' | 'remedy' | 'value'>): ConfigurationProblem
}

export interface ReadConfigResult {
  /** Complete and of the schema's type when there are no problems; otherwise undefined or unusable. */
  readonly value: unknown
  readonly problems: readonly ConfigurationProblem[]
  /** Sentences about deprecated keys. */
  readonly warnings: readonly string[]
  /** Paths of the files that values come from (`{ file: PATH }`), each once. */
  readonly files: readonly string[]
}

/**
 * Reads the file. Throws `ConfigurationError` when it is missing, not UTF-8 or not YAML, since nothing after that could
 * be checked.
 */
export async function openConfiguration(options: DocumentOptions): Promise<ConfigurationDocument> {
  const { root, problems } = await readTree(options)
  const baseDir = options.file === undefined ? resolve('.') : dirname(resolve(options.file))
  const secrets = options.secrets ?? createSecretValues()
  return {
    baseDir,
    secrets,
    problems,
    read(schema, path = [], deprecations = []) {
      // A copy, because renamed keys are moved in the tree.
      const node = structuredClone(nodeAt(root, path))
      const warnings = node?.kind === 'map' ? applyDeprecations(node, path, deprecations) : []
      const found: ConfigurationProblem[] = []
      const files = new Set<string>()
      const context = { env: options.env, baseDir, secrets, problems: found, files }
      const value = readValue(context, viewOf(schema), node, { path, origin: originAt(root, path) }, true)
      return { value: value === UNREADABLE ? undefined : value, problems: found, warnings, files: [...files] }
    },
    hideReferences(path) {
      const node = nodeAt(root, path)
      if (node !== undefined)
        hideReferences({ env: options.env, baseDir, secrets }, node, { path, origin: node.origin })
    },
    problem: (path, problem) => ({ ...originAt(root, path), path: formatPath(path), ...problem }),
  }
}

async function readTree(options: DocumentOptions) {
  const problems: ConfigurationProblem[] = []
  const root = await readRoot(options.file, problems)
  for (const override of options.overrides ?? []) {
    const problem = applyOverride(root ?? emptyRoot(), override)
    if (problem) problems.push(problem)
  }
  if (!root) throw new ConfigurationError(problems)
  return { root, problems }
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
  const refuse = (message: string, remedy: string) => void problems.push({ file, path: '', message, remedy })
  try {
    const text = utf8Text(await readFile(file))
    if (text === undefined) refuse('The file is not UTF-8 text.', SAVE_AS_UTF8)
    return text
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable'
    refuse(`The file cannot be read (${reason}).`, 'Check the path and the permissions.')
    return undefined
  }
}

function nodeAt(root: ConfigMap, path: ConfigPath): ConfigNode | undefined {
  return path.reduce<ConfigNode | undefined>((node, segment) => node && childOf(node, segment), root)
}

/** Where a value is written, or else the innermost value around it. */
function originAt(root: ConfigMap, path: ConfigPath): ConfigOrigin {
  let node: ConfigNode = root
  for (const segment of path) {
    const child = childOf(node, segment)
    if (child === undefined) break
    node = child
  }
  return node.origin
}

function childOf(node: ConfigNode, segment: string | number): ConfigNode | undefined {
  if (node.kind === 'map') return node.entries.get(String(segment))
  return node.kind === 'list' ? node.items[Number(segment)] : undefined
}
