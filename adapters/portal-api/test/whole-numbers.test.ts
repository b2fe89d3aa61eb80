import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type HttpRequest, isGatewayError } from '@heliograph/contracts'
import type { TSchema } from 'typebox'
import type { Endpoint } from '../src/endpoint.ts'
import { ENDPOINTS } from '../src/endpoints.ts'
import { readCall } from '../src/read-call.ts'

/** Whole numbers that the database cannot store, or that lose their last digits in JSON. */
const UNSAFE = [2 ** 53, -(2 ** 53), 2 ** 63, 1e308]

interface Schema {
  readonly type?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const takesInteger = ({ type, anyOf = [] }: Schema): boolean => type === 'integer' || anyOf.some(takesInteger)

/** Those beside which nothing has to be given: what is missing is told before what a number is too large for. */
function integersOf(schema: TSchema | undefined): readonly string[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema
  const isAlone = (name: string) => required.every((other) => other === name)
  return Object.keys(properties).filter((name) => isAlone(name) && takesInteger(properties[name] as Schema))
}

/** What is said of the fields of a request of which nothing else is given. */
async function faultsOf(endpoint: Endpoint, given: Partial<HttpRequest>): Promise<Readonly<Record<string, unknown>>> {
  const request = {
    params: {},
    query: '',
    body: Buffer.from('{}'),
    headers: { 'content-type': 'application/json' },
    ...given,
  }
  try {
    await readCall(endpoint, request as unknown as HttpRequest)
    return {}
  } catch (error) {
    assert.ok(isGatewayError(error), String(error))
    return error.details ?? {}
  }
}

describe('a whole number that no column has is refused by the name of its field', () => {
  for (const endpoint of ENDPOINTS) {
    const { id, params, query, body } = endpoint
    const rows = [
      ...integersOf(params).map((name) => ({
        name: `${name} in the path`,
        field: name,
        given: (value: number) => ({ params: { [name]: String(value) } }),
      })),
      ...integersOf(query).map((name) => ({
        name: `${name} in the query`,
        field: name,
        given: (value: number) => ({ query: `${name}=${encodeURIComponent(value)}` }),
      })),
      ...integersOf(body).map((name) => ({
        name: `${name} in the body`,
        field: name,
        given: (value: number) => ({ body: Buffer.from(JSON.stringify({ [name]: value })) }),
      })),
    ]
    for (const { name, field, given } of rows)
      test(`${id}: ${name}`, async () => {
        for (const value of UNSAFE)
          assert.match(String((await faultsOf(endpoint, given(value)))[field]), /^must be [<>]= -?\d+$/, String(value))
      })
  }
})
