import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { generateSecurityKey } from '../src/accounts/secrets.ts'
import { signWebhook } from '../src/notify/webhooks/sign-webhook.ts'

// The headers of Standard Webhooks, verified by its own library. It reads a secret as Base64.

const BODY = '{"type":"delivery_receipt","data":{"channel":"Grüße"}}'
const [old, next] = [generateSecurityKey(), generateSecurityKey()]

function headersBy(...secrets: [string, ...string[]]): Record<string, string> {
  const signedAt = Math.floor(Date.now() / 1000)
  return signWebhook(secrets, { id: '4711', signedAt, body: Buffer.from(BODY) })
}

const verify = (secret: string, headers: Record<string, string>, body = BODY) =>
  new Webhook(secret).verify(body, headers) as { type: string }

describe('the library of Standard Webhooks', () => {
  test('takes what is signed', () => {
    assert.equal(verify(old, headersBy(old)).type, 'delivery_receipt')
  })

  test('takes either secret while one replaces the other', () => {
    for (const secret of [old, next]) assert.equal(verify(secret, headersBy(old, next)).type, 'delivery_receipt')
  })

  test('refuses another secret, and another body', () => {
    assert.throws(() => verify(next, headersBy(old)), { name: 'WebhookVerificationError' })
    assert.throws(() => verify(old, headersBy(old), `${BODY} `), { name: 'WebhookVerificationError' })
  })
})
