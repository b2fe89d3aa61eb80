import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  type MessageState,
  type OutboundRequest,
  PRIORITIES,
  type ReceiptForm,
  type ReceiptKind,
  type ReceiptNotice,
  type SubmitMessage,
} from '@heliograph/contracts'
import { createHttpClientDouble } from '@heliograph/testkit'
import { prepareRequest } from '../src/intake/accept/prepare.ts'
import { storeMessages } from '../src/intake/accept/store-messages.ts'
import { enqueueReceiptWebhooks } from '../src/notify/notifications/notify-receipts.ts'
import type { ReceiptEvent } from '../src/notify/notifications/receipt-event.ts'
import type { ReceiptWriter } from '../src/notify/webhooks/outgoing-request.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { useWebhookNodes } from './support/webhook-node.ts'
import { attemptsOf } from './support/webhook-world.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)
const URL_OF_MESSAGE = 'https://client.example/dlr?id=%I&type=%d'

/** Columns of a message whose receipts an instance writes. */
const OWN = {
  notify_url: URL_OF_MESSAGE,
  notify_instance: 'kannel',
  notify_context: '{"mask":31}',
  reference: 'r7',
  metadata: '{"order":7}',
}

function enqueue(smsId: number, change: Partial<ReceiptEvent> = {}): Promise<void> {
  const event = {
    smsId,
    state: 'delivered',
    networkId: 'net-1',
    at: new Date(database.clock.now()),
    ...change,
  } as const
  return database.sql.begin((tx) =>
    enqueueReceiptWebhooks(tx, { ...database, outbox: NO_SESSIONS }, [event]),
  ) as unknown as Promise<void>
}

async function webhookIdsOf(smsId: number): Promise<readonly number[]> {
  const rows = await database.sql<{ webhook_id: number }[]>`
    select webhook_id from webhook where subject_id = ${smsId} order by webhook_id`
  return rows.map((row) => row.webhook_id)
}

async function addWebhook(account: TestAccount, change: Partial<ReceiptEvent> = {}): Promise<number> {
  const smsId = await database.addMessage(account, OWN)
  await enqueue(smsId, change)
  return (await webhookIdsOf(smsId))[0] as number
}

async function standing(webhookId: number): Promise<string> {
  const [row] = await database.sql<{ state: string; attempts: number }[]>`
    select state, attempts from webhook where webhook_id = ${webhookId}`
  return `${row?.state} after ${row?.attempts}`
}

/** As Kannel does it: a GET with everything in the query. */
const kannel: ReceiptWriter = ({ smsId, kind, notifyUrl }) => ({
  method: 'GET',
  url: notifyUrl.replace('%I', String(smsId)).replace('%d', kind === 'delivered' ? '1' : '2'),
})

