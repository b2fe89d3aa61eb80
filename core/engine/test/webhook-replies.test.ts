import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OutboundError } from '@heliograph/contracts'
import { incomingGetUrl, incomingSoapRequest } from '@heliograph/messaging'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { newWebhook, useWebhookNodes } from './support/webhook-node.ts'
import { type Answer, POST, receivers, useWebhooks } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const { store, standings, logOf, allSent } = useWebhooks(database)

/** Takes what is to be answered: it is due, and free for any node. */
async function takeAnswers() {
  const answers = await database.sql<{ steps: string[]; reply: string | null }[]>`
    delete from incoming_work where owner is null and due_at <= now() returning steps, reply`
  return answers.map(({ steps, reply }) => [...steps, reply])
}

describe('what answers a contact', () => {
  const asking = { ...POST, kind: 'incoming', subjectId: 77, replyKind: 'auto' } as const

  const ROWS: readonly (readonly [name: string, answer: Answer, text: string | null])[] = [
    ['its text', { body: 'Thank you!', headers: { 'content-type': 'text/plain' } }, 'Thank you!'],
    ['nothing for a bare OK', { body: 'OK' }, null],
    ['nothing when it fails', { status: 500, body: 'Thank you!' }, null],
    ['nothing when there is no reply', new OutboundError('timeout', 'slow'), null],
  ]
  for (const [name, answer, text] of ROWS) {
    test(`its first outcome gives ${name}, kept with the work of its SMS, a later one never`, async () => {
      const { http, requests } = receivers(() => answer)
      const node = await startNode({ http })
      const [webhookId = 0] = await store(node.sender, asking)
      await waitUntil(async () => (await logOf(webhookId)).length === 1, 'it is recorded')
      assert.deepEqual(await takeAnswers(), [['auto-reply', text]])
      assert.equal(node.answers(), 1)
      assert.equal(requests[0]?.replyLimit, 65_536)
      if (!(await standings([webhookId])).startsWith('pending')) return
      await node.attempt(webhookId)
      assert.deepEqual(await takeAnswers(), [])
      assert.equal(node.answers(), 1)
      assert.equal(requests[1]?.replyLimit, 2_048)
    })
  }

  test('is answered at once when its endpoint is left alone, and not again when it is sent', async () => {
    let isUp = false
    const { http, requests } = receivers(() => (isUp ? { body: 'late' } : { status: 500 }))
    const node = await startNode({ http, settings: { failuresToPause: 1, retryDelaysSeconds: [] } })
    await store(node.sender, POST, { ...asking, replyKind: 'confirmation' })
    await waitUntil(async () => (await database.sql`select from incoming_work`).count > 0, 'it is answered')
    assert.deepEqual(await takeAnswers(), [['confirm', null]])
    isUp = true
    database.clock.advance(10_000)
    await database.sql`update webhook_batch set due_at = now()`
    await node.sender.wake()
    await allSent(node)
    assert.equal(requests.length, 2)
    assert.deepEqual(await takeAnswers(), [])
  })
})

describe('requests that are written when they are sent', () => {
  async function addIncoming(): Promise<{ readonly incomingId: number; readonly receivedAt: Date }> {
    const [incomingId = 0] = await database.ids.take(1)
    const receivedAt = new Date(database.clock.now())
    await database.sql`
      insert into incoming_message (incoming_id, carrier, link, sender, recipient, body, encoding, received_at)
      values (${incomingId}, 'sim', 'sim/1', '27831234567', '27820000001', 'grüße & <co>', 0, ${receivedAt})`
    return { incomingId, receivedAt }
  }

  for (const form of ['get', 'soap'] as const) {
    // spec: Outbound webhook kinds | rule | INCOMING as GET and SOAP has the security key in place of a signature
    test(`${form}: of the incoming SMS and the security key, the same each time, and not signed`, async () => {
      const { incomingId, receivedAt } = await addIncoming()
      const account = await database.addAccount()
      const [webhookId = 0] = await database.ids.take(1)
      const { http, requests } = receivers(() => ({ status: 500 }))
      const node = await startNode({ http })
      const url = 'https://client.example/in?a=1'
      const facts = {
        clientId: account.clientId,
        channelId: account.channelId,
        kind: 'incoming',
        subjectId: incomingId,
      } as const
      const webhook = newWebhook({ webhookId, ...facts, url, form, body: '', contentType: '' })
      await database.sql.begin((tx) => storeWebhooks(tx, [webhook], node.sender))
      await waitUntil(async () => (await logOf(webhookId)).length === 1, 'it is recorded')
      await node.attempt(webhookId)
      const incoming = { incomingId, from: '27831234567', to: '27820000001', text: 'grüße & <co>', receivedAt }
      const [first, second] = requests
      assert.deepEqual(second, first)
      if (form === 'get') {
        assert.deepEqual(
          [first?.method, first?.url, first?.body],
          ['GET', incomingGetUrl(url, incoming, account.securityKey), undefined],
        )
        assert.deepEqual(first?.headers, { 'User-Agent': 'Gateway-Webhook/1.0' })
      } else {
        const expected = incomingSoapRequest(incoming, account.securityKey, 'urn:heliograph:incoming')
        assert.deepEqual([first?.method, first?.url, String(first?.body)], ['POST', url, expected.body])
        assert.deepEqual(first?.headers, { ...expected.headers, 'User-Agent': 'Gateway-Webhook/1.0' })
      }
      const [row] = await database.sql`select * from webhook where webhook_id = ${webhookId}`
      assert.ok(!JSON.stringify(row).includes(account.securityKey))
    })
  }

  test('fail when the incoming SMS has gone', async () => {
    const { http, requests } = receivers(() => ({ status: 200 }))
    const node = await startNode({ http })
    const [webhookId = 0] = await store(node.sender, { ...POST, kind: 'incoming', form: 'get', subjectId: 99_999 })
    await allSent(node)
    assert.deepEqual([requests.length, await standings([webhookId])], [0, 'failed 1'])
    assert.match((await logOf(webhookId))[0]?.failure ?? '', /^gone: /)
  })
})
