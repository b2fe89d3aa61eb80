import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { nearest } from './nearest.ts'
import { allowedValues, leafTypes, type SchemaView } from './schema-view.ts'

/** A schema's objection to a value, worded for the operator. */
export interface Objection {
  readonly message: string
  readonly remedy: string
}

/** The first objection of a schema to a value, undefined when it has none. */
export function objectionTo(schema: SchemaView, value: unknown): Objection | undefined {
  const errors = Value.Errors(schema as TSchema, value)
  if (errors.length === 0) return undefined
  const values = allowedValues(schema)
  if (values) return notAmong(values, value)
  const error = errors.find((candidate) => candidate.keyword !== 'boolean') ?? errors[0]
  if (error?.keyword === 'type') return wrongType(schema, value)
  const message = error ? constraintMessage(error.keyword, error.params, error.message) : 'It is not valid.'
  return { message, remedy: expectation(schema) }
}

/** One sentence on what the schema expects, from its description. */
export function expectation(schema: SchemaView): string {
  return schema.description ? `Expected: ${schema.description}` : 'See the reference of this package in its README.'
}

function notAmong(values: readonly unknown[], value: unknown): Objection {
  const near = typeof value === 'string' ? nearest(value, values.map(String)) : undefined
  return {
    message: values.length === 1 ? `It must be ${values[0]}.` : `It must be one of: ${values.join(', ')}.`,
    remedy: near === undefined ? 'Choose one of these.' : `Did you mean '${near}'?`,
  }
}

function wrongType(schema: SchemaView, value: unknown): Objection {
  const wanted = leafTypes(schema).map((type) => TYPE_NAMES[type] ?? type)
  const message = `It must be ${wanted.join(' or ')}.`
  if (schema.type !== 'string' || typeof value === 'object') return { message, remedy: expectation(schema) }
  return { message, remedy: schema.secret ? 'Write it in quotes.' : `Write it in quotes: "${value}"` }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
}

const CONSTRAINTS: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `It must be at least ${limit}.`,
  maximum: (limit) => `It must be at most ${limit}.`,
  exclusiveMinimum: (limit) => `It must be more than ${limit}.`,
  exclusiveMaximum: (limit) => `It must be less than ${limit}.`,
  minLength: (limit) => (limit === 1 ? 'It must not be empty.' : `It must have at least ${limit} characters.`),
  maxLength: (limit) => `It must have at most ${limit} characters.`,
  minItems: (limit) => (limit === 1 ? 'The list must not be empty.' : `The list must have at least ${limit} items.`),
  maxItems: (limit) => `The list must have at most ${limit} items.`,
  minProperties: (limit) => `It must have at least ${limit} entries.`,
  maxProperties: (limit) => `It must have at most ${limit} entries.`,
}

function constraintMessage(keyword: string, params: object, fallback: string): string {
  const known = CONSTRAINTS[keyword]
  const limit = (params as { limit?: number }).limit
  if (known && limit !== undefined) return known(limit)
  if (keyword === 'uniqueItems') return 'The list must not hold the same item twice.'
  if (keyword === 'pattern' || keyword === 'format') return 'It does not have the form that is needed here.'
  return `It ${fallback}.`
}
