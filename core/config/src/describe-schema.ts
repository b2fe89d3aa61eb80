import type { TSchema } from 'typebox'
import { allowedValues, kindOf, recordValue, type SchemaView, viewOf } from './schema-view.ts'

/** One key of a configuration, for a reference table. */
export interface ConfigKey {
  /** Path within the schema, `<name>` for a key the operator chooses and `[]` for an item of a list. */
  readonly path: string
  /** For people: `whole number 0..65535`, `one of: auto, uws, node`, `list of texts`, ... */
  readonly type: string
  /** JSON of the default value; undefined when there is none. */
  readonly default: string | undefined
  readonly required: boolean
  readonly secret: boolean
  readonly description: string
}

/** All keys of a schema, in its order, each container before its content. `prefix` is prepended to every path. */
export function describeSchema(schema: TSchema, prefix = ''): readonly ConfigKey[] {
  const view = viewOf(schema)
  return prefix === '' ? describeContent(view, '') : describeKey(view, prefix, true)
}

function describeKey(schema: SchemaView, path: string, required: boolean): readonly ConfigKey[] {
  const content = describeContent(schema, path)
  // A container without a description of its own is described by its content.
  if (content.length > 0 && schema.description === undefined) return content
  const missing = required && schema.default === undefined && content.length === 0
  const key: ConfigKey = {
    path,
    type: typeName(schema),
    default: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    required: missing,
    secret: schema.secret === true,
    description: schema.description ?? '',
  }
  return [key, ...content]
}

function describeContent(schema: SchemaView, path: string): readonly ConfigKey[] {
  const kind = kindOf(schema)
  if (kind === 'object') {
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      describeKey(property, path === '' ? name : `${path}.${name}`, schema.required?.includes(name) ?? false),
    )
  }
  if (kind === 'record') return describeContent(recordValue(schema) ?? {}, path === '' ? '<name>' : `${path}.<name>`)
  if (kind === 'list') return describeContent(schema.items ?? {}, `${path}[]`)
  if (kind === 'union') return (schema.anyOf ?? []).flatMap((branch) => describeContent(branch, path))
  return []
}

function typeName(schema: SchemaView): string {
  const kind = kindOf(schema)
  if (kind === 'object') return 'mapping'
  if (kind === 'record') return `mapping of names to ${plural(typeName(recordValue(schema) ?? {}))}`
  if (kind === 'list') return `list of ${plural(typeName(schema.items ?? {}))}`
  if (kind === 'any') return 'anything'
  if (kind === 'union') return [...new Set((schema.anyOf ?? []).map(typeName))].join(' or ')
  return leafName(schema)
}

function leafName(schema: SchemaView): string {
  const values = allowedValues(schema)
  if (values) return values.length === 1 ? String(values[0]) : `one of: ${values.join(', ')}`
  const name = LEAF_NAMES[schema.type ?? ''] ?? schema.type ?? 'anything'
  return `${schema.secret ? 'secret ' : ''}${name}${range(schema)}`
}

const LEAF_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'nothing',
}

function range({ minimum, maximum, exclusiveMinimum }: SchemaView): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum}..${maximum}`
  if (minimum !== undefined) return ` from ${minimum}`
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`
  return maximum === undefined ? '' : ` up to ${maximum}`
}

function plural(name: string): string {
  if (name === 'text' || name === 'secret text' || name === 'mapping') return `${name}s`
  return name.startsWith('one of: ') ? name.slice('one of: '.length) : name
}
