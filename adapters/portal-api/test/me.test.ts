import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import portal from '../src/index.ts'

test('tells who I am, by an API key', async () => {
  await withAdapterKit(portal, { config: {} }, async (kit) => {
    const answer = await kit.request({
      method: 'GET',
      path: '/portal/api/1/me',
      headers: { 'x-api-key': CONFORMANCE_API_KEY },
    })
    assert.equal(answer.status, 200)
    assert.equal(JSON.parse(answer.body.toString()).role, 'user')
    const refused = await kit.request({ method: 'GET', path: '/portal/api/1/me' })
    assert.equal(refused.status, 401)
    const document = await kit.request({ method: 'GET', path: '/portal/api/1/openapi.json' })
    assert.equal(document.status, 200)
  })
})