describe('a receipt in the form of an interface', () => {
  const jasmin: ReceiptWriter = () => ({ body: 'id=1', acknowledgement: 'ACK/Jasmin' })
  const ANSWERS = [
    { body: 'ACK/Jasmin', standing: 'delivered after 1' },
    { body: ' ACK/Jasmin\r\n', standing: 'delivered after 1' },
    { body: 'OK', standing: 'pending after 1' },
    { body: '', standing: 'pending after 1' },
    { status: 404, body: 'ACK/Jasmin', standing: 'failed after 1' },
  ]
  for (const { status = 200, body, standing: expected } of ANSWERS)
    test(`that is to be confirmed: ${status} ${JSON.stringify(body)} leaves it ${expected}`, async () => {
      const http = createHttpClientDouble()
      http.script({ status, body })
      const webhookId = await addWebhook(await database.addAccount())
      await (await startNode({ http, writers: { kannel: jasmin } })).attempt(webhookId)
      assert.equal(await standing(webhookId), expected)
      const [attempt] = await attemptsOf(database, webhookId)
      const isRefused = status === 200 && expected !== 'delivered after 1'
      assert.equal(attempt?.failure ?? null, isRefused ? 'not acknowledged: the answer is not ACK/Jasmin' : null)
    })

  test('is written of all that is known, in the context that the interface gave', async () => {
    const account = await database.addAccount()
    const smsId = await database.addMessage(account, OWN)
    const at = new Date('2026-03-01T08:15:00.123Z')
    await enqueue(smsId, { state: 'undeliverable', at, errorId: 1 })
    const reported: [ReceiptNotice, string][] = []
    const write: ReceiptWriter = (notice, context) => {
      reported.push([notice, context])
      return kannel(notice, context)
    }
    const http = createHttpClientDouble()
    http.script({ status: 202 })
    const [webhookId] = await webhookIdsOf(smsId)
    await (await startNode({ http, writers: { kannel: write } })).attempt(webhookId as number)
    const [[notice, context] = []] = reported
    assert.equal(context, '{"mask":31}')
    assert.match(notice?.messageId ?? '', /^[0-9a-f-]{36}$/)
    assert.deepEqual(notice, {
      kind: 'failed',
      smsId,
      messageId: notice?.messageId as string,
      reference: 'r7',
      metadata: { order: 7 },
      clientId: account.clientId,
      from: 'ACME',
      to: '27831234567',
      parts: 1,
      state: 'undeliverable',
      networkId: 'net-1',
      networkStatus: null,
      errorId: 1,
      acceptedAt: new Date(database.clock.now()),
      at,
      notifyUrl: URL_OF_MESSAGE,
    } satisfies ReceiptNotice)
    const { method, url, headers, body } = http.requests[0] as OutboundRequest
    assert.deepEqual([method, url, body], ['GET', `https://client.example/dlr?id=${smsId}&type=2`, undefined])
    assert.deepEqual(headers, { 'User-Agent': 'Gateway-Webhook/1.0' })
    assert.equal(await standing(webhookId as number), 'delivered after 1')
  })

  test('with a body is signed, and its own headers stand beside those of the gateway', async () => {
    const account = await database.addAccount()
    const webhookId = await addWebhook(account)
    const http = createHttpClientDouble()
    http.script({ status: 200 })
    const headers = { 'Content-Type': 'text/xml', 'x-signature': 'forged', Authorization: 'Basic x' }
    const node = await startNode({ http, writers: { kannel: () => ({ body: '<dlr/>', headers }) } })
    await node.attempt(webhookId)
    const { headers: sent = {}, ...request } = http.requests[0] as OutboundRequest
    assert.deepEqual([request.method, request.url], ['POST', URL_OF_MESSAGE])
    const expected = createHmac('sha256', account.securityKey).update('<dlr/>').digest('hex')
    assert.equal(sent['X-Signature'], `sha256=${expected}`)
    assert.equal(sent['x-signature'], undefined)
    assert.deepEqual([sent['Content-Type'], sent.Authorization], ['text/xml', 'Basic x'])
  })

  test('has the signature that its interface wants, made with the security key for each attempt', async () => {
    const account = await database.addAccount()
    const webhookId = await addWebhook(account)
    const http = createHttpClientDouble()
    http.script({ status: 503 }, { status: 200 })
    const signature = { header: 'X-Their-Signature', algorithm: 'sha1', encoding: 'base64', text: 'grüße' } as const
    const node = await startNode({ http, writers: { kannel: () => ({ body: 'a=b', signature }) } })
    for (let attempt = 1; attempt <= 2; attempt += 1) await node.attempt(webhookId)
    const expected = createHmac('sha1', account.securityKey).update('grüße').digest('base64')
    assert.deepEqual(
      http.requests.map(({ headers }) => headers?.['X-Their-Signature']),
      [expected, expected],
    )
    const [row] = await database.sql<{ request: string }[]>`
      select request from webhook where webhook_id = ${webhookId}`
    assert.ok(!row?.request.includes(expected), 'the signature is not kept')
  })

  test('is sent again as it was, whatever its interface would write by then', async () => {
    const webhookId = await addWebhook(await database.addAccount())
    const http = createHttpClientDouble()
    http.script({ status: 503 }, { status: 503 }, { status: 200 })
    let version = 0
    const changing: ReceiptWriter = () => ({ body: `version ${++version}` })
    const node = await startNode({ http, writers: { kannel: changing } })
    for (let attempt = 1; attempt <= 2; attempt += 1) await node.attempt(webhookId)
    await node.stop()
    // The instance is not needed for that either.
    await (await startNode({ http })).attempt(webhookId)
    assert.deepEqual(
      http.requests.map(({ body }) => String(body)),
      ['version 1', 'version 1', 'version 1'],
    )
    assert.equal(await standing(webhookId), 'delivered after 3')
  })

  const TROUBLES: readonly (readonly [name: string, writers: Record<string, ReceiptWriter>, failure: RegExp])[] = [
    [
      'cannot be written',
      {
        kannel: () => {
          throw new TypeError('no such mask')
        },
      },
      /^receipt-form: instance 'kannel' could not write a receipt: no such mask$/,
    ],
    [
      'is written by an instance that is not here',
      { other: kannel },
      /^receipt-form: instance 'kannel' is not on this/,
    ],
    ['is no request', { kannel: () => undefined as never }, /cannot be sent: it is not a request but undefined/],
    ['is a promise', { kannel: (async () => ({})) as never }, /cannot be sent: it is a promise/],
    ['has a header of the connection', { kannel: () => ({ headers: { Host: 'inside' } }) }, /it has the header 'Host'/],
    ['has a line break in a header', { kannel: () => ({ headers: { a: 'b\r\nc' } }) }, /its header 'a' cannot be sent/],
    ['has another method', { kannel: () => ({ method: 'DELETE' as never }) }, /its method is DELETE/],
    ['has a GET with a body', { kannel: () => ({ method: 'GET', body: 'x' }) }, /a GET with a body/],
    ['has no URL', { kannel: () => ({ url: 'nowhere' }) }, /its URL cannot be parsed/],
  ]
  for (const [name, writers, failure] of TROUBLES) {
    test(`that ${name} is tried again, is to be seen, and goes out once it can`, async () => {
      const webhookId = await addWebhook(await database.addAccount())
      const http = createHttpClientDouble()
      const node = await startNode({ http, writers })
      for (let attempt = 1; attempt <= 3; attempt += 1) await node.attempt(webhookId)
      await node.stop()
      assert.equal(await standing(webhookId), 'failed after 3')
      for (const made of await attemptsOf(database, webhookId)) assert.match(made.failure ?? '', failure)
      const errors = node.log.at('error')
      assert.deepEqual([errors.length, errors[0]?.fields.instance], [3, 'kannel'])
      assert.deepEqual(http.requests, [])
      await resendWebhooks(database.sql, [webhookId])
      http.script({ status: 200 })
      await (await startNode({ http, writers: { kannel } })).attempt(webhookId)
      assert.equal(await standing(webhookId), 'delivered after 4')
    })
  }

  const STATES: readonly MessageState[] = ['submitted', 'retrying', 'delivered', 'expired', 'undeliverable']
  const WISHES: readonly (readonly [on: readonly ReceiptKind[] | undefined, reported: readonly MessageState[]])[] = [
    [undefined, STATES],
    [['delivered'], ['delivered']],
    [['failed'], ['expired', 'undeliverable']],
    [
      ['pending', 'delivered'],
      ['submitted', 'retrying', 'delivered'],
    ],
    [[], []],
  ]
  for (const [on, reported] of WISHES) {
    test(`tells ${on?.join(' and ') ?? 'everything'}${on?.length === 0 ? 'nothing' : ''} when that is wanted`, async () => {
      const smsId = await accept({ instance: 'kannel', context: 'c', on }, URL_OF_MESSAGE)
      for (const state of STATES) await enqueue(smsId, { state })
      const rows = await database.sql<{ body: string; instance: string }[]>`
        select body, instance from webhook where subject_id = ${smsId} order by webhook_id`
      assert.deepEqual(
        rows.map(({ body }) => (JSON.parse(body) as { notice: ReceiptNotice }).notice.state),
        reported,
      )
      assert.ok(rows.every(({ instance }) => instance === 'kannel'))
    })
  }

  test('tells that a network has taken it when that is asked for, whatever else is wanted', async () => {
    const form = { instance: 'kannel', context: 'c', on: ['failed'] } as const
    for (const sentReceipt of [true, false]) {
      const smsId = await accept(form, URL_OF_MESSAGE, undefined, { sentReceipt })
      for (const change of [{ isSent: true }, {}]) await enqueue(smsId, { state: 'submitted', ...change })
      assert.equal((await webhookIdsOf(smsId)).length, sentReceipt ? 1 : 0)
    }
  })

  test('goes to the URL of the message alone: that of the channel gets the usual JSON, of everything', async () => {
    const account = await database.addAccount()
    await database.provisioning.setChannel({ channelId: account.channelId, dlrUrl: 'https://client.example/all' })
    const smsId = await accept({ instance: 'kannel', context: 'c', on: ['delivered'] }, undefined, account)
    await enqueue(smsId, { state: 'expired' })
    const rows = await database.sql`select url, instance, body from webhook where subject_id = ${smsId}`
    assert.deepEqual([rows[0]?.url, rows[0]?.instance], ['https://client.example/all', null])
    assert.equal(JSON.parse(rows[0]?.body).data.status, 'EXPIRED')
  })
})

