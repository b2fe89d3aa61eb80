import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatReceiptBody, type Receipt } from '../src/notify/notifications/receipt-body.ts'
import { signWebhook } from '../src/notify/webhooks/sign-webhook.ts'

describe('the signature', () => {
  // spec: Signature (JSON webhooks) | rule | over the octets of the body as sent ; HMAC-SHA256 with the shared secret as key
  // spec: Signature (JSON webhooks) | text | sha256= and lower-case hex
  test('is the one computed by other means', () => {
    // Computed with openssl dgst -sha256: -hmac KEY over the body, then over '42.1767225600.' and the body with -hmac
    // KEY and with -macopt hexkey:, the key decoded.
    const content = { id: '42', signedAt: 1_767_225_600, body: Buffer.from('{"a":"ü"}') }
    assert.deepEqual(signWebhook(['key0123456789abcdefABCDE'], content), {
      'X-Signature': 'sha256=25863b24eff2deb360dfac34352bef7b4bdb98c8a065ee6eae90a25f1d767b45',
      'webhook-id': '42',
      'webhook-timestamp': '1767225600',
      'webhook-signature':
        'v1,16/nZaXoCqQ/CCsQxi+B2UVkSmBpTOQhxngBXFZovP4= v1,yBO9dHUb99vFSb5JwVXxL9lGMTsmYeOCNVviKTn/EsA=',
    })
  })

  // spec: Signature (JSON webhooks) | rule | the secret as UTF-8
  test('takes a secret that is not ASCII as UTF-8', () => {
    // Computed with openssl dgst -sha256 -hmac.
    const { 'X-Signature': signature } = signWebhook(['schlüssel'], {
      id: '1',
      signedAt: 1,
      body: Buffer.from('{"a":"ü"}'),
    })
    assert.equal(signature, 'sha256=b7f16186bc1d86f6d3971af13dcac6b6b1770c76505963dfb933a1d530e577ef')
  })

  test('by two secrets: the first makes the header of the specification, the second one beside it, both are in the list', () => {
    const content = { id: '42', signedAt: 1_767_225_600, body: Buffer.from('{"a":"ü"}') }
    const [old, next] = [signWebhook(['old'], content), signWebhook(['new'], content)]
    assert.deepEqual(signWebhook(['old', 'new'], content), {
      ...old,
      'X-Signature-Next': next['X-Signature'],
      'webhook-signature': `${old['webhook-signature']} ${next['webhook-signature']}`,
    })
  })

  test('contains the one of the vector that the Standard Webhooks libraries are tested with', () => {
    const body = Buffer.from('{"test": 2432232314}')
    const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', signedAt: 1_614_265_330, body }
    const { 'webhook-signature': signatures } = signWebhook(['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], content)
    assert.ok(signatures?.split(' ').includes('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='))
  })
})

describe('the body', () => {
  const receipt: Receipt = {
    smsId: 1042,
    networkId: '812FC7',
    recipient: '27831234567',
    channel: 'ACME & Co',
    status: 'DELIVERED',
    statusCode: 2,
    statusDescription: 'Delivered to handset',
    deliveredAt: new Date('2026-01-31T08:15:00.123Z'),
    clientId: 1001,
    reference: 'order=7&ü',
    metadata: null,
  }
  const sentAt = new Date('2026-01-31T08:15:01.000Z')

  // spec: Delivery receipt webhook | field | type is delivery_receipt ; timestamp in ISO 8601 UTC ; data.messageId ; data.externalId ; data.mobile ; data.channel
  // spec: Delivery receipt webhook | field | data.status ; data.statusCode ; data.statusDescription ; data.deliveredAt in ISO 8601 UTC ; data.clientId ; data.reference
  test('as JSON', () => {
    assert.equal(
      formatReceiptBody(receipt, sentAt, 'json'),
      '{"type":"delivery_receipt","timestamp":"2026-01-31T08:15:01.000Z","data":{"messageId":"1042","externalId":"812FC7",' +
        '"mobile":"27831234567","channel":"ACME & Co","status":"DELIVERED","statusCode":2,"statusDescription":"Delivered to handset",' +
        '"deliveredAt":"2026-01-31T08:15:00.123Z","clientId":1001,"reference":"order=7&ü"}}',
    )
  })

  test('as a form: the same fields flattened, in the same order', () => {
    assert.equal(
      formatReceiptBody(receipt, sentAt, 'form'),
      'type=delivery_receipt&timestamp=2026-01-31T08%3A15%3A01.000Z&messageId=1042&externalId=812FC7&mobile=27831234567' +
        '&channel=ACME+%26+Co&status=DELIVERED&statusCode=2&statusDescription=Delivered+to+handset' +
        '&deliveredAt=2026-01-31T08%3A15%3A00.123Z&clientId=1001&reference=order%3D7%26%C3%BC',
    )
  })

  test('has metadata last, where there are any', () => {
    const withMetadata = { ...receipt, metadata: '{"order":7,"of":{"é":null}}' }
    const [json, form] = (['json', 'form'] as const).map((format) => formatReceiptBody(withMetadata, sentAt, format))
    assert.ok(json?.endsWith('"reference":"order=7&ü","metadata":{"order":7,"of":{"é":null}}}}'), json)
    assert.equal(new URLSearchParams(form).get('metadata'), withMetadata.metadata)
    assert.ok(form?.includes('&metadata='), form)
  })

  test('what is not known is null in JSON and empty in a form', () => {
    const unknown = { ...receipt, networkId: null, deliveredAt: null, reference: null }
    const { data } = JSON.parse(formatReceiptBody(unknown, sentAt, 'json'))
    assert.deepEqual([data.externalId, data.deliveredAt, data.reference], [null, null, null])
    const form = new URLSearchParams(formatReceiptBody(unknown, sentAt, 'form'))
    assert.deepEqual([form.get('externalId'), form.get('deliveredAt'), form.get('reference')], ['', '', ''])
  })
})
