import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HttpClient, OutboundReply, OutboundRequest } from '@heliograph/contracts'
import { OutboundError } from '@heliograph/contracts'
import { incomingGetUrl, incomingSoapRequest } from '@heliograph/messaging'
import type { Sql } from '../src/database/database.ts'
import { resendWebhooks } from '../src/webhooks/resend-webhooks.ts'
import { storeWebhooks } from '../src/webhooks/store-webhooks.ts'
import type { NewWebhook } from '../src/webhooks/webhook.ts'
import { freeWebhooks } from '../src/webhooks/webhook-batches.ts'
import type { WebhookWay } from '../src/webhooks/webhook-way.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { newWebhook, useWebhookNodes, type WebhookNode } from './support/webhook-node.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)

type Answer = Partial<OutboundReply> | OutboundError

/** Receivers by their URLs, each answering as its function says; what they were asked is kept. */
function receivers(answer: (request: OutboundRequest) => Answer | Promise<Answer>) {
  const requests: OutboundRequest[] = []
  const http: HttpClient = {
    async request(request) {
      requests.push(request)
      const answered = await answer(request)
      if (answered instanceof Error) throw answered
      const octets = Buffer.from(answered.body ?? '')
      return { status: 200, headers: {}, body: '', octets, elapsedMs: 1, ...answered }
    },
  }
  return { http, requests, urls: () => requests.map(({ url }) => url) }
}

/** A receiver whose replies are let go by hand. */
function holdingReceiver() {
  const waiting: (() => void)[] = []
  const receiver = receivers(
    () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ status: 200 }))
      }),
  )
  const letGo = (count: number) => {
    for (const reply of waiting.splice(0, count)) reply()
  }
  return { ...receiver, letGo }
}

/** Stores webhooks of one channel, with these changes. */
async function store(
  way: WebhookWay | undefined,
  ...changes: readonly Partial<NewWebhook>[]
): Promise<readonly number[]> {
  const { clientId, channelId } = await database.addAccount()
  const webhookIds = await database.ids.take(changes.length)
  const createdAt = new Date(database.clock.now())
  const webhooks = changes.map((change, index) =>
    newWebhook({ webhookId: webhookIds[index] as number, clientId, channelId, createdAt, ...change }),
  )
  await database.sql.begin((tx) => storeWebhooks(tx, webhooks, way))
  return webhookIds
}

interface Batch {
  readonly webhook_ids: number[]
  readonly attempts: number
  readonly endpoint: string | null
  readonly owner: number | null
  /** Seconds from now. */
  readonly wait: number
}

async function batches(): Promise<readonly Batch[]> {
  const rows = await database.sql<Batch[]>`
    select webhook_ids, attempts, endpoint, owner, extract(epoch from due_at - now())::float8 as wait
    from webhook_batch order by batch_id`
  return [...rows]
}

async function standings(webhookIds: readonly number[]): Promise<string> {
  const rows = await database.sql<{ state: string; attempts: number }[]>`
    select state, attempts from webhook where webhook_id = any(${[...webhookIds]}) order by webhook_id`
  return rows.map(({ state, attempts }) => `${state} ${attempts}`).join(', ')
}

async function logOf(webhookId: number) {
  const rows = await database.sql<{ attempt: number; status: number | null; failure: string | null }[]>`
    select attempt, status, failure from webhook_attempt where webhook_id = ${webhookId} order by attempt`
  return [...rows]
}

async function jobsOf(task: string): Promise<readonly unknown[]> {
  const rows = await database.sql<{ payload: unknown }[]>`
    select jobs.payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${task} order by jobs.id`
  return rows.map(({ payload }) => payload)
}

async function forgetJobs(): Promise<void> {
  await database.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
}

const allSent = (node: WebhookNode) =>
  waitUntil(async () => node.metrics.value('webhooks_held', {}) === 0 && (await batches()).length === 0, 'all are sent')

