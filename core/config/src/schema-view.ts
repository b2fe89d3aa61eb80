import type { TSchema } from 'typebox'

/** The JSON Schema keywords of a TypeBox schema that matter for reading and describing a configuration. */
export interface SchemaView {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaView>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, SchemaView>>
  readonly additionalProperties?: boolean | SchemaView
  readonly items?: SchemaView
  readonly anyOf?: readonly SchemaView[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly secret?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
}

export type SchemaKind = 'object' | 'record' | 'list' | 'union' | 'leaf' | 'any'

/**
 * Returns the keywords of a schema. TypeBox schemas are plain JSON Schema objects, but their declared type does not say
 * so.
 */
export function viewOf(schema: TSchema): SchemaView {
  return schema as SchemaView
}

/** Decides how a schema is read. `any` takes the value as it is, for schemas that the other kinds do not cover. */
export function kindOf(schema: SchemaView): SchemaKind {
  if (schema.anyOf) return allowedValues(schema) ? 'leaf' : 'union'
  if (schema.const !== undefined || schema.enum) return 'leaf'
  if (schema.type === 'array') return schema.items && !Array.isArray(schema.items) ? 'list' : 'any'
  if (schema.type === 'object') return schema.properties || !recordValue(schema) ? 'object' : 'record'
  return schema.type === undefined ? 'any' : 'leaf'
}

/** The schema of the values of a record, undefined when the schema is not a record. */
export function recordValue(schema: SchemaView): SchemaView | undefined {
  const fromPattern = Object.values(schema.patternProperties ?? {})[0]
  if (fromPattern) return fromPattern
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}

/** The regular expression of the keys of a record. */
export function recordKeyPattern(schema: SchemaView): RegExp {
  // regex-bound: the pattern of a schema, for keys that the operator writes.
  return new RegExp(Object.keys(schema.patternProperties ?? {})[0] ?? '', 'u')
}

/** The values a schema allows when it lists them one by one, otherwise undefined. */
export function allowedValues(schema: SchemaView): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const branches = schema.anyOf?.map(allowedValues)
  return branches?.every((values) => values !== undefined) ? branches.flat() : undefined
}

/** The JSON types of the values a leaf takes. */
export function leafTypes(schema: SchemaView): readonly string[] {
  const values = allowedValues(schema)
  if (!values) return schema.type === undefined ? [] : [schema.type]
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
}

/** True when null is a value of the schema; otherwise a null in the file means "not given". */
export function takesNull(schema: SchemaView): boolean {
  if (schema.type === 'null' || schema.const === null || schema.enum?.includes(null)) return true
  return schema.anyOf?.some(takesNull) ?? false
}
