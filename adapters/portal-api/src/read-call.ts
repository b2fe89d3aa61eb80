import { GatewayError, type HttpRequest } from '@heliograph/contracts'
import { TimeSlice } from '@heliograph/messaging'
import { isStorable, parseJsonBody } from '@heliograph/wire'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Call, Endpoint } from './endpoint.ts'
import { FieldProblems, findMismatch, findProblems } from './field-problems.ts'

/**
 * The parts of a request that its endpoint's schemas describe. Throws `invalid`/`invalid-request` with the fields that
 * are wrong, the first 20 of them.
 */
export async function readCall(
  endpoint: Endpoint,
  request: HttpRequest,
): Promise<Pick<Call, 'params' | 'query' | 'body'>> {
  const problems = new FieldProblems()
  const slice = new TimeSlice()
  const params = Value.Convert(endpoint.params, { ...request.params })
  await check(endpoint.params, params, problems, slice)
  const query = Value.Convert(endpoint.query, readQuery(request.query, endpoint))
  await check(endpoint.query, query, problems, slice)
  const body = endpoint.body && readBody(endpoint, request)
  if (endpoint.body !== undefined) await check(endpoint.body, body, problems, slice)
  if (problems.size > 0) {
    const text = problems.isMore ? 'Many fields are wrong; these are the first' : 'Some fields are wrong'
    throw new GatewayError('invalid', 'invalid-request', text, { details: problems.toObject() })
  }
  return { params, query, body } as Pick<Call, 'params' | 'query' | 'body'>
}

function readBody({ isBodyOptional = false }: Endpoint, request: HttpRequest): unknown {
  return isBodyOptional && request.body.length === 0 ? {} : parseJsonBody(request)
}

/** Passes over a value, each of which takes some 20 ms for the largest one; a problem ends them. */
const PASSES = [findProblems, findMismatch, findUnstorable]

async function check(schema: TSchema, value: unknown, problems: FieldProblems, slice: TimeSlice): Promise<void> {
  const before = problems.size
  for (const pass of PASSES) {
    if (slice.isOver) await slice.rest()
    pass(schema, value, problems)
    if (problems.size > before) return
  }
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

/**
 * Reports what the database cannot store before anything is done: texts with a NUL or half a character, and whole
 * numbers that no column has, by which some statements would fail.
 */
function findUnstorable(_schema: TSchema, value: unknown, problems: FieldProblems): void {
  seekUnstorable(value, '', problems)
}

/** False: there are enough problems. */
function seekUnstorable(value: unknown, path: string, problems: FieldProblems): boolean {
  if (typeof value === 'string')
    return isStorable(value) || problems.add(path, 'must not contain NUL or half a character')
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return problems.add(path, rangeOf(value as number))
  if (typeof value !== 'object' || value === null) return true
  for (const [key, item] of Object.entries(value))
    if (!seekUnstorable(item, path === '' ? key : `${path}.${key}`, problems)) return false
  return true
}

/** In the words that the library has for a limit of a schema. */
function rangeOf(value: number): string {
  return value > 0 ? `must be <= ${Number.MAX_SAFE_INTEGER}` : `must be >= ${Number.MIN_SAFE_INTEGER}`
}
