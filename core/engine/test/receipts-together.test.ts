import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHttpClientDouble } from '@heliograph/testkit'
import { createSearches } from '../src/database/searches.ts'
import { enqueueReceiptWebhooks } from '../src/notify/notifications/notify-receipts.ts'
import type { ReceiptEvent } from '../src/notify/notifications/receipt-event.ts'
import type { ReceiptsWriter, ReceiptWriter } from '../src/notify/webhooks/outgoing-request.ts'
import { countOpen } from '../src/operate/erase/find-open.ts'
import { removeMessages } from '../src/outbound/lifecycle/remove-rows.ts'
import { findWebhooks } from '../src/read/webhook-log/find-webhooks.ts'
import { loadWebhookDetails } from '../src/read/webhook-log/webhook-details.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { useWebhookNodes } from './support/webhook-node.ts'

const database = useDatabase()
const startNode = useWebhookNodes(database)

/** The bit of `notify_format` for forms that are `together`. */
const TOGETHER = 256

/** Columns of a message whose receipts an instance writes together with others. */
const OWN = {
  notify_url: 'https://client.example/dlr',
  notify_instance: 'lists',
  notify_context: 'c',
  notify_format: TOGETHER,
}

type Columns = Parameters<typeof database.addMessage>[1]

async function addMessages(account: TestAccount, columns: readonly Columns[]): Promise<readonly number[]> {
  const smsIds: number[] = []
  for (const own of columns) smsIds.push(await database.addMessage(account, own))
  return smsIds
}

/** Tells of messages in one transaction. */
async function tell(smsIds: readonly number[], state: ReceiptEvent['state'] = 'delivered'): Promise<void> {
  const at = new Date(database.clock.now())
  const events = smsIds.map((smsId) => ({ smsId, state, networkId: null, at }))
  await database.sql.begin((tx) => enqueueReceiptWebhooks(tx, { ...database, outbox: NO_SESSIONS }, events))
}

interface WebhookRow {
  readonly webhook_id: number
  readonly subject_id: number
  readonly subjects: number
  readonly body: string
}

function webhooksOf(account: TestAccount): Promise<readonly WebhookRow[]> {
  return database.sql<WebhookRow[]>`
    select webhook_id, subject_id, subjects, body from webhook where client_id = ${account.clientId}
    order by webhook_id` as unknown as Promise<readonly WebhookRow[]>
}

const one: ReceiptWriter = ({ smsId }, context) => ({ body: `${context} ${smsId}` })
const many: ReceiptsWriter = (notices, context) => ({
  body: `${context} ${notices.map(({ smsId, at }) => `${smsId} ${at.toISOString()}`).join()}`,
})

