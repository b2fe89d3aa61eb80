import type { AnyModule } from './module-checks.ts'
import { readModuleConfig } from './read-config.ts'
import { type SchemaView, schemaFields, valuesAt } from './schema-fields.ts'

type Config = Readonly<Record<string, unknown>>

/** As many differ from each other enough; each costs three instances. */
const MOST = 6

/**
 * Configurations that differ from a good one in one setting each, by the name of the setting; only such as the host
 * takes. Secrets stay as they are: who is asked for them knows only those of the tests.
 */
export async function otherConfigurations(module: AnyModule, config: Config): Promise<ReadonlyMap<string, Config>> {
  const { value } = await readModuleConfig(module, config)
  const found = new Map<string, Config>()
  for (const { path, schema } of schemaFields(module.configSchema)) {
    if (found.size >= MOST || path.length === 0 || path.includes('*') || schema.secret) continue
    const [present] = valuesAt(value, path)
    for (const other of othersOf(present, schema)) {
      const changed = withValue(config, path, other)
      if ((await readModuleConfig(module, changed)).problems.length > 0) continue
      found.set(path.join('.'), changed)
      break
    }
  }
  return found
}

/** Values of the same kind. */
function othersOf(value: unknown, { anyOf = [] }: SchemaView): readonly unknown[] {
  const named = anyOf.map((each) => (each as { const?: unknown }).const).filter((each) => each !== undefined)
  if (named.length > 0) return named.filter((each) => each !== value)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1, value - 1, value * 2]
  if (typeof value === 'string') return [`${value}-other`, `${value}x`, `other${value}`]
  return []
}

function withValue(config: Config, [name, ...rest]: readonly string[], value: unknown): Config {
  if (name === undefined) return config
  const inner = (config[name] ?? {}) as Config
  return { ...config, [name]: rest.length === 0 ? value : withValue(inner, rest, value) }
}
