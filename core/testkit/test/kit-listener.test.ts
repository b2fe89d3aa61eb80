import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { Type } from 'typebox'
import { CONFORMANCE_PUBLIC_URL, createAdapterKit } from '../src/index.ts'

/** Answers with its public URL. */
const where = defineAdapter({
  apiVersion: API_VERSION,
  id: 'where',
  version: '1.0.0',
  configSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: {},
  create: (context) => ({
    routes: [{ method: 'GET', path: '/where', handler: () => ({ status: 200, body: context.publicUrl }) }],
    formatError: (error) => ({ status: 500, body: error.publicMessage }),
  }),
})

test('a kit answers on a port of its own, which is then its public address', async () => {
  const kit = await createAdapterKit(where, { config: {} })
  assert.equal((await kit.request({ path: '/where' })).text, CONFORMANCE_PUBLIC_URL)
  const { close, port, url } = await kit.listen()
  assert.equal(url, `http://127.0.0.1:${port}`)
  assert.equal(await (await fetch(`${url}/where`)).text(), url)
  await close()
  await assert.rejects(fetch(`${url}/where`))
})
