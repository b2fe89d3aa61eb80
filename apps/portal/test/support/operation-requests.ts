import fc, { type Arbitrary } from 'fast-check'
import type { Role } from './accounts.ts'

/** An operation of an OpenAPI document. */
export interface Operation {
  readonly method: string
  /** With parameters in braces, from the root of the server. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Undefined: it takes no body. */
  readonly body: Schema | undefined
  readonly document: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly role: Role
}

interface Document {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])
const DEEPEST = 6

const NUMBERS = [0, 1, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, 1e-7]

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'NaN',
  'infinity',
  '9223372036854775808',
  '\u0000',
  '\ud800',
  '\u202e',
  '🙂'.repeat(40),
  '%',
  '\\',
  "'",
  '{x}',
  '+27831110001',
  '083',
  '2026-02-30T00:00:00Z',
  '275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  'Africa/Johannesburg',
  'xx-YY',
  'https://127.0.0.1:1/x',
  '10.0.0.0/8',
  '..',
]

/** All operations that a document describes. */
export function operationsOf(document: unknown): readonly Operation[] {
  const { paths, servers = [] } = document as Document
  const base = new URL(servers[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { parameters = [], requestBody }]) => ({
        method,
        path: base + path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
        document,
      })),
  )
}

/** Requests of an operation: most as it wants them, some not; with numbers and texts at the edge of something. */
export function requestOf({ method, path, parameters, body, document }: Operation): Arbitrary<SentRequest> {
  const valuesIn = (place: string) => {
    const own = parameters.filter((each) => each.in === place)
    const values = own.map(({ name, schema }) => [name, anyValue(schema, document)] as const)
    const required = own.filter((each) => place === 'path' || each.required === true).map(({ name }) => name)
    return someOf(Object.fromEntries(values), required)
  }
  return fc
    .record({
      inPath: valuesIn('path'),
      query: valuesIn('query'),
      body: body === undefined ? fc.constant(undefined) : anyValue(body, document),
      role: fc.constantFrom<Role>('operator', 'admin', 'user'),
    })
    .map(({ inPath, query, body, role }) => {
      const filled = Object.entries(inPath).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, () => inUrl(value) || '1'),
        path,
      )
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${inUrl(value)}`)
      return { method, path: pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`, body, role }
    })
}

/** Half of a character has no form in a URL. */
function inUrl(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

const odd = fc.constantFrom<unknown>(null, '', 'x', 0, -1, 2 ** 63, true, [], {})

function anyValue(schema: Schema, document: unknown, depth = 0): Arbitrary<unknown> {
  if (depth > DEEPEST) return fc.constant(null)
  return fc.oneof({ arbitrary: fittingValue(schema, document, depth), weight: 40 }, { arbitrary: odd, weight: 1 })
}

function fittingValue(schema: Schema, document: unknown, depth: number): Arbitrary<unknown> {
  if (schema.$ref !== undefined) return anyValue(referred(schema.$ref, document), document, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => anyValue(each, document, depth + 1)))
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(anyValue(schema.items ?? {}, document, depth + 1), { maxLength: 3 })
    case 'object':
      return objectOf(schema, document, depth)
    case 'string':
      return textOf(schema)
    default:
      return odd
  }
}

function numberOf({ minimum = -1_000, maximum = 1_000 }: Schema): Arbitrary<number> {
  const usual = fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), 2 ** 31 - 1) })
  return fc.oneof(
    { arbitrary: fc.constantFrom(...NUMBERS), weight: 3 },
    { arbitrary: usual, weight: 1 },
    { arbitrary: fc.constantFrom(1, 2, 3), weight: 3 },
  )
}

function textOf({ format }: Schema): Arbitrary<string> {
  const times = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2035-01-01') })
  const usual = format === 'date-time' ? times.map((at) => at.toISOString()) : fc.string({ maxLength: 30 })
  return fc.oneof(usual, fc.constantFrom(...TEXTS))
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  document: unknown,
  depth: number,
): Arbitrary<unknown> {
  const values = Object.entries(properties).map(
    ([name, schema]) => [name, anyValue(schema, document, depth + 1)] as const,
  )
  const own = someOf(Object.fromEntries(values), required)
  if (typeof additionalProperties !== 'object' || additionalProperties === null) return own
  const others = anyValue(additionalProperties, document, depth + 1)
  return fc
    .tuple(own, fc.dictionary(fc.constantFrom(...TEXTS), others, { maxKeys: 2 }))
    .map(([named, more]) => ({ ...named, ...more }))
}

/** What is required, and little besides: of a request in which much is wrong, nothing but that is looked at. */
function someOf(
  values: Readonly<Record<string, Arbitrary<unknown>>>,
  required: readonly string[],
): Arbitrary<Readonly<Record<string, unknown>>> {
  const optional = Object.keys(values).filter((name) => !required.includes(name))
  return fc.subarray(optional, { maxLength: Math.min(optional.length, 2) }).chain((chosen) => {
    const names = [...required.filter((name) => name in values), ...chosen]
    return fc.record(Object.fromEntries(names.map((name) => [name, values[name] as Arbitrary<unknown>])))
  })
}

function referred(reference: string, document: unknown): Schema {
  return reference
    .slice(2)
    .split('/')
    .reduce((at, name) => (at as Record<string, unknown>)[name], document) as Schema
}
