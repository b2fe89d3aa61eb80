import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { type HttpClient, MESSAGE_STATES, OutboundError, type OutboundReply } from '@heliograph/contracts'
import { createHttpClientDouble, startWebhookReceiver } from '@heliograph/testkit'
import { enqueueReceiptWebhooks } from '../src/notify/notifications/notify-receipts.ts'
import type { ReceiptEvent } from '../src/notify/notifications/receipt-event.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { useWebhookNodes } from './support/webhook-node.ts'
import { attemptsOf } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const URL = 'https://client.example/dlr'

interface WebhookRow {
  readonly webhook_id: number
  readonly url: string
  readonly content_type: string
  readonly body: string
  readonly state: string
  readonly attempts: number
}

async function webhooksOf(subjectId: number): Promise<readonly WebhookRow[]> {
  const rows = await database.sql<WebhookRow[]>`
    select webhook_id, url, content_type, body, state, attempts from webhook
    where subject_id = ${subjectId} order by webhook_id`
  return [...rows]
}

interface Batch {
  readonly webhook_ids: number[]
  readonly owner: number | null
}

/** The batches in which a webhook waits or is being sent. */
async function batchesOf(webhookId: number): Promise<readonly Batch[]> {
  const rows = await database.sql<Batch[]>`
    select webhook_ids, owner from webhook_batch where ${webhookId} = any(webhook_ids) order by batch_id`
  return [...rows]
}

/** Counts the jobs that wake a node for what waits. */
async function countJobs(): Promise<number> {
  const [row] = await database.sql<{ jobs: number }[]>`
    select count(*) as jobs from graphile_worker.jobs where task_identifier = 'webhooks'`
  return row?.jobs ?? 0
}

function enqueue(...events: readonly ReceiptEvent[]): Promise<void> {
  return database.sql.begin((tx) =>
    enqueueReceiptWebhooks(tx, { ...database, outbox: NO_SESSIONS }, events),
  ) as unknown as Promise<void>
}

function event(smsId: number, change: Partial<ReceiptEvent> = {}): ReceiptEvent {
  return { smsId, state: 'delivered', networkId: 'net-1', at: new Date(database.clock.now()), ...change }
}

async function accountWithUrl(dlrUrl: string | null = URL): Promise<TestAccount> {
  const account = await database.addAccount()
  await database.provisioning.setChannel({ channelId: account.channelId, dlrUrl })
  return account
}

async function addWebhook(account: TestAccount, change: Readonly<Record<string, unknown>> = {}): Promise<WebhookRow> {
  const smsId = await database.addMessage(account, change)
  await enqueue(event(smsId))
  return (await webhooksOf(smsId))[0] as WebhookRow
}

