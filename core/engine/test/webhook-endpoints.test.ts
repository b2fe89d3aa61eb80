import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OutboundError } from '@heliograph/contracts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import type { WebhookSenderSettings } from '../src/notify/webhooks/webhook-sender.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { lateReplies } from './support/late-replies.ts'
import { newWebhook, useWebhookNodes } from './support/webhook-node.ts'
import { holdingReceiver, POST, receivers, useWebhooks } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const { store, batches, standings, logOf, allSent } = useWebhooks(database)

test('one whose name is too long for an index is put off like others, and holds up no other', async () => {
  // Random characters, since those of an index entry are compressed.
  const name = Array.from({ length: 950 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('')
  const down = { url: `https://${name}/dlr` }
  const { http } = receivers(({ url }) =>
    url === POST.url ? { status: 200 } : new OutboundError('dns', 'no such host'),
  )
  const node = await startNode({ http, settings: { failuresToPause: 1 } })
  const webhookIds = await store(node.sender, down, down, down)
  const others = await store(node.sender, POST, POST)
  await waitUntil(async () => (await standings(others)) === 'delivered 1, delivered 1', 'the others are recorded')
  await waitUntil(async () => (await batches()).length === 2, 'the rest is put off')
  assert.match(await standings(webhookIds), /^pending 1, pending 0, pending 0$/)
})

describe('an endpoint that fails', () => {
  const down = { url: 'https://down.example/dlr' }

  test('is left alone: what waits for it goes back without an attempt, and others are not held up', async () => {
    const { http, urls } = receivers(({ url }) => ({ status: url === down.url ? 503 : 200 }))
    const node = await startNode({ http, settings: { failuresToPause: 2 } })
    const webhookIds = await store(node.sender, down, down, down, down, POST)
    await waitUntil(async () => (await batches()).length === 2, 'they are put off')
    assert.deepEqual(urls().sort(), [POST.url, down.url, down.url].sort())
    assert.equal(await standings(webhookIds), 'pending 1, pending 1, pending 0, pending 0, delivered 1')
    const [retries, putOff] = [...(await batches())].sort((a, b) => b.attempts - a.attempts)
    assert.deepEqual([retries?.webhook_ids, retries?.endpoint], [webhookIds.slice(0, 2), null])
    assert.deepEqual([putOff?.webhook_ids, putOff?.owner], [webhookIds.slice(2, 4), null])
    assert.match(putOff?.endpoint ?? '', /^\d+ https:\/\/down\.example\/dlr$/)
    assert.ok(Math.abs((putOff?.wait ?? 0) - 10) < 2, `${putOff?.wait}`)
    assert.equal(node.metrics.value('webhook_endpoints_failing', {}), 1)
  })

  test('does not delay what is for another URL of its host', async () => {
    let isUp = false
    const { http, requests } = receivers(({ url }) => ({ status: url !== down.url && isUp ? 200 : 503 }))
    const node = await startNode({ http })
    const other = { url: 'https://down.example/optin' }
    const webhookIds = await store(node.sender, other, ...Array.from({ length: 8 }, () => down))
    await waitUntil(async () => (await standings(webhookIds)).match(/pending 1/g)?.length === 6, 'the first has failed')
    isUp = true
    const [optIn = 0] = webhookIds
    const waited = await node.attempt(optIn)
    assert.ok(waited <= 6, `${waited}`)
    assert.match(await standings(webhookIds), /^delivered 2/)
    assert.equal(requests.length, 7)
  })

  test('gets a probe, and with its success all that waits', async () => {
    let isUp = false
    const { http, requests } = receivers(() => ({ status: isUp ? 200 : 500 }))
    const node = await startNode({ http, settings: { failuresToPause: 1 } })
    const webhookIds = await store(node.sender, ...Array.from({ length: 5 }, () => down))
    await waitUntil(async () => (await batches()).length === 2, 'they are put off')
    database.clock.advance(10_000)
    await database.sql`update webhook_batch set due_at = now()`
    await node.sender.wake()
    await waitUntil(async () => requests.length === 2, 'a probe is made')
    await waitUntil(async () => (await batches()).every(({ owner }) => owner === null), 'the others are put off again')
    isUp = true
    database.clock.advance(20_000)
    await database.sql`update webhook_batch set due_at = now()`
    await node.sender.wake()
    await allSent(node)
    assert.match(await standings(webhookIds), /^(delivered \d(, |$)){5}$/)
    assert.equal(requests.length, 7, 'the first, a probe, and one for each')
  })

  const GOES_ON: readonly (readonly [name: string, settings: Partial<WebhookSenderSettings>])[] = [
    ['is tried again', { failuresToPause: 9 }],
    ['is put off', { failuresToPause: 1 }],
  ]
  for (const [name, settings] of GOES_ON)
    test(`what ${name} is kept when it falls due before the node knows that this is recorded`, async () => {
      let isUp = false
      const { http } = receivers(() => ({ status: isUp ? 200 : 500 }))
      const { sql, held, letGo } = lateReplies(database.sql, (text) => text.includes('counted as'))
      const node = await startNode({ http, sql, settings })
      const webhookIds = await store(node.sender, down, down)
      await waitUntil(() => held() === 1, 'what became of them is in the database')
      isUp = true
      database.clock.advance(20_000)
      await database.sql`update webhook_batch set due_at = now()`
      const looked = node.sender.wake()
      await waitUntil(async () => (await batches()).some(({ owner }) => owner !== null), 'one is claimed')
      // Time enough for a look that does not wait to end.
      await database.sql`select pg_sleep(0.1)`
      letGo()
      await looked
      await allSent(node)
      assert.match(await standings(webhookIds), /^delivered 2, delivered [12]$/)
    })

  test('what waits for its record when the node stops is left to others', async () => {
    const { http } = receivers(() => ({ status: 500 }))
    const { sql, held, letGo } = lateReplies(database.sql, (text) => text.includes('counted as'))
    const node = await startNode({ http, sql })
    const webhookIds = await store(node.sender, down)
    await waitUntil(() => held() === 1, 'what became of it is in the database')
    await database.sql`update webhook_batch set due_at = now()`
    void node.sender.wake()
    await waitUntil(async () => (await batches()).every(({ owner }) => owner !== null), 'it is claimed')
    const stopped = node.stop()
    letGo()
    await stopped
    assert.deepEqual(
      (await batches()).map(({ webhook_ids: ids, owner }) => [ids, owner]),
      [[webhookIds, null]],
    )
  })

  test('what is stored for it while it is left alone does not come into memory', async () => {
    const { http, requests } = receivers(() => new OutboundError('timeout', 'slow'))
    const node = await startNode({ http, settings: { failuresToPause: 1, retryDelaysSeconds: [] } })
    const { clientId, channelId } = await database.addAccount()
    const add = async () => {
      const [webhookId = 0] = await database.ids.take(1)
      const webhook = newWebhook({ webhookId, clientId, channelId, ...down })
      await database.sql.begin((tx) => storeWebhooks(tx, [webhook], node.sender))
      return webhookId
    }
    await add()
    await allSent(node)
    const webhookId = await add()
    assert.deepEqual(
      (await batches()).map(({ webhook_ids: ids, endpoint, owner }) => [ids, endpoint, owner]),
      [[[webhookId], `${clientId} https://down.example`, null]],
    )
    assert.deepEqual([requests.length, node.metrics.value('webhooks_held', {})], [1, 0])
  })

  test('what has waited for it for a day fails, with the reason', async () => {
    const { http, requests } = receivers(() => ({ status: 200 }))
    const [webhookId = 0, young = 0] = await store(undefined, down, down)
    await database.sql`
      update webhook_batch set webhook_ids = array[${webhookId}::bigint], endpoint = '1 x',
        since = ${new Date(database.clock.now() - 86_400_001)}`
    await database.sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, since)
      values (array[${young}::bigint], 0, '1 y', ${new Date(database.clock.now() - 86_000_000)})`
    const node = await startNode({ http })
    await node.sender.wake()
    await allSent(node)
    assert.equal(await standings([webhookId, young]), 'failed 1, delivered 1')
    assert.deepEqual(await logOf(webhookId), [
      { attempt: 1, status: null, failure: 'not-sent: its endpoint failed, or was too slow, for longer than 24 h' },
    ])
    assert.equal(requests.length, 1)
  })

  test('what it cannot take waits in the table and follows', async () => {
    const { http, requests, letGo } = holdingReceiver()
    const node = await startNode({ http })
    const changes = Array.from({ length: 1_100 }, () => POST)
    await store(node.sender, ...changes)
    await waitUntil(() => node.metrics.value('webhooks_held', {}) <= 51, 'the others are put off')
    const putOff = (await batches()).filter(({ endpoint }) => endpoint !== null)
    assert.equal(putOff.flatMap(({ webhook_ids: ids }) => ids).length, 1_050)
    assert.ok(putOff.every(({ webhook_ids: ids, wait }) => ids.length <= 50 && wait <= 0))
    assert.equal(requests.length, 1)
    const free = setInterval(() => letGo(100), 1)
    await allSent(node)
    clearInterval(free)
    assert.equal(requests.length, 1_100)
    const order = requests.map(({ headers }) => Number(headers?.['webhook-id']))
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    )
  })
})
