import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGatewayError } from '@heliograph/contracts'
import type { JsonObject } from '@heliograph/wire'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { previewRequestSchema, sendRequestSchema, singleRequestSchema } from '../src/request-schemas.ts'
import { parsePreviewBody, parseSendBody, parseSingleBody } from '../src/wire.ts'
import { THERE } from './requests.ts'

// The documentation is made from the schemas, but the checks of requests are written by hand for speed. They have to
// agree on everything that a schema can express; what it cannot (URLs, times, parts, characters that cannot be stored)
// is kept out of the values here.

const NOW = Date.UTC(2026, 0, 5)

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1.5, {}, [], [1], 'text', '', 'i'.repeat(201)),
  fc.integer(),
)

const maybe = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: good }, { weight: 1, arbitrary: anything })

const id = maybe(fc.constantFrom('i', 'i'.repeat(200)))

const flag = maybe(fc.boolean())

const notText = anything.filter((value) => typeof value !== 'string')

const messageFields = {
  from: maybe(fc.string()),
  text: maybe(fc.constant('Hello')),
  notifyUrl: fc.oneof(
    { weight: 40, arbitrary: fc.constant('https://client.example/') },
    { weight: 1, arbitrary: notText },
  ),
  notifyContentType: maybe(fc.constantFrom('application/json', 'application/x-www-form-urlencoded')),
  sendAt: fc.oneof({ weight: 40, arbitrary: fc.constant('2026-02-01T10:00:00Z') }, { weight: 1, arbitrary: notText }),
  options: maybe(fc.record({ flash: flag, other: anything }, { requiredKeys: [] })),
  flash: flag,
  includeSmsCountInResponse: flag,
  deliveryReport: flag,
  sentReport: flag,
  metadata: maybe(fc.dictionary(fc.string({ maxLength: 5 }), anything, { maxKeys: 3 })),
  other: anything,
}

const destination = maybe(fc.record({ to: maybe(fc.constant(THERE)), messageId: id }, { requiredKeys: ['to'] }))

const message = maybe(
  fc.record(
    { ...messageFields, destinations: maybe(fc.array(destination, { maxLength: 3 })) },
    { requiredKeys: ['text', 'destinations'] },
  ),
)

const bodies = {
  send: fc.record(
    { bulkId: id, messages: maybe(fc.array(message, { maxLength: 3 })), includeSmsCountInResponse: flag },
    { requiredKeys: ['messages'] },
  ),
  single: fc.record(
    { ...messageFields, bulkId: id, to: maybe(fc.array(maybe(fc.constant(THERE)), { maxLength: 3 })) },
    { requiredKeys: ['to', 'text'] },
  ),
  preview: fc.record({ text: maybe(fc.string()), languageCode: maybe(fc.string()) }, { requiredKeys: [] }),
}

function agreement(
  name: string,
  schema: TSchema,
  body: fc.Arbitrary<unknown>,
  parse: (body: JsonObject) => unknown,
): void {
  test(`${name}: the schema and the checks take and refuse the same`, () => {
    const seen = { taken: 0, refused: 0 }
    const property = fc.property(body, (generated) => {
      const json = JSON.parse(JSON.stringify(generated)) as JsonObject
      const isTaken = takes(parse, json)
      seen[isTaken ? 'taken' : 'refused'] += 1
      assert.equal(isTaken, Value.Check(schema, json), JSON.stringify(json))
    })
    fc.assert(property, { numRuns: 5000, seed: 7 })
    assert.ok(seen.taken > 50 && seen.refused > 50, JSON.stringify(seen))
  })
}

function takes(parse: (body: JsonObject) => unknown, body: JsonObject): boolean {
  try {
    parse(body)
    return true
  } catch (error) {
    assert.ok(isGatewayError(error) && error.category === 'invalid', String(error))
    return false
  }
}

// spec: v2 send | field | the body: an outgoing message request -> messages: the schema and the checks take and refuse the same
agreement('messages', sendRequestSchema, bodies.send, (body) => parseSendBody(body, NOW))
agreement('text/single', singleRequestSchema, bodies.single, (body) => parseSingleBody(body, NOW))
agreement('preview', previewRequestSchema, bodies.preview, parsePreviewBody)
