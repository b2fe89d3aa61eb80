import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createHttpClientDouble } from '@heliograph/testkit'
import { storeWebhooks } from '../src/webhooks/store-webhooks.ts'
import type { WebhookKind } from '../src/webhooks/webhook.ts'
import { useDatabase } from './support/database-fixture.ts'
import { newWebhook, useWebhookNodes } from './support/webhook-node.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)

/** The signature a webhook goes out with, of a channel with these secrets of its own. */
async function signatureOf(kind: WebhookKind, secrets: { readonly out?: string; readonly back?: string }) {
  const { ids, sql } = database
  const { channelId, clientId, securityKey } = await database.addAccount()
  const sealed = (secret: string | undefined) => (secret === undefined ? null : database.secrets.seal(secret))
  await sql`
    update channel set optout_secret = ${sealed(secrets.out)}::bytea, optin_secret = ${sealed(secrets.back)}::bytea
    where channel_id = ${channelId}`
  const [webhookId, subjectId] = (await ids.take(2)) as [number, number]
  const webhook = newWebhook({ webhookId, subjectId, clientId, channelId, kind })
  await sql.begin((tx) => storeWebhooks(tx, [webhook], undefined))
  const http = createHttpClientDouble()
  http.script({ status: 200 })
  const node = await startNode({ http })
  await node.attempt(webhookId)
  return { signature: http.requests[0]?.headers?.['X-Signature'], securityKey, body: webhook.body }
}

const SHARED = 'o'.repeat(64)
const CUSTOM = 'Schlüssel für JOIN'
const BOTH = { out: SHARED, back: CUSTOM }

const ROWS: readonly (readonly [
  kind: WebhookKind,
  secrets: Parameters<typeof signatureOf>[1],
  secret: string | undefined,
])[] = [
  // spec: Channel settings (portal) | field | opt-out shared secret -> opt-out, 2 of two secrets set: signed with its own
  // spec: Outbound webhook kinds | rule | OPT-OUT is signed with HMAC-SHA256 -> opt-out, 2 of two secrets set: signed with its own
  ['opt-out', BOTH, SHARED],
  // spec: Channel settings (portal) | field | opt-in shared secret, custom -> opt-in, 2 of two secrets set: signed with its own
  // spec: Outbound webhook kinds | rule | OPT-IN is signed with HMAC-SHA256, secret per channel -> opt-in, 2 of two secrets set: signed with its own
  ['opt-in', BOTH, CUSTOM],
  // spec: Channel settings (portal) | default | opt-out shared secret is the security key -> opt-out, 1 of two secrets set: signed with the security key
  // spec: Authentication | rule | security key signs opt-out webhooks -> opt-out, 1 of two secrets set: signed with the security key
  ['opt-out', { back: CUSTOM }, undefined],
  // spec: Channel settings (portal) | default | opt-in shared secret is the security key -> opt-in, 1 of two secrets set: signed with the security key
  ['opt-in', { out: SHARED }, undefined],
  // spec: Authentication | rule | security key signs delivery-receipt webhooks -> dlr, 2 of two secrets set: signed with the security key
  ['dlr', BOTH, undefined],
  // spec: Authentication | rule | security key signs incoming-SMS webhooks -> incoming, 2 of two secrets set: signed with the security key
  // spec: Outbound webhook kinds | rule | INCOMING as HTTP POST JSON is signed with HMAC-SHA256 -> incoming, 2 of two secrets set: signed with the security key
  ['incoming', BOTH, undefined],
]

for (const [kind, secrets, secret] of ROWS) {
  const own = Object.keys(secrets).length
  test(`${kind}, ${own} of two secrets set: signed with ${secret === undefined ? 'the security key' : 'its own'}`, async () => {
    const { body, securityKey, signature } = await signatureOf(kind, secrets)
    const digest = createHmac('sha256', secret ?? securityKey)
      .update(body)
      .digest('hex')
    assert.equal(signature, `sha256=${digest}`)
  })
}
