import type { ErrorCategory } from '@heliograph/contracts'
import type { TObject } from 'typebox'
import { requestErrorSchema } from './answer-schemas.ts'
import { ERROR_FACES } from './errors.ts'
import type { Operation } from './operation.ts'

/** A JSON Schema, or a part of an OpenAPI document, as plain data. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** The part of an OpenAPI 3.1 document that the documentation page reads. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonValue>>
    readonly securitySchemes: Readonly<Record<string, JsonValue>>
  }
  readonly security: readonly JsonValue[]
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: OpenApiContent }>>
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonValue
}

export type OpenApiContent = Readonly<
  Record<'application/json', { readonly schema: JsonValue; readonly example?: unknown }>
>

/** Errors that every operation can end in. */
const COMMON_ERRORS: readonly ErrorCategory[] = ['unauthenticated', 'throttled', 'internal', 'unavailable']

const DESCRIPTION = [
  'Send SMS, follow them and manage scheduled ones.',
  'Every request carries an API key: `Authorization: <key>` (a leading `App`, `ApiKey` or `Bearer` is ignored) or `X-API-Key: <key>`, which decides alone when both are there.',
  'Unknown fields are ignored, and null means the same as leaving an optional field out.',
].join(' ')

/** The OpenAPI 3.1 document of the given operations, made from their schemas. */
export function createOpenApi(operations: readonly Operation[], version: string, publicUrl: string): OpenApiDocument {
  const schemas: Record<string, JsonValue> = {}
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const methods = paths[path] as Record<string, OpenApiOperation>
    methods[operation.method.toLowerCase()] = describeOperation(operation, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Heliograph SMS API, version 2', version, description: DESCRIPTION },
    servers: [{ url: publicUrl }],
    security: [{ authorization: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

function describeOperation(operation: Operation, schemas: Record<string, JsonValue>): OpenApiOperation {
  const { id, summary, description, body, answer } = operation
  const parameters = [
    ...describeParameters('path', operation, schemas),
    ...describeParameters('query', operation, schemas),
  ]
  return {
    operationId: id,
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, content: content(body.schema, schemas, body.example) } }),
    responses: {
      200: { description: 'Success', content: content(answer.schema, schemas, answer.example) },
      ...describeErrors(operation, schemas),
    },
  }
}

function describeParameters(
  place: OpenApiParameter['in'],
  operation: Operation,
  schemas: Record<string, JsonValue>,
): readonly OpenApiParameter[] {
  const described: TObject | undefined = place === 'path' ? operation.parameters : operation.query
  const required: readonly string[] = described?.required ?? []
  return Object.entries(described?.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = plain(property) as { description: string; [name: string]: JsonValue }
    return { name, in: place, required: required.includes(name), description, schema: named(schema, schemas) }
  })
}

function describeErrors({ body, errors }: Operation, schemas: Record<string, JsonValue>) {
  const categories = new Set<ErrorCategory>([...(body ? (['invalid'] as const) : []), ...errors, ...COMMON_ERRORS])
  const responses: Record<string, { description: string; content: OpenApiContent }> = {}
  for (const category of categories) {
    const { status, messageId, meaning } = ERROR_FACES[category]
    responses[status] = { description: `\`${messageId}\`: ${meaning}`, content: content(requestErrorSchema, schemas) }
  }
  return responses
}

function content(schema: unknown, schemas: Record<string, JsonValue>, example?: unknown): OpenApiContent {
  const described = named(plain(schema), schemas)
  return { 'application/json': example === undefined ? { schema: described } : { schema: described, example } }
}

/** A schema without what TypeBox keeps beside it. */
function plain(schema: unknown): JsonValue {
  return JSON.parse(JSON.stringify(schema)) as JsonValue
}

/** Moves every schema that has a title to the components and leaves a reference in its place. */
function named(value: JsonValue, schemas: Record<string, JsonValue>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => named(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, schemas)]))
  if (typeof copy.title !== 'string') return copy
  const { title, ...schema } = copy
  schemas[title as string] = schema
  return { $ref: `#/components/schemas/${title}` }
}