test('from the request to the server of the client, by instances that are only created', async () => {
  const link = new FakeLink()
  const http = createHttpClientDouble()
  const carriers = new Map([['net', carrierOf(link)]])
  const node = await startEngine({ carriers, roles: ['dispatch', 'webhooks'], http })
  try {
    const reported: ReceiptNotice[] = []
    const formatReceipt: ReceiptWriter = (notice, context) => {
      reported.push(notice)
      return { method: 'PUT', body: `${context} ${notice.kind}` }
    }
    node.engine.useAdapters(new Map([['kannel', { formatReceipt }]]))
    http.script({ status: 200 }, { status: 200 })
    const notifyFormat = { instance: 'kannel', context: 'mask 31' }
    const { entries } = await node.submit({ notifyUrl: URL_OF_MESSAGE, notifyFormat, to: '27831234567' })
    const { smsId = 0, messageId } = entries[0] ?? {}
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'it is submitted')
    const receipt = { carrier: 'net', networkId: networkIdOf(smsId, 1, 1), errorId: null, doneAt: new Date() }
    await node.engine.network.receipt({ ...receipt, status: 'enroute', networkStatus: 'BUFFRED' })
    await node.engine.network.receipt({ ...receipt, status: 'delivered', networkStatus: 'DELIVRD' })
    await node.until(() => http.requests.length === 2, 'both receipts are reported')
    assert.deepEqual(http.requests.map(({ method, body }) => `${method} ${body}`).toSorted(), [
      'PUT mask 31 delivered',
      'PUT mask 31 pending',
    ])
    assert.deepEqual(
      reported.map((notice) => `${notice.messageId} ${notice.networkId} ${notice.networkStatus}`).toSorted(),
      ['BUFFRED', 'DELIVRD'].map((word) => `${messageId} ${receipt.networkId} ${word}`),
    )
  } finally {
    await node.close()
  }
})

