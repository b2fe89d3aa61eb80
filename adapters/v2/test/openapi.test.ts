import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_BRAND } from '@heliograph/contracts'
import { CONFORMANCE_API_KEY, createAdapterKit } from '@heliograph/testkit'
import { type DescribedOperation, formatDocumentationPage } from '@heliograph/wire'
import { Value } from 'typebox/value'
import { describeInterface } from '../src/documentation.ts'
import v2 from '../src/index.ts'
import { OPERATIONS } from '../src/operations.ts'
import { TOKEN_OPERATIONS } from '../src/tokens/token-documentation.ts'
import { BASE, message, THERE } from './requests.ts'

const FACTS = { title: 'SMS', version: '1.2.3', publicUrl: 'https://gateway.example' }
const document = describeInterface({ ...FACTS, takesTokens: true })
const ALL: readonly DescribedOperation[] = [...OPERATIONS, ...TOKEN_OPERATIONS]
const asText = JSON.stringify(document)

/** A path as OpenAPI writes it. */
const inDocument = (path: string) => path.replace(':messageId', '{messageId}')

for (const accessTokenSeconds of [0, 3_600])
  test(`openapi: has every route of the interface, and no other (access tokens: ${accessTokenSeconds} s)`, async () => {
    const { adapter } = await createAdapterKit(v2, { config: { documentation: false, accessTokenSeconds } })
    const served = (adapter.routes ?? [])
      .filter(({ method }) => method !== 'ANY')
      .map(({ method, path }) => `${method} ${inDocument(path)}`)
    const { paths, components } = describeInterface({ ...FACTS, takesTokens: accessTokenSeconds > 0 })
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.deepEqual(documented.sort(), [...served].sort())
    assert.equal(components.securitySchemes.accessToken !== undefined, accessTokenSeconds > 0)
  })

test('openapi: tokens are asked for by a form, with Basic, and refused in the form of RFC 6749', () => {
  const { security, requestBody, responses } = document.paths['/oauth2/token']?.post ?? {}
  assert.deepEqual(security, [{ client: [] }])
  assert.deepEqual(Object.keys(requestBody?.content ?? {}), ['application/x-www-form-urlencoded'])
  const schemas = Object.entries(responses ?? {}).map(([status, { content }]) => {
    const [media] = Object.values(content ?? {})
    return `${status} ${JSON.stringify(media?.schema).replace(/.*\/(\w+)".*/, '$1')}`
  })
  const ofTokens = ['400', '401', '429', '503'].map((status) => `${status} TokenError`)
  assert.deepEqual(schemas.sort(), ['200 AccessToken', ...ofTokens, '500 RequestError'].sort())
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
  const ids = ALL.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

for (const { id, body, answer } of ALL) {
  test(`openapi: the examples of ${id} fit their schemas`, () => {
    for (const each of [body, answer])
      if (each !== undefined) assert.ok(Value.Check(each.schema, each.example), JSON.stringify(each.example))
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
  const kit = await createAdapterKit(v2, { config: { accessTokenSeconds: 3_600 }, base: BASE })
  const byForm = (form: Readonly<Record<string, string>>) => ({
    form: { client_id: kit.account.principal.email, client_secret: CONFORMANCE_API_KEY, ...form },
    headers: { authorization: undefined },
  })
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
    issueToken: { path: '/oauth2/token', ...byForm({ grant_type: 'client_credentials' }) },
    revokeToken: { path: '/oauth2/revoke', ...byForm({ token: 'unknown' }) },
    describeTokenServer: { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  } as const
  for (const [id, request] of Object.entries(requests)) {
    if (id === 'getReports') {
      kit.engine.move(1, 'submitting')
      kit.engine.move(1, 'submitted')
      kit.engine.move(1, 'undeliverable')
    }
    const { status, text } = await kit.request(request)
    assert.equal(status, 200, text)
    const schema = ALL.find((operation) => operation.id === id)?.answer?.schema
    assert.ok(schema === undefined ? text === '' : Value.Check(schema, JSON.parse(text)), `${id}: ${text}`)
  }
  assert.deepEqual(Object.keys(requests).sort(), ALL.map(({ id }) => id).sort())
})

test('documentation page: names every operation and field, and is well-formed', () => {
  const page = formatDocumentationPage(document)
  for (const { id, path } of ALL) assert.ok(page.includes(`id="${id}"`) && page.includes(inDocument(path)), id)
  assert.ok(page.includes('-u &#39;&lt;CLIENT_ID&gt;:&lt;CLIENT_SECRET&gt;&#39;'), page)
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
