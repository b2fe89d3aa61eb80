import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { Type } from 'typebox'
import { createAdapterKit, hasTransport, NoAnswerError, TRANSPORTS, withAdapterKit } from '../src/index.ts'

/** Answers with the request it received. */
const echo = defineAdapter({
  apiVersion: API_VERSION,
  id: 'echo',
  version: '1.0.0',
  configSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: {},
  create: () => ({
    routes: [
      {
        method: 'ANY',
        path: '/echo',
        handler: ({ method, query, headers, body }) => ({
          status: 200,
          headers: { 'x-twice': ['a', 'b'] },
          body: JSON.stringify([method, query, headers['x-any'], body.toString('latin1')]),
        }),
      },
      { method: 'GET', path: '/none', handler: () => ({ status: 204 }) },
      { method: 'GET', path: '/large', handler: () => ({ status: 200, body: 'x'.repeat(300_000) }) },
    ],
    formatError: (error) => ({ status: 400, body: error.code }),
  }),
})

for (const over of TRANSPORTS) {
  test(`${over}: a kit's requests arrive as they are written, and answers as they are sent`, async (t) => {
    if (!(await hasTransport(over))) return t.skip(`the server ${over} does not run here`)
    await withAdapterKit(echo, { config: {}, over, base: { path: '/echo' } }, async (kit) => {
      const sent = { method: 'POST', query: 'a=%00&b="', headers: { 'X-Any': 'a\u263ab' }, body: 'a\0b' } as const
      const { status, headers, text } = await kit.request(sent)
      assert.deepEqual(
        [status, headers['x-twice'], text],
        [200, 'a, b', '["POST","a=%00&b=\\"","a\u263ab","a\\u0000b"]'],
      )
      const chunked = await kit.request({ ...sent, headers: { 'transfer-encoding': 'chunked' } })
      assert.equal(chunked.text, '["POST","a=%00&b=\\"",null,"a\\u0000b"]')
      assert.equal((await kit.request({ method: 'HEAD' })).text, '')
      assert.equal((await kit.request({ path: '/none' })).status, 204)
      assert.equal((await kit.request({ path: '/large' })).text.length, 300_000)
      assert.equal((await kit.request({ path: '/nowhere' })).status, 404)
      const several = await Promise.all(['1', '2', '3'].map((query) => kit.request({ query })))
      assert.deepEqual(
        several.map(({ text: each }) => JSON.parse(each)[1]),
        ['1', '2', '3'],
      )
    })
  })
}

test('node refuses by itself what is no HTTP', async () => {
  await withAdapterKit(echo, { config: {}, over: 'node' }, async (kit) => {
    for (const [query, refusal] of [
      ['a\0b', 400],
      ['\xe9', 400],
      ['a\n\r\n', 505],
    ] as const) {
      const { status, text } = await kit.request({ path: '/echo', query })
      assert.deepEqual([status, text], [refusal, ''], JSON.stringify(query))
    }
  })
})

test('uws ends the connection on what is no HTTP', async (t) => {
  if (!(await hasTransport('uws'))) return t.skip('the server uws does not run here')
  await withAdapterKit(echo, { config: {}, over: 'uws' }, async (kit) => {
    await assert.rejects(kit.request({ path: '/echo', query: 'a\0b' }), NoAnswerError)
    assert.equal((await kit.request({ path: '/echo' })).status, 200)
  })
})

test('stop closes the port of a kit', async () => {
  const kit = await createAdapterKit(echo, { config: {}, over: 'node' })
  assert.equal((await kit.request({ path: '/echo' })).status, 200)
  await kit.stop()
  await assert.rejects(kit.request({ path: '/echo' }))
})