test('a read is reported once, by interfaces that asked for it alone', async () => {
  const link = new FakeLink()
  const http = createHttpClientDouble()
  const carriers = new Map([['net', carrierOf(link)]])
  const node = await startEngine({ carriers, roles: ['dispatch', 'webhooks'], http })
  try {
    const formatReceipt: ReceiptWriter = ({ kind, networkStatus, state }, context) => ({
      body: `${context}: ${kind} ${state} ${networkStatus}`,
    })
    node.engine.useAdapters(new Map([['chat', { formatReceipt }]]))
    http.script({ status: 200 }, { status: 200 }, { status: 200 }, { status: 200 })
    const tellAbout = async (context: string, form: Partial<SubmitMessage>) => {
      const { entries } = await node.submit({ notifyUrl: URL_OF_MESSAGE, to: '27831234567', ...form })
      const smsId = entries[0]?.smsId as number
      await node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${context} is submitted`)
      const receipt = { carrier: 'net', networkId: networkIdOf(smsId, 1, 1), errorId: null }
      for (const second of [1, 2])
        await node.engine.network.receipt({
          ...receipt,
          status: 'read',
          networkStatus: 'READ',
          doneAt: new Date(second * 1000),
        })
      await node.engine.network.receipt({
        ...receipt,
        status: 'delivered',
        networkStatus: 'DELIVRD',
        doneAt: new Date(),
      })
    }
    await tellAbout('asks', { notifyFormat: { instance: 'chat', context: 'asks', on: ['delivered', 'read'] } })
    await tellAbout('not', { notifyFormat: { instance: 'chat', context: 'not' } })
    await tellAbout('usual', {})
    await node.until(() => http.requests.length >= 4, 'all are reported')
    assert.deepEqual(
      http.requests.map(({ body }) => String(body).replace(/^\{.*"status":"(\w+)".*/, 'usual: $1')).sort(),
      [
        'asks: delivered delivered DELIVRD',
        'asks: read submitted READ',
        'not: delivered delivered DELIVRD',
        'usual: DELIVERED',
      ],
    )
    assert.equal((await node.engine.sql`select from webhook`).length, 4)
  } finally {
    await node.close()
  }
})

/** Stores a message with this wish, as accepting a request does. */
async function accept(
  notifyFormat: ReceiptForm,
  notifyUrl: string | undefined,
  account?: TestAccount,
  more: Partial<SubmitMessage> = {},
): Promise<number> {
  const { principal, channelId } = account ?? (await database.addAccount())
  const message = { text: 'Hello', destinations: [{ to: '27831234567' }], notifyFormat, notifyUrl, ...more }
  const prepared = await prepareRequest(
    principal,
    { origin: 'test', priority: PRIORITIES.HIGH, numbers: 'international', atomic: true, messages: [message] },
    {
      now: database.clock.now(),
      defaultValiditySeconds: 172_800,
      routeFor: () => 'default',
      linkWriter: () => assert.fail(),
      channelFor: () => ({ channelId, address: 'ACME' }),
      takeIds: (count) => database.ids.take(count),
      generateMessageId: () => 'generated',
    },
  )
  await storeMessages(database.sql, prepared.rows, {
    defaultValiditySeconds: 172_800,
    ids: database.ids,
    claim: () => null,
    fairness: 'order',
    payment: 'in-order',
  })
  return prepared.rows[0]?.smsId as number
}
