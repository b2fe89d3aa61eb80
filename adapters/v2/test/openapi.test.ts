import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_BRAND } from '@heliograph/contracts'
import { createAdapterKit } from '@heliograph/testkit'
import { formatDocumentationPage } from '@heliograph/wire'
import { Value } from 'typebox/value'
import { describeOperations } from '../src/documentation.ts'
import v2 from '../src/index.ts'
import { OPERATIONS } from '../src/operations.ts'
import { BASE, message, THERE } from './requests.ts'

const document = describeOperations(OPERATIONS, {
  ...{ title: 'SMS', version: '1.2.3', publicUrl: 'https://gateway.example' },
})
const asText = JSON.stringify(document)

/** A path as OpenAPI writes it. */
const inDocument = (path: string) => path.replace(':messageId', '{messageId}')

test('openapi: has every route of the interface, and no other', async () => {
  const { adapter } = await createAdapterKit(v2, { config: { documentation: false } })
  const served = (adapter.routes ?? [])
    .filter(({ method }) => method !== 'ANY')
    .map(({ method, path }) => `${method} ${inDocument(path)}`)
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(documented.sort(), [...served].sort())
})

test('openapi: its title has the name of the product, as the operator calls it', async () => {
  const kit = await createAdapterKit(v2, { config: {}, base: BASE, brand: { ...OWN_BRAND, name: 'Acme SMS' } })
  const { text } = await kit.request({ method: 'GET', path: '/sms/2/openapi.json', body: undefined })
  assert.equal(JSON.parse(text).info.title, 'Acme SMS: SMS API, version 2')
})

test('openapi: every reference leads to a schema, and every schema is referred to', () => {
  const references = new Set([...asText.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]))
  assert.deepEqual([...references].sort(), Object.keys(document.components.schemas).sort())
})

test('openapi: what the path of a message stands for is a parameter of it', () => {
  const { parameters } = document.paths['/sms/2/messages/{messageId}/history']?.get ?? {}
  assert.deepEqual(
    parameters?.map(({ name, in: place, required }) => [name, place, required]),
    [['messageId', 'path', true]],
  )
})

test('openapi: operations have ids of their own', () => {
  const ids = OPERATIONS.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

for (const { id, body, answer } of OPERATIONS) {
  test(`openapi: the examples of ${id} fit their schemas`, () => {
    if (body) assert.ok(Value.Check(body.schema, body.example), JSON.stringify(body.example))
    assert.ok(Value.Check(answer.schema, answer.example), JSON.stringify(answer.example))
  })
}

test('openapi: every operation names the errors that all have', () => {
  for (const methods of Object.values(document.paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const status of ['200', '401', '429', '500', '503']) assert.ok(responses[status], status)
    }
  }
})

// spec: What the service does | endpoint | POST /sms/2/messages ; POST /sms/2/text/single ; GET /sms/2/reports ; GET /sms/2/logs ; POST /sms/2/preview ; GET /sms/2/bulks
// spec: What the service does | endpoint | PUT /sms/2/bulks ; DELETE /sms/2/bulks
// spec: Message states | state | scheduled, PUT /sms/2/bulks: scheduled with the new time ; scheduled, DELETE /sms/2/bulks: cancelled
// spec: Versioning | rule | the REST interface is under /sms/2/
test('openapi: real answers fit the schemas of the document', async () => {
  const kit = await createAdapterKit(v2, { config: {}, base: BASE })
  const sendAt = new Date(kit.clock.now() + 60_000).toISOString()
  const requests = {
    sendMessages: {
      json: { messages: [message(), message({ sendAt, includeSmsCountInResponse: true })], bulkId: 'B' },
    },
    sendSingleText: { path: '/sms/2/text/single', json: { to: THERE, text: 'Hello' } },
    previewMessage: { path: '/sms/2/preview', json: { text: 'Hello' } },
    getReports: { method: 'GET', path: '/sms/2/reports' },
    getLogs: { method: 'GET', path: '/sms/2/logs' },
    getHistory: { method: 'GET', path: '/sms/2/messages/1/history' },
    listBulks: { method: 'GET', path: '/sms/2/bulks' },
    rescheduleBulk: { method: 'PUT', path: '/sms/2/bulks', query: 'bulkId=B', json: { sendAt } },
    getBulkStatus: { method: 'GET', path: '/sms/2/bulks/status', query: 'bulkId=B' },
    setBulkStatus: { method: 'PUT', path: '/sms/2/bulks/status', query: 'bulkId=B', json: { status: 'PAUSED' } },
    cancelBulk: { method: 'DELETE', path: '/sms/2/bulks', query: 'bulkId=B' },
  } as const
  for (const [id, request] of Object.entries(requests)) {
    if (id === 'getReports') {
      kit.engine.move(1, 'submitting')
      kit.engine.move(1, 'submitted')
      kit.engine.move(1, 'undeliverable')
    }
    const { status, text } = await kit.request(request)
    assert.equal(status, 200, text)
    const schema = OPERATIONS.find((operation) => operation.id === id)?.answer.schema
    assert.ok(schema && Value.Check(schema, JSON.parse(text)), `${id}: ${text}`)
  }
  assert.deepEqual(Object.keys(requests).sort(), OPERATIONS.map(({ id }) => id).sort())
})

test('documentation page: names every operation and field, and is well-formed', () => {
  const page = formatDocumentationPage(document)
  for (const { id, path } of OPERATIONS) assert.ok(page.includes(`id="${id}"`) && page.includes(inDocument(path)), id)
  for (const name of Object.keys(document.components.schemas)) assert.ok(page.includes(`<h3 id="${name}">`), name)
  for (const [, anchor = ''] of page.matchAll(/href="#(\w+)"/g)) assert.ok(page.includes(`id="${anchor}"`), anchor)
  assert.doesNotMatch(page, /undefined|\[object/)
  const opened: string[] = []
  for (const [, closing, name = ''] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (closing) assert.equal(opened.pop(), name)
    else if (name !== 'meta') opened.push(name)
  }
  assert.deepEqual(opened, [])
})

test('documentation: can be switched off', async () => {
  const kit = await createAdapterKit(v2, { config: { documentation: false }, base: BASE })
  for (const path of ['/sms/2/docs', '/sms/2/openapi.json']) {
    assert.equal((await kit.request({ method: 'GET', path })).status, 404)
  }
})
