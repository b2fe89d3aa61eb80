import { GatewayError, type HttpRequest } from '@heliograph/contracts'
import { isStorable, parseJsonBody } from '@heliograph/wire'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Call, Endpoint } from './endpoint.ts'

/**
 * The parts of a request that its endpoint's schemas describe. Throws `invalid`/`invalid-request` with every wrong
 * field.
 */
export function readCall(endpoint: Endpoint, request: HttpRequest): Pick<Call, 'params' | 'query' | 'body'> {
  const problems: Record<string, string> = {}
  const params = read(endpoint.params, Value.Convert(endpoint.params, { ...request.params }), problems)
  const query = read(endpoint.query, Value.Convert(endpoint.query, readQuery(request.query, endpoint)), problems)
  const body = endpoint.body === undefined ? undefined : read(endpoint.body, parseJsonBody(request), problems)
  if (Object.keys(problems).length > 0) {
    throw new GatewayError('invalid', 'invalid-request', 'Some fields are wrong', { details: problems })
  }
  return { params, query, body } as Pick<Call, 'params' | 'query' | 'body'>
}

function read(schema: TSchema, value: unknown, problems: Record<string, string>): unknown {
  for (const error of Value.Errors(schema, value)) {
    const path = error.instancePath.replace(/^\//, '').replaceAll('/', '.')
    problems[path || 'body'] ??= error.message
  }
  findUnstorable(value, '', problems)
  return value
}

/** Parameters by name. One that a schema describes as a list may be given several times; empty ones count as absent. */
function readQuery(query: string, endpoint: Endpoint): Record<string, unknown> {
  const parameters = new URLSearchParams(query)
  const values: Record<string, unknown> = {}
  for (const name of new Set(parameters.keys())) {
    const given = parameters.getAll(name).filter((value) => value !== '')
    if (name === 'client' || given.length === 0) continue
    const schema = endpoint.query.properties[name] as { readonly type?: unknown } | undefined
    values[name] = schema?.type === 'array' ? given : given.join(',')
  }
  return values
}

/** Reports texts that the database cannot store (a NUL, half a character) before anything is done. */
function findUnstorable(value: unknown, path: string, problems: Record<string, string>): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) problems[path || 'body'] ??= 'must not have a NUL or half a character'
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) findUnstorable(item, path === '' ? key : `${path}.${key}`, problems)
}
