import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { CONFORMANCE_API_KEY, CONFORMANCE_PUBLIC_URL, withAdapterKit } from '@heliograph/testkit'
import queuePlatform from '../src/index.ts'
import { BASE, PATH } from './requests.ts'

const BODY = '{"id":"é-1","type":"message.created","data":{"text":"Grüße 📱"}}'
const hasOpenssl = spawnSync('openssl', ['version']).status === 0

// spec: Inbound events from the queue-management platform | header | X-Queue-Signature: Base64(HMAC-SHA256)
// spec: Inbound events from the queue-management platform | rule | signature: key is the API key ; signature: full request URL ; signature: raw body follows the URL
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
