import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { createHttpClientDouble } from '@heliograph/testkit'
import { type SigningSecrets, secretsInForce } from '../src/notify/webhooks/signing-secrets.ts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import type { WebhookKind } from '../src/notify/webhooks/webhook.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { newWebhook, useWebhookNodes } from './support/webhook-node.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)

/** The headers of a webhook of a channel that is sent at a time after now. */
async function headersOf({ channelId, clientId }: TestAccount, kind: WebhookKind, laterMs = 0) {
  const { ids, sql } = database
  const [webhookId, subjectId] = (await ids.take(2)) as [number, number]
  const webhook = newWebhook({ webhookId, subjectId, clientId, channelId, kind, body: BODY })
  await sql.begin((tx) => storeWebhooks(tx, [webhook], undefined))
  const http = createHttpClientDouble()
  http.script({ status: 200 })
  const node = await startNode({ http, aheadMs: Date.now() - database.clock.now() + laterMs })
  await node.attempt(webhookId)
  await node.stop()
  return http.requests[0]?.headers ?? {}
}

const BODY = '{"a":1}'
const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(BODY).digest('hex')}`

const SHARED = 'o'.repeat(64)
const CUSTOM = 'Schlüssel für JOIN'
const BOTH = { 'opt-out': SHARED, 'opt-in': CUSTOM }

type Secrets = { readonly [K in 'opt-out' | 'opt-in']?: string }

const ROWS: readonly (readonly [kind: WebhookKind, secrets: Secrets, secret: string | undefined])[] = [
  // spec: Channel settings (portal) | field | opt-out shared secret -> opt-out, 2 of two secrets set: signed with its own
  // spec: Outbound webhook kinds | rule | OPT-OUT is signed with HMAC-SHA256 -> opt-out, 2 of two secrets set: signed with its own
  ['opt-out', BOTH, SHARED],
  // spec: Channel settings (portal) | field | opt-in shared secret, custom -> opt-in, 2 of two secrets set: signed with its own
  // spec: Outbound webhook kinds | rule | OPT-IN is signed with HMAC-SHA256, secret per channel -> opt-in, 2 of two secrets set: signed with its own
  ['opt-in', BOTH, CUSTOM],
  // spec: Channel settings (portal) | default | opt-out shared secret is the security key -> opt-out, 1 of two secrets set: signed with the security key
  // spec: Authentication | rule | security key signs opt-out webhooks -> opt-out, 1 of two secrets set: signed with the security key
  ['opt-out', { 'opt-in': CUSTOM }, undefined],
  // spec: Channel settings (portal) | default | opt-in shared secret is the security key -> opt-in, 1 of two secrets set: signed with the security key
  ['opt-in', { 'opt-out': SHARED }, undefined],
  // spec: Authentication | rule | security key signs delivery-receipt webhooks -> dlr, 2 of two secrets set: signed with the security key
  ['dlr', BOTH, undefined],
  // spec: Authentication | rule | security key signs incoming-SMS webhooks -> incoming, 2 of two secrets set: signed with the security key
  // spec: Outbound webhook kinds | rule | INCOMING as HTTP POST JSON is signed with HMAC-SHA256 -> incoming, 2 of two secrets set: signed with the security key
  ['incoming', BOTH, undefined],
]

for (const [kind, secrets, secret] of ROWS) {
  const own = Object.keys(secrets).length
  test(`${kind}, ${own} of two secrets set: signed with ${secret === undefined ? 'the security key' : 'its own'}`, async () => {
    const account = await database.addAccount()
    for (const [name, value] of Object.entries(secrets)) {
      const change = { channelId: account.channelId, kind: name as keyof Secrets, secret: value, overlapHours: 0 }
      await database.provisioning.setSharedSecret(change)
    }
    const headers = await headersOf(account, kind)
    assert.equal(headers['X-Signature'], signed(secret ?? account.securityKey))
    assert.equal(headers['X-Signature-Next'], undefined)
  })
}

const HOUR = 3_600_000

describe('after a change', () => {
  test('a security key signs beside the new one for the hours of the overlap, and then no more', async () => {
    const account = await database.addAccount()
    const { channelId, securityKey: old } = account
    const { previousUntil, securityKey } = await database.provisioning.rotateSecurityKey({ channelId, overlapHours: 2 })
    assert.ok(Math.abs((previousUntil?.getTime() ?? 0) - Date.now() - 2 * HOUR) < 60_000)
    const during = await headersOf(account, 'dlr', 1.9 * HOUR)
    assert.deepEqual([during['X-Signature'], during['X-Signature-Next']], [signed(old), signed(securityKey)])
    assert.equal(during['webhook-signature']?.split(' ').length, 4)
    const after = await headersOf(account, 'dlr', 2.1 * HOUR)
    assert.deepEqual([after['X-Signature'], after['X-Signature-Next']], [signed(securityKey), undefined])
    assert.equal(after['webhook-signature']?.split(' ').length, 2)
  })

  test('the overlap is a day unless another is given; with none the new key is alone at once', async () => {
    const account = await database.addAccount()
    const { channelId } = account
    const { previousUntil } = await database.provisioning.rotateSecurityKey({ channelId })
    assert.ok(Math.abs((previousUntil?.getTime() ?? 0) - Date.now() - 24 * HOUR) < 60_000)
    const last = await database.provisioning.rotateSecurityKey({ channelId, overlapHours: 0 })
    assert.equal(last.previousUntil, null)
    const headers = await headersOf(account, 'dlr')
    assert.deepEqual([headers['X-Signature'], headers['X-Signature-Next']], [signed(last.securityKey), undefined])
  })

  test('a key that is rotated within its overlap is replaced: receivers still have the one before it', async () => {
    const account = await database.addAccount()
    const { channelId, securityKey: old } = account
    await database.provisioning.rotateSecurityKey({ channelId, overlapHours: 1 })
    const { securityKey } = await database.provisioning.rotateSecurityKey({ channelId, overlapHours: 5 })
    const headers = await headersOf(account, 'dlr', 4 * HOUR)
    assert.deepEqual([headers['X-Signature'], headers['X-Signature-Next']], [signed(old), signed(securityKey)])
  })

  test('a first shared secret overlaps with the security key, and one that is cleared with what signs then', async () => {
    const account = await database.addAccount()
    const { channelId, securityKey } = account
    const { secret } = await database.provisioning.setSharedSecret({ channelId, kind: 'opt-out' })
    const first = await headersOf(account, 'opt-out')
    assert.deepEqual([first['X-Signature'], first['X-Signature-Next']], [signed(securityKey), signed(secret as string)])
    await database.provisioning.setSharedSecret({ channelId, kind: 'opt-out', secret: SHARED, overlapHours: 0 })
    await database.provisioning.setSharedSecret({ channelId, kind: 'opt-out', secret: null, overlapHours: 1 })
    const cleared = await headersOf(account, 'opt-out')
    assert.deepEqual([cleared['X-Signature'], cleared['X-Signature-Next']], [signed(SHARED), signed(securityKey)])
    assert.equal((await headersOf(account, 'opt-out', 2 * HOUR))['X-Signature'], signed(securityKey))
  })
})

describe('the secrets in force', () => {
  const NOW = 1_000
  const [key, oldKey, own, oldOwn] = ['key', 'old key', 'own', 'old own'].map((text) => Buffer.from(text)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const [soon, past] = [new Date(NOW + 1), new Date(NOW)]
  /** A row with secrets of opt-in webhooks; those of opt-out must not be mistaken for them. */
  const row = (
    [previousKey, keyUntil]: readonly [Buffer | null, Date | null],
    [secret, previousSecret, secretUntil]: readonly [Buffer | null, Buffer | null, Date | null],
  ): SigningSecrets => ({
    security_key: key,
    previous_security_key: previousKey,
    previous_security_key_until: keyUntil,
    optout_secret: null,
    previous_optout_secret: Buffer.from('other'),
    previous_optout_secret_until: soon,
    optin_secret: secret,
    previous_optin_secret: previousSecret,
    previous_optin_secret_until: secretUntil,
  })
  const NO_KEY = [null, null] as const
  const NO_OWN = [null, null, null] as const
  const CASES: readonly (readonly [string, SigningSecrets, readonly Buffer[]])[] = [
    ['a key', row(NO_KEY, NO_OWN), [key]],
    ['a key in its overlap', row([oldKey, soon], NO_OWN), [oldKey, key]],
    ['a key whose overlap is over', row([oldKey, past], NO_OWN), [key]],
    ['a secret of its own', row(NO_KEY, [own, null, null]), [own]],
    ['a secret of its own, the key in its overlap', row([oldKey, soon], [own, null, null]), [own]],
    ['a secret of its own in its overlap', row(NO_KEY, [own, oldOwn, soon]), [oldOwn, own]],
    ['a secret of its own whose overlap is over', row(NO_KEY, [own, oldOwn, past]), [own]],
    ['a secret that was cleared, in its overlap', row([oldKey, soon], [null, oldOwn, soon]), [oldOwn, key]],
    ['a secret that was cleared, after its overlap', row([oldKey, soon], [null, oldOwn, past]), [oldKey, key]],
  ]
  for (const [name, given, expected] of CASES) {
    test(name, () => assert.deepEqual(secretsInForce(given, 'opt-in', NOW), expected))
  }
})
