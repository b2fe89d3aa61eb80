import type { ErrorCategory } from '@heliograph/contracts'
import type { TObject } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ERROR_FACES, problemSchema } from './errors.ts'

/** A JSON Schema, or a part of an OpenAPI document, as plain data. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

type Schemas = Record<string, JsonValue>

const COMMON_ERRORS: readonly ErrorCategory[] = ['unauthenticated', 'throttled', 'internal', 'unavailable']

/** The OpenAPI 3.1 document of the given endpoints, made from their schemas. */
export function createOpenApi(endpoints: readonly Endpoint[], basePath: string, version: string, publicUrl: string) {
  const schemas: Schemas = {}
  const paths: Record<string, Record<string, JsonValue>> = {}
  for (const endpoint of endpoints) {
    const path = `${basePath}${endpoint.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heliograph portal API',
      version,
      description:
        'Everything the portal does. Log in for a session cookie, or send an API key of a user with the right role as `X-API-Key: <key>` or `Authorization: Bearer <key>`.',
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-heliograph' },
      },
    },
  }
}

function describe(endpoint: Endpoint, schemas: Schemas): JsonValue {
  const { id, summary, roles, body, answer } = endpoint
  const parameters = [
    ...parametersOf('path', endpoint.params, schemas),
    ...parametersOf('query', endpoint.query, schemas),
    ...(roles !== 'anyone' && roles.includes('operator') ? [CLIENT] : []),
  ]
  return {
    operationId: id,
    summary,
    description: roles === 'anyone' ? 'Asks for no log-in.' : `For ${roles.join(', ')}.`,
    ...(roles === 'anyone' ? { security: [] } : {}),
    parameters,
    ...(body && { requestBody: { required: true, content: json(named(plain(body), schemas)) } }),
    responses: {
      ...(answer
        ? { 200: { description: 'Success', content: json(named(plain(answer), schemas)) } }
        : { 204: { description: 'Success' } }),
      ...errorsOf(endpoint, schemas),
    },
  }
}

const CLIENT: JsonValue = {
  name: 'client',
  in: 'query',
  required: false,
  description: 'For operators: the client to look at and act for, by its id.',
  schema: { type: 'integer' },
}

function parametersOf(place: 'path' | 'query', described: TObject, schemas: Schemas): JsonValue[] {
  const required: readonly string[] = described.required ?? []
  return Object.entries(described.properties).map(([name, property]) => {
    const { description = '', ...schema } = plain(property) as {
      description?: string
      [name: string]: JsonValue | undefined
    }
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: named(schema as JsonValue, schemas),
    }
  })
}

function errorsOf({ body, errors }: Endpoint, schemas: Schemas): Record<string, JsonValue> {
  const categories = new Set<ErrorCategory>([...(body ? (['invalid'] as const) : []), ...errors, ...COMMON_ERRORS])
  const schema = named(plain(problemSchema), schemas)
  return Object.fromEntries(
    [...categories].map((category) => {
      const { status, meaning } = ERROR_FACES[category]
      return [String(status), { description: `\`${category}\`: ${meaning}`, content: json(schema) }]
    }),
  )
}

function json(schema: JsonValue): JsonValue {
  return { 'application/json': { schema } }
}

/** A schema without what TypeBox keeps beside it. */
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