const POST = { url: 'https://client.example/dlr' }

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
    assert.deepEqual(await jobsOf('webhooks'), [])
    assert.ok(!statements.some((text) => /from webhook\s+where/.test(text)), 'bodies are not read back')
    assert.ok(statements.filter((text) => text.includes('insert into webhook_attempt')).length <= 10)
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
    assert.equal((await jobsOf('webhooks')).length, 1)
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
    assert.equal((await jobsOf('webhooks')).length, 1)
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
    // What burying it does.
    await database.sql.begin(async (tx) => {
      await tx`delete from node where lease = ${node.lease}`
      await freeWebhooks(tx, [node.lease])
    })
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
    const deaf: WebhookWay = {
      place: (webhooks) => node.sender.place(webhooks),
      run: () => {},
      left: () => {},
      doubt: () => {},
    }
    await store(deaf, POST)
    await database.sql`update webhook_batch set due_at = now() - interval '6 seconds'`
    database.clock.advance(20_000)
    await waitUntil(() => requests.length === 1, 'it is sent')
    await allSent(node)
  })
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
    assert.match(putOff?.endpoint ?? '', /^\d+ https:\/\/down\.example$/)
    assert.ok(Math.abs((putOff?.wait ?? 0) - 10) < 2, `${putOff?.wait}`)
    assert.equal(node.metrics.value('webhook_endpoints_failing', {}), 1)
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

describe('what answers a contact', () => {
  const asking = { ...POST, kind: 'incoming', subjectId: 77, replyKind: 'auto' } as const

  const ROWS: readonly (readonly [name: string, answer: Answer, text: string | null])[] = [
    ['its text', { body: 'Thank you!', headers: { 'content-type': 'text/plain' } }, 'Thank you!'],
    ['nothing for a bare OK', { body: 'OK' }, null],
    ['nothing when it fails', { status: 500, body: 'Thank you!' }, null],
    ['nothing when there is no reply', new OutboundError('timeout', 'slow'), null],
  ]
  for (const [name, answer, text] of ROWS) {
    test(`its first outcome gives ${name}, a later one never`, async () => {
      await forgetJobs()
      const { http, requests } = receivers(() => answer)
      const node = await startNode({ http })
      const [webhookId = 0] = await store(node.sender, asking)
      await waitUntil(async () => (await logOf(webhookId)).length === 1, 'it is recorded')
      const jobs = [{ incomingId: 77, kind: 'auto', text }]
      assert.deepEqual(await jobsOf('incoming-reply'), jobs)
      assert.equal(requests[0]?.replyLimit, 65_536)
      if (!(await standings([webhookId])).startsWith('pending')) return
      await node.attempt(webhookId)
      assert.deepEqual(await jobsOf('incoming-reply'), jobs)
      assert.equal(requests[1]?.replyLimit, 2_048)
    })
  }

  test('is answered at once when its endpoint is left alone, and not again when it is sent', async () => {
    await forgetJobs()
    let isUp = false
    const { http, requests } = receivers(() => (isUp ? { body: 'late' } : { status: 500 }))
    const node = await startNode({ http, settings: { failuresToPause: 1, retryDelaysSeconds: [] } })
    await store(node.sender, POST, { ...asking, replyKind: 'confirmation' })
    await waitUntil(async () => (await jobsOf('incoming-reply')).length > 0, 'it is answered')
    const jobs = [{ incomingId: 77, kind: 'confirmation', text: null }]
    assert.deepEqual(await jobsOf('incoming-reply'), jobs)
    isUp = true
    database.clock.advance(10_000)
    await database.sql`update webhook_batch set due_at = now()`
    await node.sender.wake()
    await allSent(node)
    assert.equal(requests.length, 2)
    assert.deepEqual(await jobsOf('incoming-reply'), jobs)
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

describe('sending again', () => {
  test('takes many at once, each with all of its attempts', async () => {
    const { http, requests } = receivers(() => ({ status: 404 }))
    const node = await startNode({ http })
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
