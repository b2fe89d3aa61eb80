import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, CONFORMANCE_PUBLIC_URL, withAdapterKit } from '@heliograph/testkit'
import queuePlatform from '../src/index.ts'
import { BASE, PATH } from './requests.ts'

const BODY = '{"id":"é-1","type":"message.created","data":{"text":"Grüße 📱"}}'
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

// spec: Authentication | rule | queue: the API key is the HMAC secret of the signature
test('takes what openssl signs', { skip: hasOpenssl ? false : 'openssl is not installed' }, async () => {
  const url = `${CONFORMANCE_PUBLIC_URL}${PATH}?key=${CONFORMANCE_API_KEY}`
  const signed = spawnSync('openssl', ['dgst', '-sha256', '-hmac', CONFORMANCE_API_KEY, '-binary'], {
    input: url + BODY,
  })
  await withAdapterKit(queuePlatform, { config: {}, base: BASE }, async (kit) => {
    const response = await kit.request({
      body: BODY,
      headers: { 'X-Queue-Signature': signed.stdout.toString('base64') },
    })
    assert.equal(response.status, 200)
  })
})
