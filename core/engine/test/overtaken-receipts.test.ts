import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageState } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { CONTENT_TYPES, formatReceiptBody, type ReceiptFormat } from '../src/notify/notifications/receipt-body.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import type { NewWebhook } from '../src/notify/webhooks/webhook.ts'
import { useDatabase } from './support/database-fixture.ts'
import { useWebhookNodes } from './support/webhook-node.ts'
import { receivers, useWebhooks } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const { store, standings, logOf, allSent } = useWebhooks(database)

type Part = Partial<NewWebhook>

/** A receipt in one of the usual forms. */
function usual(state: MessageState, format: ReceiptFormat = 'json'): Part {
  const { status, code } = STATUS_FORMS[state].webhook ?? { status: '', code: 0 }
  const body = formatReceiptBody(
    {
      smsId: 1,
      networkId: 'n-1',
      recipient: '27821234567',
      channel: '27820001234',
      status,
      statusCode: code,
      statusDescription: '',
      deliveredAt: null,
      clientId: 1,
      reference: null,
      metadata: null,
    },
    new Date(),
    format,
  )
  return { body, contentType: CONTENT_TYPES[format] }
}

/** One in the form of an interface. */
const written = (kind: string): Part => ({ instance: 'own', body: JSON.stringify({ notice: { kind }, context: '' }) })

const together: Part = {
  instance: 'own',
  body: JSON.stringify({ notices: [{ kind: 'pending' }, { kind: 'delivered' }], context: '' }),
}
const about = (smsId: number): Part => ({
  instance: 'own',
  body: together.body as string,
  others: [smsId],
  subjectId: 7,
})

const ROWS: readonly (readonly [what: string, first: Part, later: (smsId: number) => Part, isSent: boolean])[] = [
  ['a network has taken it, delivered meanwhile', usual('submitted'), () => usual('delivered'), false],
  ['the same as a form', usual('submitted', 'form'), () => usual('undeliverable', 'form'), false],
  ['the same as an interface writes it', written('pending'), () => written('delivered'), false],
  ['the end is reported together with that of others', written('pending'), about, false],
  ['it is tried again, delivered meanwhile', usual('retrying'), () => usual('delivered'), false],
  ['expired, delivered meanwhile: both are ends', usual('expired'), () => usual('delivered'), true],
  ['delivered, read meanwhile', written('delivered'), () => written('read'), true],
  ['several in one request', together, () => written('delivered'), true],
  [
    'a network has taken it, and another message has ended',
    usual('submitted'),
    () => ({ ...usual('delivered'), subjectId: 8 }),
    true,
  ],
  ['an SMS of the same number has come in', usual('submitted'), () => ({ kind: 'incoming' }), true],
]

for (const [what, first, later, isSent] of ROWS)
  test(`a receipt that waits is ${isSent ? 'sent' : 'left'}: ${what}`, async () => {
    let status = 503
    const { http, requests } = receivers(() => ({ status }))
    const write = () => ({ method: 'POST' as const, body: 'written' })
    const node = await startNode({ http, writers: { own: write }, many: { own: write } })
    const [subjectId = 0] = await database.ids.take(1)
    const [webhookId = 0] = await store(undefined, { subjectId, ...first })
    await node.attempt(webhookId)
    status = 200
    await store(node.sender, { subjectId, ...later(subjectId) })
    const before = requests.length
    await node.attempt(webhookId)
    await allSent(node)
    assert.equal(await standings([webhookId]), isSent ? 'delivered 2' : 'failed 2')
    assert.equal(requests.filter(({ headers }) => headers?.['webhook-id'] === String(webhookId)).length, isSent ? 2 : 1)
    assert.ok(requests.length > before || !isSent)
    if (isSent) return
    assert.match((await logOf(webhookId))[1]?.failure ?? '', /^not-sent: a later receipt/)
    // Nor when it is sent again with everything that failed.
    await resendWebhooks(database.sql, [webhookId])
    await node.attempt(webhookId)
    assert.equal(await standings([webhookId]), 'failed 3')
  })
