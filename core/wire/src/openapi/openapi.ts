import type { ErrorCategory } from '@heliograph/contracts'
import type { TObject, TSchema } from 'typebox'

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
  /** Empty for an operation that needs no credentials; absent: those of the interface. */
  readonly security?: readonly JsonValue[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: OpenApiContent }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: OpenApiContent }>>
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonValue
}

/** By media type. */
export type OpenApiContent = Readonly<Record<string, { readonly schema: JsonValue; readonly example?: unknown }>>

/** An operation of an interface, described by the schemas of its requests and answers. */
export interface DescribedOperation {
  readonly method: string
  /** With `:name` for each part that the caller fills in. */
  readonly path: string
  /** Unique, camelCase. */
  readonly id: string
  readonly summary: string
  readonly description: string
  /** True: it needs no credentials. */
  readonly isPublic?: boolean | undefined
  /** Ways to give credentials that it has in the place of those of the interface, as `securitySchemes`. */
  readonly ownSchemes?: Readonly<Record<string, JsonValue>> | undefined
  /** The parameters in the path, by name. */
  readonly parameters?: TObject | undefined
  /** The parameters of the query, by name. */
  readonly query?: TObject | undefined
  readonly body?: DescribedBody | undefined
  /** Absent: the answer is not JSON, or there is none. */
  readonly answer?: { readonly schema: TSchema; readonly example?: unknown } | undefined
  /** The status of its success where there is no `answer`. Default 204. */
  readonly emptyStatus?: number | undefined
  /** Its possible errors, besides those common to all operations. */
  readonly errors: readonly ErrorCategory[]
  /** Errors by status that it answers in another form than the interface. */
  readonly ownErrors?: Readonly<Record<number, { readonly schema: TSchema; readonly text: string }>> | undefined
}

export interface DescribedBody {
  readonly schema: TSchema
  readonly required: boolean
  readonly example?: unknown
  /** Default: JSON. */
  readonly mediaType?: string | undefined
}

/** The part of a document that concerns the interface as a whole. */
export interface DescribedInterface {
  readonly title: string
  readonly version: string
  readonly description: string
  /** The URL for clients, without a slash at the end. */
  readonly publicUrl: string
  /** The ways to give credentials, under names used only within the document; one of them is enough. */
  readonly securitySchemes: Readonly<Record<string, JsonValue>>
  /** The schema of an error. */
  readonly errorSchema: TSchema
  /** The status that answers a category of errors, and its meaning. */
  readonly errorForm: (category: ErrorCategory) => { readonly status: number; readonly text: string }
}

/** Errors that are possible in every operation. */
const COMMON_ERRORS: readonly ErrorCategory[] = ['unauthenticated', 'throttled', 'internal', 'unavailable']

type Schemas = Record<string, JsonValue>

/**
 * Creates the OpenAPI 3.1 document of an interface from the schemas of its operations. Schemas with a title become
 * components.
 */
export function createOpenApi(operations: readonly DescribedOperation[], api: DescribedInterface): OpenApiDocument {
  const schemas: Schemas = {}
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    const methods = paths[path] as Record<string, OpenApiOperation>
    methods[operation.method.toLowerCase()] = describeOperation(operation, api, schemas)
  }
  const { title, version, description, publicUrl, securitySchemes } = api
  const ownSchemes = Object.assign({}, ...operations.map((operation) => operation.ownSchemes))
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: publicUrl }],
    security: oneOf(securitySchemes),
    paths,
    components: { schemas, securitySchemes: { ...securitySchemes, ...ownSchemes } },
  }
}

function oneOf(schemes: Readonly<Record<string, JsonValue>>): readonly JsonValue[] {
  return Object.keys(schemes).map((scheme) => ({ [scheme]: [] }))
}

function describeOperation(operation: DescribedOperation, api: DescribedInterface, schemas: Schemas): OpenApiOperation {
  const { id, summary, description, isPublic = false, ownSchemes, body, answer, emptyStatus = 204 } = operation
  const parameters = [
    ...describeParameters('path', operation.parameters, schemas),
    ...describeParameters('query', operation.query, schemas),
  ]
  return {
    operationId: id,
    summary,
    description,
    ...(isPublic || ownSchemes ? { security: oneOf(ownSchemes ?? {}) } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: body.required, content: content(body, schemas) } }),
    responses: {
      ...(answer === undefined
        ? { [emptyStatus]: { description: 'Success' } }
        : { 200: { description: 'Success', content: content(answer, schemas) } }),
      ...describeErrors(operation, api, schemas),
    },
  }
}

function describeParameters(
  place: OpenApiParameter['in'],
  described: TObject | undefined,
  schemas: Schemas,
): readonly OpenApiParameter[] {
  const required: readonly string[] = described?.required ?? []
  return Object.entries(described?.properties ?? {}).map(([name, property]) => {
    const { description = '', ...schema } = plain(property) as {
      description?: string
      [name: string]: JsonValue | undefined
    }
    const isRequired = place === 'path' || required.includes(name)
    return { name, in: place, required: isRequired, description, schema: named(schema as JsonValue, schemas) }
  })
}

function describeErrors(
  { body, errors, ownErrors = {} }: DescribedOperation,
  { errorForm, errorSchema }: DescribedInterface,
  schemas: Schemas,
) {
  const categories = new Set<ErrorCategory>([...(body ? (['invalid'] as const) : []), ...errors, ...COMMON_ERRORS])
  const responses: Record<string, { description: string; content: OpenApiContent }> = {}
  for (const category of categories) {
    const { status, text } = errorForm(category)
    responses[status] = { description: text, content: content({ schema: errorSchema }, schemas) }
  }
  for (const [status, { schema, text }] of Object.entries(ownErrors))
    responses[status] = { description: text, content: content({ schema }, schemas) }
  return responses
}

function content(
  { schema, example, mediaType = 'application/json' }: Omit<DescribedBody, 'required'>,
  schemas: Schemas,
): OpenApiContent {
  const described = named(plain(schema), schemas)
  return { [mediaType]: example === undefined ? { schema: described } : { schema: described, example } }
}

/** A schema without TypeBox's own additions. */
function plain(schema: unknown): JsonValue {
  return JSON.parse(JSON.stringify(schema)) as JsonValue
}

/** Moves every schema that has a title to the components and leaves a reference in its place. */
function named(value: JsonValue, schemas: Schemas): JsonValue {
  if (Array.isArray(value)) return value.map((item) => named(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, named(item, schemas)]))
  if (typeof copy.title !== 'string') return copy
  const { title, ...schema } = copy
  schemas[title as string] = schema
  return { $ref: `#/components/schemas/${title}` }
}