describe('which events become webhooks', () => {
  // spec: Message states | state | pending, report received: webhook sent when configured
  // spec: Events | rule | webhooks go to the URL configured on the channel
  // spec: Delivery receipt webhook | rule | sent by a job of its own, so that nothing waits for the receiver
  // spec: Delivery receipt webhook | field | type is delivery_receipt ; timestamp in ISO 8601 UTC ; data.messageId ; data.externalId ; data.mobile ; data.channel
  // spec: Delivery receipt webhook | field | data.status ; data.statusCode ; data.statusDescription ; data.deliveredAt in ISO 8601 UTC ; data.clientId ; data.reference
  test('one for each event of a message whose channel has a URL, in one batch with one job', async () => {
    const account = await accountWithUrl()
    const smsId = await database.addMessage(account, { reference: 'order 7', sender: 'ACME' })
    assert.equal(await countJobs(), 0)
    await enqueue(event(smsId, { state: 'submitted' }), event(smsId, { networkId: null }))
    const webhooks = await webhooksOf(smsId)
    const bodies = webhooks.map((webhook) => JSON.parse(webhook.body))
    assert.deepEqual(bodies[1], {
      type: 'delivery_receipt',
      timestamp: new Date(database.clock.now()).toISOString(),
      data: {
        messageId: String(smsId),
        externalId: null,
        mobile: '27831234567',
        channel: 'ACME',
        status: 'DELIVERED',
        statusCode: 2,
        statusDescription: bodies[1].data.statusDescription,
        deliveredAt: new Date(database.clock.now()).toISOString(),
        clientId: account.clientId,
        reference: 'order 7',
      },
    })
    assert.notEqual(bodies[1].data.statusDescription, '')
    assert.deepEqual(
      [bodies[0].data.externalId, bodies[0].data.status, bodies[0].data.statusCode, bodies[0].data.deliveredAt],
      ['net-1', 'PENDING', 1, null],
    )
    for (const { webhook_id: webhookId, url, content_type: contentType } of webhooks) {
      assert.deepEqual([url, contentType], [URL, 'application/json'])
      const [batch] = await batchesOf(webhookId)
      assert.deepEqual([batch?.webhook_ids, batch?.owner], [webhooks.map((webhook) => webhook.webhook_id), null])
    }
    assert.equal(await countJobs(), 1)
  })

  const TARGETS: readonly [string, string | null, Record<string, unknown>, string | undefined][] = [
    // spec: Outgoing message request (v2) | rule | messages[].notifyUrl gets the delivery reports of this message -> to the message's own URL first
    // spec: Events | rule | delivery receipts go to the notifyUrl of the message -> to the message's own URL first
    ["the message's own URL first", URL, { notify_url: 'https://other.example/' }, 'https://other.example/'],
    ["the message's own URL alone", null, { notify_url: 'https://other.example/' }, 'https://other.example/'],
    // spec: Message states | state | pending, report received: webhook sent when configured -> to nowhere without a URL
    ['nowhere without a URL', null, {}, undefined],
    ['nowhere when the message asked for none', URL, { receipt_webhook: false }, undefined],
    ['nowhere when it asked for none but gave a URL', URL, { receipt_webhook: false, notify_url: URL }, undefined],
  ]
  for (const [name, dlrUrl, message, expected] of TARGETS) {
    test(`to ${name}`, async () => {
      const smsId = await database.addMessage(await accountWithUrl(dlrUrl), message)
      await enqueue(event(smsId))
      assert.deepEqual(
        (await webhooksOf(smsId)).map((webhook) => webhook.url),
        expected === undefined ? [] : [expected],
      )
    })
  }

  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: application/x-www-form-urlencoded
  test('as a form when the message asked for it', async () => {
    const webhook = await addWebhook(await accountWithUrl(), { notify_format: 1 })
    assert.equal(webhook.content_type, 'application/x-www-form-urlencoded')
    assert.equal(new URLSearchParams(webhook.body).get('status'), 'DELIVERED')
  })

  // spec: Delivery receipt webhook | rule | data.reference is the reference given at send time, if any
  test('the reference is what was given, else the message id, supplied or generated, where the interface wants it', async () => {
    const account = await accountWithUrl()
    const reference = async (columns: Record<string, unknown>) =>
      JSON.parse((await addWebhook(account, columns)).body).data.reference
    assert.equal(await reference({ notify_format: 2, message_id: 'mine' }), 'mine')
    assert.match(
      await reference({ notify_format: 2 }),
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    assert.equal(await reference({ notify_format: 2, reference: 'r' }), 'r')
    assert.equal(await reference({ reference: 'r' }), 'r')
    assert.equal(await reference({ message_id: 'x' }), null)
  })

  // spec: Message states | status | webhook DELIVERED ; webhook FAILED ; webhook PENDING ; webhook EXPIRED ; code 0 PENDING: queued ; code 1 SUBMITTED: with the network
  // spec: Message states | status | code 2 DELIVERED: to the handset ; code 4 FAILED: for good ; code 5 FAILED: for the time being ; code 9 DELETED: cancelled
  // spec: Message states | status | code 3 DELIVERED: an alternative, never told
  // spec: Delivery receipt webhook | status | data.status DELIVERED ; data.status FAILED ; data.status PENDING ; data.status EXPIRED
  test('every state a stored message can have, and a failure in the words of its error', async () => {
    const account = await accountWithUrl()
    const smsId = await database.addMessage(account)
    const states = MESSAGE_STATES.slice(0, MESSAGE_STATES.indexOf('opted-out'))
    await enqueue(
      ...states.map((state) => event(smsId, { state })),
      event(smsId, { state: 'undeliverable', errorId: 1 }),
    )
    const data = (await webhooksOf(smsId)).map((webhook) => JSON.parse(webhook.body).data)
    assert.deepEqual(
      data.map(({ status, statusCode }) => `${status} ${statusCode}`),
      [
        'PENDING 0',
        'PENDING 0',
        'PENDING 1',
        'PENDING 1',
        'PENDING 1',
        'FAILED 5',
        'DELIVERED 2',
        'FAILED 4',
        'FAILED 4',
        'EXPIRED 4',
        'EXPIRED 4',
        'FAILED 9',
        'FAILED 4',
        'FAILED 4',
      ],
    )
    assert.notEqual(data.at(-1).statusDescription, data[states.indexOf('undeliverable')].statusDescription)
  })

  test('nothing is left behind by a transaction that fails', async () => {
    const smsId = await database.addMessage(await accountWithUrl())
    const failing = database.sql.begin(async (tx) => {
      await enqueueReceiptWebhooks(tx, { ...database, outbox: NO_SESSIONS }, [event(smsId)])
      throw new Error('rolled back')
    })
    await assert.rejects(failing, { message: 'rolled back' })
    assert.deepEqual(await webhooksOf(smsId), [])
  })

  test('no events and events of messages that do not exist are nothing', async () => {
    await enqueue()
    await enqueue(event(99_999_999))
    assert.deepEqual(await webhooksOf(99_999_999), [])
  })
})

type Answer = Partial<OutboundReply> | OutboundError

async function loggedOf(webhookId: number) {
  const attempts = await attemptsOf(database, webhookId)
  return attempts.map(({ attempt, status, failure, reply }) => [attempt, status, failure, reply] as const)
}

async function standing(webhookId: number): Promise<string> {
  const [row] = await database.sql<{ state: string; attempts: number }[]>`
    select state, attempts from webhook where webhook_id = ${webhookId}`
  return `${row?.state} after ${row?.attempts}`
}

describe('an attempt', () => {
  // spec: Authentication | rule | outbound webhooks are signed with HMAC-SHA256
  // spec: Outbound webhook kinds | rule | DLR is signed with HMAC-SHA256
  // spec: Signature (JSON webhooks) | rule | over the octets of the body as sent ; HMAC-SHA256 with the shared secret as key
  // spec: Signature (JSON webhooks) | header | X-Signature: sha256=<hex> ; Content-Type: application/json ; User-Agent: Gateway-Webhook/1.0
  // spec: Signature (JSON webhooks) | method | POST
  // spec: Signature (JSON webhooks) | endpoint | /webhooks/v1/connect/{source_id} of the receiver
  // spec: Versioning | rule | webhook receivers under /webhooks/v1/
  // spec: Versioning | header | User-Agent of webhooks has version 1.0
  test('arrives as specified: headers, body and a signature the receiver can compute', async () => {
    const receiver = await startWebhookReceiver()
    receiver.always({ status: 204 })
    const account = await accountWithUrl(`${receiver.url}/webhooks/v1/connect/7?x=1`)
    const webhook = await addWebhook(account, { reference: 'grüße 🙂' })
    const { attempt, metrics } = await startNode({ http: fetchClient })
    await attempt(webhook.webhook_id)
    const request = await receiver.next()
    assert.equal(request.method, 'POST')
    assert.equal(`${request.path}?${request.query}`, '/webhooks/v1/connect/7?x=1')
    assert.equal(request.headers['content-type'], 'application/json')
    assert.equal(request.headers['user-agent'], 'Gateway-Webhook/1.0')
    const expected = createHmac('sha256', account.securityKey).update(request.body).digest('hex')
    assert.equal(request.headers['x-signature'], `sha256=${expected}`)
    assert.equal(request.headers['webhook-id'], String(webhook.webhook_id))
    const signed = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${request.text}`
    const standard = createHmac('sha256', account.securityKey).update(signed).digest('base64')
    assert.ok(request.headers['webhook-signature']?.split(' ').includes(`v1,${standard}`))
    assert.equal(request.headers['webhook-timestamp'], String(Math.floor(database.clock.now() / 1000)))
    assert.equal(JSON.parse(request.text).data.reference, 'grüße 🙂')
    assert.equal(await standing(webhook.webhook_id), 'delivered after 1')
    assert.equal(metrics.value('webhook_attempts', { outcome: 'delivered' }), 1)
    await receiver.close()
  })

  const FINAL: readonly [string, Answer, string][] = [
    // spec: Delivery of webhooks and retry | status | 200: success -> 200 ends it: delivered
    ['200', { status: 200, body: 'ok' }, 'delivered'],
    ['201', { status: 201 }, 'delivered'],
    // spec: Delivery of webhooks and retry | status | 204: success -> 204 ends it: delivered
    ['204', { status: 204 }, 'delivered'],
    ['301', { status: 301 }, 'failed'],
    // spec: Delivery of webhooks and retry | status | 4xx: failed, not sent again -> 400 ends it: failed
    ['400', { status: 400 }, 'failed'],
    // spec: Signature (JSON webhooks) | status | 401 of the receiver: failed, not sent again -> 401 ends it: failed
    ['401', { status: 401 }, 'failed'],
    // spec: Delivery of webhooks and retry | status | 4xx: failed, not sent again -> 410 ends it: failed
    ['410', { status: 410 }, 'failed'],
    // spec: Delivery of webhooks and retry | status | 4xx: failed, not sent again -> 429 ends it: failed
    ['429', { status: 429 }, 'failed'],
    ['a blocked address', new OutboundError('blocked', 'private'), 'failed'],
    ['an invalid URL', new OutboundError('invalid-url', 'what'), 'failed'],
  ]
  for (const [name, answer, state] of FINAL) {
    test(`${name} ends it: ${state}`, async () => {
      const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
      const http = createHttpClientDouble()
      http.script(answer)
      await (await startNode({ http })).attempt(webhookId)
      assert.equal(await standing(webhookId), `${state} after 1`)
      assert.deepEqual(await batchesOf(webhookId), [])
      assert.equal((await loggedOf(webhookId)).length, 1)
    })
  }

  const PASSING: readonly Answer[] = [
    // spec: Delivery of webhooks and retry | status | 5xx: sent again -> 500 is tried three times in all, with the same octets and signature
    // spec: Delivery of webhooks and retry | limit | 3 attempts -> 500 is tried three times in all, with the same octets and signature
    // spec: Delivery of webhooks and retry | rule | the same request on every attempt -> 500 is tried three times in all, with the same octets and signature
    // spec: Limits | limit | webhooks: 3 attempts on 5xx -> 500 is tried three times in all, with the same octets and signature
    { status: 500 },
    // spec: Delivery of webhooks and retry | status | 5xx: sent again -> 503 is tried three times in all, with the same octets and signature
    { status: 503 },
    new OutboundError('timeout', 'slow'),
    new OutboundError('connect', 'refused'),
    new OutboundError('dns', 'unknown'),
    new OutboundError('network', 'reset'),
  ]
  for (const answer of PASSING) {
    const name = answer instanceof Error ? answer.failure : answer.status
    test(`${name} is tried three times in all, with the same octets and signature`, async () => {
      const { webhook_id: webhookId, body } = await addWebhook(await accountWithUrl())
      const http = createHttpClientDouble()
      http.script(answer, answer, answer)
      const { attempt, log } = await startNode({ http })
      const waits: number[] = []
      for (const state of ['pending after 1', 'pending after 2', 'failed after 3']) {
        waits.push(await attempt(webhookId))
        database.clock.advance(30_000)
        assert.equal(await standing(webhookId), state)
      }
      assert.deepEqual(await batchesOf(webhookId), [])
      assert.ok(Math.abs((waits[1] as number) - 5) < 1 && Math.abs((waits[2] as number) - 30) < 1, `${waits}`)
      const [first, ...others] = http.requests
      assert.equal(String(first?.body), body)
      for (const other of others) assert.deepEqual(other, first)
      assert.equal(others.length, 2)
      assert.ok(!log.dump().includes('client.example'), 'addresses of clients are not logged')
    })
  }

  test('success after a failure ends it', async () => {
    const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
    const http = createHttpClientDouble()
    http.script({ status: 502, body: 'bad gateway' }, { status: 200, body: 'thanks' })
    const { attempt } = await startNode({ http })
    await attempt(webhookId)
    await attempt(webhookId)
    assert.equal(await standing(webhookId), 'delivered after 2')
    assert.deepEqual(await loggedOf(webhookId), [
      [1, 502, null, 'bad gateway'],
      [2, 200, null, 'thanks'],
    ])
  })

  for (const [random, shortest, longest] of [
    [0, 4, 24],
    [0.999_999, 6, 36],
  ] as const) {
    test(`waits vary by 20 %: ${shortest} s and ${longest} s`, async () => {
      const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
      const http = createHttpClientDouble()
      http.script({ status: 500 }, { status: 500 }, { status: 500 })
      const { attempt } = await startNode({ http, random: () => random })
      await attempt(webhookId)
      assert.ok(Math.abs((await attempt(webhookId)) - shortest) < 1)
      assert.ok(Math.abs((await attempt(webhookId)) - longest) < 1)
    })
  }

  test('of a reply 2 kB are kept, and a failure without one says why', async () => {
    const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
    const http = createHttpClientDouble()
    http.script({ status: 500, body: `a\0${'x'.repeat(5_000)}` }, new OutboundError('timeout', 'no reply within 10 s'))
    const { attempt } = await startNode({ http })
    await attempt(webhookId)
    await attempt(webhookId)
    const [first, second] = await loggedOf(webhookId)
    assert.equal(first?.[3]?.length, 2_048)
    assert.equal(http.requests[0]?.replyLimit, 2_048)
    assert.deepEqual(second, [2, null, 'timeout: no reply within 10 s', null])
  })
})

describe('sending again', () => {
  test('an operator sends a failed webhook again, with three more attempts', async () => {
    const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
    const http = createHttpClientDouble()
    http.script({ status: 404 }, { status: 500 }, { status: 500 }, { status: 500 })
    const { attempt } = await startNode({ http })
    await attempt(webhookId)
    database.clock.advance(86_400_000)
    assert.deepEqual(await resendWebhooks(database.sql, [webhookId]), [webhookId])
    assert.equal(await standing(webhookId), 'pending after 1')
    for (let round = 0; round < 3; round += 1) await attempt(webhookId)
    assert.equal(await standing(webhookId), 'failed after 4')
    assert.deepEqual(await batchesOf(webhookId), [])
    const [first, second, third] = http.requests
    assert.deepEqual(second?.body, first?.body)
    assert.equal(second?.headers?.['X-Signature'], first?.headers?.['X-Signature'])
    assert.notEqual(second?.headers?.['webhook-timestamp'], first?.headers?.['webhook-timestamp'])
    assert.deepEqual(third?.headers, second?.headers)
  })

  test('a waiting attempt is overtaken, not doubled', async () => {
    const { webhook_id: webhookId } = await addWebhook(await accountWithUrl())
    const http = createHttpClientDouble()
    http.script({ status: 500 }, { status: 200 })
    const { attempt } = await startNode({ http })
    await attempt(webhookId)
    await resendWebhooks(database.sql, [webhookId])
    await attempt(webhookId)
    await waitUntil(async () => (await batchesOf(webhookId)).length === 0, 'both batches are gone')
    assert.equal(http.requests.length, 2)
    assert.equal(await standing(webhookId), 'delivered after 2')
  })

  test('an unknown webhook is none of those that are sent', async () => {
    assert.deepEqual(await resendWebhooks(database.sql, [98_765_432]), [])
  })
})

/** A client that makes real calls, without the runtime's guard. */
const fetchClient: HttpClient = {
  async request({ method, url, headers = {}, body }) {
    const response = await fetch(url, { method, headers, body: body as string })
    const octets = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: {}, body: String(octets), octets, elapsedMs: 1 }
  },
}