describe('receipts that are stored together', () => {
  const times = (count: number, columns: Columns) => Array.from({ length: count }, () => columns)
  const ROWS: readonly (readonly [name: string, columns: readonly Columns[], subjects: readonly number[]])[] = [
    ['share a request', times(3, OWN), [3]],
    ['alone: it has one of its own', [OWN], [1]],
    ['100 in a request, the rest in the next', times(101, OWN), [100, 1]],
    ['of another URL go apart', [OWN, { ...OWN, notify_url: 'https://client.example/b' }, OWN], [2, 1]],
    ['of another context go apart', [OWN, { ...OWN, notify_context: 'd' }], [1, 1]],
    ['of another instance go apart', [OWN, { ...OWN, notify_instance: 'other' }], [1, 1]],
    ['of forms that are not for that go apart', times(2, { ...OWN, notify_format: 0 }), [1, 1]],
    ['in the usual form go apart', times(2, { ...OWN, notify_instance: null, notify_context: null }), [1, 1]],
  ]
  for (const [name, columns, subjects] of ROWS)
    test(name, async () => {
      const account = await database.addAccount()
      const smsIds = await addMessages(account, columns)
      await tell(smsIds)
      const rows = await webhooksOf(account)
      assert.deepEqual(
        rows.map((row) => row.subjects),
        subjects,
      )
    })

  test('of two channels go apart, because each signs its own', async () => {
    const account = await database.addAccount()
    const [first, second] = await addMessages(account, [OWN, OWN])
    const [row] = await database.sql<{ channel_id: number }[]>`
      insert into channel (client_id, kind, address, security_key)
      select client_id, kind, address || '2', security_key from channel where channel_id = ${account.channelId}
      returning channel_id`
    await database.sql`update message set channel_id = ${row?.channel_id as number} where sms_id = ${second as number}`
    await tell([first as number, second as number])
    assert.equal((await webhooksOf(account)).length, 2)
  })

  test('go out as the interface writes them, and again octet for octet, whichever node it is', async () => {
    const account = await database.addAccount()
    const smsIds = await addMessages(account, times(3, OWN))
    await tell(smsIds)
    const [webhook] = await webhooksOf(account)
    const webhookId = webhook?.webhook_id as number
    const http = createHttpClientDouble()
    http.script({ status: 503 }, { status: 200 })
    const first = await startNode({ http, writers: { lists: one }, many: { lists: many } })
    await first.attempt(webhookId)
    await first.stop()
    await (await startNode({ http })).attempt(webhookId)
    const at = new Date(database.clock.now()).toISOString()
    const body = `c ${smsIds.map((smsId) => `${smsId} ${at}`).join()}`
    assert.deepEqual(
      http.requests.map((request) => String(request.body)),
      [body, body],
    )
    const [standing] = await database.sql`select state, attempts from webhook where webhook_id = ${webhookId}`
    assert.deepEqual({ ...standing }, { state: 'delivered', attempts: 2 })
  })

  test('of one message twice are one subject, and both are reported', async () => {
    const account = await database.addAccount()
    const [smsId] = await addMessages(account, [OWN])
    await tell([smsId as number, smsId as number])
    const [webhook] = await webhooksOf(account)
    assert.deepEqual([webhook?.subjects, webhook?.subject_id], [1, smsId])
    assert.equal(JSON.parse(webhook?.body ?? '').notices.length, 2)
  })

  test('are tried again while the interface writes only one in a request', async () => {
    const account = await database.addAccount()
    await tell(await addMessages(account, times(2, OWN)))
    const [webhook] = await webhooksOf(account)
    const webhookId = webhook?.webhook_id as number
    await (await startNode({ http: createHttpClientDouble(), writers: { lists: one } })).attempt(webhookId)
    const [row] = await database.sql<{ state: string; first_failure: string }[]>`
      select state, first_failure from webhook where webhook_id = ${webhookId}`
    assert.equal(row?.state, 'pending')
    assert.match(row?.first_failure ?? '', /^receipt-form: instance 'lists' .* writes no receipts together$/)
  })
})

describe('a webhook about several messages', () => {
  /** Three messages to numbers of their own, and the webhook about them. */
  async function addShared() {
    const account = await database.addAccount()
    const mobiles = ['27830000001', '27830000002', '27830000003']
    const smsIds = await addMessages(
      account,
      mobiles.map((recipient) => ({ ...OWN, recipient })),
    )
    await tell(smsIds)
    const [webhook] = await webhooksOf(account)
    return { account, smsIds, mobiles, webhookId: webhook?.webhook_id as number }
  }

  test('is found by each of them, and says how many there are', async () => {
    const { account, smsIds, webhookId } = await addShared()
    const searches = createSearches(database.sql, systemClock)
    for (const subjectId of smsIds) {
      const { records } = await findWebhooks(searches, account.clientId, { subjectId, limit: 10 })
      assert.deepEqual(
        records.map((record) => [record.webhookId, record.subjects]),
        [[webhookId, 3]],
      )
    }
    const details = await loadWebhookDetails({ sql: database.sql, soapNamespace: '' }, webhookId)
    assert.deepEqual(details?.subjectIds, smsIds)
  })

  test('keeps each of them open until it is settled', async () => {
    const { account, mobiles, webhookId } = await addShared()
    await database.sql`
      insert into message_state (sms_id, state, attempt)
      select sms_id, 'delivered', 1 from message where client_id = ${account.clientId}`
    const open = async () => {
      const counts: number[] = []
      for (const mobile of mobiles) counts.push(await countOpen(database.sql, account.clientId, mobile))
      return counts
    }
    assert.deepEqual(await open(), [1, 1, 1])
    await database.sql`update webhook set state = 'delivered' where webhook_id = ${webhookId}`
    assert.deepEqual(await open(), [0, 0, 0])
  })

  test('goes with any of them', async () => {
    const { account, smsIds, webhookId } = await addShared()
    await database.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status) values (${webhookId}, 2, now(), 1, 200)`
    await database.sql.begin((tx) => removeMessages(tx, account.clientId, [smsIds[2] as number]))
    assert.deepEqual([...(await webhooksOf(account))], [])
    assert.deepEqual([...(await database.sql`select from webhook_attempt where webhook_id = ${webhookId}`)], [])
  })
})
