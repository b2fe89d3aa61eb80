import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../src/database/database.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import { WEBHOOK_BATCHES } from '../src/notify/webhooks/webhook-batches.ts'
import type { WebhookFastPath } from '../src/notify/webhooks/webhook-fast-path.ts'
import { freeEnded } from '../src/ownership/owned-rows.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { newWebhook, useWebhookNodes } from './support/webhook-node.ts'
import { type Batch, holdingReceiver, POST, receivers, useWebhooks } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const { store, batches, standings, countJobs, forgetJobs, allSent } = useWebhooks(database)

describe('what a node stores itself', () => {
  test('it sends from memory, without a job and in order; nothing of the batch is left', async () => {
    await forgetJobs()
    const { http, requests } = receivers(() => ({ status: 200 }))
    let statements: string[] = []
    const counting = new Proxy(database.sql, {
      apply(target, self, args: [TemplateStringsArray]) {
        const text = args[0]?.join?.('?') ?? ''
        if (/^\s*(with|select|insert|update|delete) /.test(text) && !text.includes('webhook_batch\n    where owner'))
          statements.push(text)
        return Reflect.apply(target as never, self, args)
      },
    }) as Sql
    const node = await startNode({ http, sql: counting })
    await node.sender.wake()
    statements = []
    const bodies = Array.from({ length: 50 }, (_, index) => ({ ...POST, body: `{"n":${index}}` }))
    const webhookIds = await store(node.sender, ...bodies)
    await waitUntil(() => requests.length === 50, 'all are called')
    await allSent(node)
    assert.deepEqual(
      requests.map(({ body }) => String(body)),
      bodies.map(({ body }) => body),
    )
    assert.equal(await standings(webhookIds), webhookIds.map(() => 'delivered 1').join(', '))
    assert.equal(await countJobs('webhooks'), 0)
    assert.ok(!statements.some((text) => /from webhook\s+where/.test(text)), 'bodies are not read back')
    assert.ok(statements.filter((text) => text.includes('update webhook set')).length <= 10)
  })

  test('is not sent when its transaction fails', async () => {
    const { http, requests } = receivers(() => ({ status: 200 }))
    const node = await startNode({ http })
    const { clientId, channelId } = await database.addAccount()
    const [webhookId = 0] = await database.ids.take(1)
    const failing = database.sql.begin(async (tx) => {
      await storeWebhooks(tx, [newWebhook({ webhookId, clientId, channelId })], node.sender)
      throw new Error('rolled back')
    })
    await assert.rejects(failing, { message: 'rolled back' })
    await node.stop()
    assert.equal(requests.length, 0)
  })

  test('waits with a job on a node that sends none, or has no lease', async () => {
    await forgetJobs()
    const [webhookId] = await store(undefined, POST)
    assert.deepEqual(
      (await batches()).map(({ webhook_ids: ids, owner }) => [ids, owner]),
      [[[webhookId], null]],
    )
    assert.equal(await countJobs('webhooks'), 1)
    const { http, requests } = receivers(() => ({ status: 200 }))
    const node = await startNode({ http })
    await node.sender.wake()
    await allSent(node)
    assert.equal(requests.length, 1)
  })
})

describe('a node that ends', () => {
  test('waits for the calls under way and records them; the rest is the next one’s', async () => {
    const { http, requests, letGo } = holdingReceiver()
    const node = await startNode({ http })
    const webhookIds = await store(node.sender, POST, POST, POST)
    await waitUntil(() => requests.length === 1, 'the first is called')
    await forgetJobs()
    const stopping = node.stop()
    letGo(1)
    await stopping
    assert.equal(await standings(webhookIds), 'delivered 1, pending 0, pending 0')
    assert.deepEqual(
      (await batches()).map(({ owner }) => owner),
      [null],
    )
    assert.equal(await countJobs('webhooks'), 1)
    const next = receivers(() => ({ status: 200 }))
    const successor = await startNode({ http: next.http })
    await successor.sender.wake()
    await allSent(successor)
    assert.equal(next.requests.length, 2)
    assert.equal(await standings(webhookIds), 'delivered 1, delivered 1, delivered 1')
  })

  // spec: Delivery of webhooks and retry | rule | the same request can come again
  test('in a crash: what has no recorded outcome is sent again, what has is not, and what it says later changes nothing', async () => {
    const { http, requests, letGo } = holdingReceiver()
    const node = await startNode({ http })
    const webhookIds = await store(node.sender, POST, POST, POST)
    await waitUntil(() => requests.length === 1, 'the first is called')
    letGo(1)
    await waitUntil(async () => (await standings(webhookIds)).startsWith('delivered 1'), 'the first is recorded')
    await waitUntil(() => requests.length === 3, 'the others are called')
    // Does what another node does when it declares this one dead.
    await database.sql`delete from node where lease = ${node.lease}`
    await freeEnded(database.sql, [WEBHOOK_BATCHES])
    const next = receivers(({ headers }) => ({ status: Number(headers?.['webhook-id']) === webhookIds[1] ? 500 : 200 }))
    const successor = await startNode({ http: next.http })
    await successor.sender.wake()
    await waitUntil(async () => (await standings(webhookIds)).endsWith('delivered 1'), 'the others are sent')
    letGo(2)
    await node.stop()
    assert.equal(next.requests.length, 2)
    assert.equal(await standings(webhookIds), 'delivered 1, pending 1, delivered 1')
    assert.deepEqual(
      (await batches()).map(({ webhook_ids: ids, attempts }) => [ids, attempts]),
      [[[webhookIds[1]], 1]],
    )
  })

  test('waits for a call that hangs no longer than a while; the next one sends it again', async () => {
    const { http, requests, letGo } = holdingReceiver()
    const node = await startNode({ http })
    const webhookIds = await store(node.sender, POST)
    await waitUntil(() => requests.length === 1, 'it is called')
    await node.stop()
    letGo(1)
    assert.equal(await standings(webhookIds), 'pending 0')
    const next = receivers(() => ({ status: 200 }))
    const successor = await startNode({ http: next.http })
    await successor.sender.wake()
    await allSent(successor)
    assert.equal(await standings(webhookIds), 'delivered 1')
  })

  test('a batch that was committed without its hearing of it is found', async () => {
    const { http, requests } = receivers(() => ({ status: 200 }))
    const node = await startNode({ http })
    const deaf: WebhookFastPath = {
      place: (webhooks) => node.sender.place(webhooks),
      run: () => {},
      left: () => {},
      outcomeUnknown: () => {},
    }
    await store(deaf, POST)
    await database.sql`update webhook_batch set due_at = now() - interval '6 seconds'`
    database.clock.advance(20_000)
    await waitUntil(() => requests.length === 1, 'it is sent')
    await allSent(node)
  })
})

describe('sending again', () => {
  test('takes many at once, each with all of its attempts', async () => {
    const { http, requests } = receivers(() => ({ status: 404 }))
    const node = await startNode({ http, settings: { failuresToPause: 10 } })
    const webhookIds = await store(node.sender, POST, POST, POST)
    await allSent(node)
    await database.sql.begin(async (tx) => {
      assert.deepEqual(await resendWebhooks(tx, [...webhookIds].reverse()), webhookIds)
      const rows = await tx<Batch[]>`select webhook_ids, attempts from webhook_batch`
      assert.deepEqual(
        rows.map(({ webhook_ids: ids, attempts }) => [ids, attempts]),
        [[webhookIds, 1]],
      )
    })
    await node.sender.wake()
    await allSent(node)
    assert.equal(requests.length, 6)
    assert.equal(await standings(webhookIds), 'failed 2, failed 2, failed 2')
  })
})
