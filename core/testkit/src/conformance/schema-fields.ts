import type { TSchema } from 'typebox'

/** The keywords of JSON Schema that the kit looks at. */
export interface SchemaView {
  readonly type?: string
  readonly description?: string
  readonly secret?: boolean
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, SchemaView>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly patternProperties?: Readonly<Record<string, SchemaView>>
  readonly items?: SchemaView
  readonly anyOf?: readonly SchemaView[]
}

/** A field of a configuration, or (`path` empty) the configuration as a whole. */
export interface SchemaField {
  /** Names from the outside in; `*` for the members of an array or record. */
  readonly path: readonly string[]
  readonly schema: SchemaView
  /** True when the field has no default. */
  readonly required: boolean
}

/** A schema and everything below it. */
export function schemaFields(schema: TSchema): readonly SchemaField[] {
  return fieldsBelow(schema as SchemaView, [], true)
}

function fieldsBelow(schema: SchemaView, path: readonly string[], required: boolean): readonly SchemaField[] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    fieldsBelow(each, [...path, name], (schema.required?.includes(name) ?? false) && each.default === undefined),
  )
  const members = [schema.items, ...Object.values(schema.patternProperties ?? {})].flatMap((each) =>
    each ? fieldsBelow(each, [...path, '*'], false) : [],
  )
  const branches = (schema.anyOf ?? []).flatMap((each) => fieldsBelow(each, path, required).slice(1))
  return [{ path, schema, required }, ...named, ...members, ...branches]
}

/** The values at `path` in a configuration; several when a member `*` is on the way. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [name, ...rest] = path
  if (name === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const record = value as Readonly<Record<string, unknown>>
  const inner = name === '*' ? Object.values(record) : name in record ? [record[name]] : []
  return inner.flatMap((each) => valuesAt(each, rest))
}

/** Every secret text of a configuration. */
export function secretsOf(schema: TSchema, config: unknown): readonly string[] {
  return schemaFields(schema)
    .filter((field) => field.schema.secret === true)
    .flatMap((field) => valuesAt(config, field.path))
    .filter((value): value is string => typeof value === 'string' && value !== '')
}
