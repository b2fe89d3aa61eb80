import assert from 'node:assert/strict'
import type { Check } from './check.ts'
import type { AnyModule } from './module-checks.ts'
import { readModuleConfig } from './read-config.ts'
import { type SchemaField, schemaFields, valuesAt } from './schema-fields.ts'

type Json = Readonly<Record<string, unknown>>

/** Checks derived from the schema and one good configuration: what is accepted and what is not. */
export function configChecks(module: AnyModule, config: Json): readonly Check[] {
  const fields = schemaFields(module.configSchema).filter(({ path }) => path.length > 0 && !path.includes('*'))
  const given = fields.filter(({ path }) => valuesAt(config, path).some((value) => value !== undefined))
  const objects = [[], ...given.filter(({ schema }) => schema.properties).map(({ path }) => path)]
  return [
    { name: 'takes the configuration of the tests', run: () => assertAccepted(module, config) },
    {
      name: 'takes a configuration of the required fields alone',
      run: () => assertAccepted(module, requiredOnly(config, fields)),
    },
    ...objects.map((path) => ({
      name: `refuses an unknown field in ${path.join('.') || 'the configuration'}`,
      run: () => assertRefused(module, withValue(config, [...path, 'unknownField'], 1)),
    })),
    ...given
      .filter(({ required }) => required)
      .map(({ path }) => ({
        name: `refuses a configuration without ${path.join('.')}`,
        run: () => assertRefused(module, withValue(config, path, undefined)),
      })),
    ...fields.filter(isLeaf).map(({ path }) => ({
      name: `refuses an object as ${path.join('.')}`,
      run: () => assertRefused(module, withValue(config, path, { nonsense: true })),
    })),
  ]
}

async function assertAccepted(module: AnyModule, config: Json): Promise<void> {
  const { problems, warnings } = await readModuleConfig(module, config)
  assert.deepEqual({ problems, warnings }, { problems: [], warnings: [] })
}

async function assertRefused(module: AnyModule, config: Json): Promise<void> {
  const { problems, value } = await readModuleConfig(module, config)
  assert.ok(problems.length > 0, `accepted as ${JSON.stringify(value)}`)
}

function isLeaf({ schema }: SchemaField): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(schema.type ?? '')
}

/** Only the fields without a default. A field below an optional object is dropped with it. */
function requiredOnly(config: Json, fields: readonly SchemaField[]): Json {
  return fields.filter(({ required }) => !required).reduce((rest, { path }) => withValue(rest, path, undefined), config)
}

/** A copy with another value at `path`; `undefined` removes the field, and does nothing where its object is missing. */
function withValue(config: Json, path: readonly string[], value: unknown): Json {
  const [name, ...rest] = path
  if (name === undefined) return config
  const inner = config[name]
  if (rest.length > 0) {
    if (value === undefined && (typeof inner !== 'object' || inner === null)) return config
    return { ...config, [name]: withValue((inner ?? {}) as Json, rest, value) }
  }
  const { [name]: _dropped, ...others } = config
  return value === undefined ? others : { ...others, [name]: value }
}
