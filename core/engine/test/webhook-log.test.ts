import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResendLimits } from '@heliograph/access'
import { OutboundError, type WebhookKind } from '@heliograph/contracts'
import { createHttpClientDouble } from '@heliograph/testkit'
import { numberArray } from '../src/database/arrays.ts'
import { createSearches } from '../src/database/searches.ts'
import { signWebhook } from '../src/notify/webhooks/sign-webhook.ts'
import { findWebhooks } from '../src/read/webhook-log/find-webhooks.ts'
import { createWebhookLog } from '../src/read/webhook-log/webhook-log.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'

const database = useDatabase()

interface Stored {
  readonly state?: string
  readonly instance?: string | null
  readonly request?: string | null
  readonly form?: string | null
  readonly subjectId?: number
}

async function addWebhook({ clientId, channelId }: TestAccount, { state = 'failed', ...given }: Stored = {}) {
  const [webhookId] = await database.ids.take(1)
  const { instance = null, request = null, form = null, subjectId = 1 } = given
  await database.sql`
    insert into webhook
      (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state, instance, request, form)
    values (${webhookId as number}, ${clientId}, ${channelId}, 'dlr', ${subjectId}, 'https://client.example/', 'text/plain',
      'kept', ${state}, ${instance}, ${request}, ${form})`
  return webhookId as number
}

function openLog() {
  const { sql, secrets, provisioning: accounts } = database
  const http = createHttpClientDouble()
  const searches = createSearches(sql, systemClock)
  const soapNamespace = 'urn:test'
  return { http, log: createWebhookLog({ sql, searches, secrets, accounts, http, clock: systemClock, soapNamespace }) }
}

test('a search goes on in steps, over the webhooks of others', async () => {
  const [one, other] = [await database.addAccount(), await database.addAccount()]
  const ids: number[] = []
  for (let round = 0; round < 5; round += 1) {
    ids.unshift(await addWebhook(one))
    for (let count = 0; count < 3; count += 1) await addWebhook(other)
  }
  const searches = createSearches(database.sql, systemClock)
  const find = (before?: number) =>
    findWebhooks(searches, one.clientId, { clientId: one.clientId, limit: 2, before }, {}, 2)
  const found: number[] = []
  let next: number | undefined
  do {
    const page = await find(next)
    found.push(...page.records.map(({ webhookId }) => webhookId))
    next = page.next
  } while (next !== undefined)
  assert.deepEqual(found, ids)
})

test('a search may begin at any time that Postgres knows', async () => {
  const account = await database.addAccount()
  const webhookId = await addWebhook(account)
  const searches = createSearches(database.sql, systemClock)
  for (const since of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z']) {
    const conditions = { clientId: account.clientId, limit: 2, since: new Date(since) }
    const { records } = await findWebhooks(searches, account.clientId, conditions)
    assert.deepEqual(
      records.map((record) => record.webhookId),
      [webhookId],
      since,
    )
  }
})

/** Many failed webhooks to one host. */
async function addMany({ clientId, channelId }: TestAccount, count: number, host: string): Promise<readonly number[]> {
  const ids = await database.ids.take(count)
  await database.sql`
    insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state)
    select id, ${clientId}, ${channelId}, 'dlr', 1, ${`https://${host}/`}, 'text/plain', 'kept', 'failed'
    from unnest(${numberArray(ids)}::bigint[]) as id`
  return ids
}

test('of an operator a backlog goes at 300 a minute to a host, all of it', async () => {
  const account = await database.addAccount()
  const ids = await addMany(account, 700, 'paced.example')
  const { log } = openLog()
  const failedSince = new Date(Date.now() - 3_600_000)
  assert.equal((await log.resend(undefined, { failedSince, clientId: account.clientId })).resent, 700)
  const rows = await database.sql<{ minute: number; webhooks: number }[]>`
    select floor(extract(epoch from due_at - now()) / 60)::integer + 1 as minute,
      sum(cardinality(webhook_ids))::integer as webhooks
    from webhook_batch where webhook_ids && ${numberArray(ids)}::bigint[] group by 1 order by 1`
  assert.deepEqual(
    rows.map(({ webhooks }) => webhooks),
    [300, 300, 100],
  )
})

test('of a client no more than 300 a minute go to a host: the rest is left, or refused when named', async () => {
  const account = await database.addAccount()
  const ids = await addMany(account, 700, 'bounded.example')
  const { log } = openLog()
  const limits = new ResendLimits(systemClock)
  const failed = { failedSince: new Date(Date.now() - 3_600_000) }
  const tooMany = { category: 'throttled', code: 'too-many-resends' }
  await assert.rejects(log.resend(account.clientId, { webhookIds: ids }, limits), tooMany)
  assert.equal((await log.resend(account.clientId, failed, limits)).resent, 300)
  await assert.rejects(log.resend(account.clientId, failed, limits), tooMany)
  await assert.rejects(log.resend(account.clientId, { webhookIds: ids.slice(0, 1) }, limits), tooMany)
  const [row] = await database.sql<{ pending: number }[]>`
    select count(*)::integer as pending from webhook where client_id = ${account.clientId} and state = 'pending'`
  assert.equal(row?.pending, 300)
})

test('more than a page of failures is sent again, each once', async () => {
  const account = await database.addAccount()
  const ids: number[] = []
  for (let count = 0; count < 260; count += 1) ids.push(await addWebhook(account))
  const delivered = await addWebhook(account, { state: 'delivered' })
  const { log } = openLog()
  const { resent } = await log.resend(account.clientId, { failedSince: new Date(Date.now() - 3_600_000) })
  assert.equal(resent, 260)
  const rows = await database.sql<{ webhook_id: number }[]>`
    select webhook_id from webhook where client_id = ${account.clientId} and state = 'pending' order by webhook_id`
  assert.deepEqual(
    rows.map((row) => row.webhook_id),
    ids,
  )
  assert.equal((await log.of(delivered))?.state, 'delivered')
})

describe('what was sent', () => {
  test('by an interface, without what it logs in with', async () => {
    const headers = { 'X-Api-Key': 'hush', Authorization: 'Basic hush', 'Content-Type': 'text/xml' }
    const request = { method: 'PUT', url: 'https://client.example/put', headers, body: '<dlr/>' }
    const webhookId = await addWebhook(await database.addAccount(), { instance: 'x', request: JSON.stringify(request) })
    assert.deepEqual((await openLog().log.of(webhookId))?.request, {
      ...request,
      headers: { 'X-Api-Key': '(hidden)', Authorization: '(hidden)', 'Content-Type': 'text/xml' },
    })
  })

  for (const form of ['get', 'soap']) {
    test(`by ${form}, of the incoming SMS and without the security key`, async () => {
      const account = await database.addAccount()
      const [incomingId] = await database.ids.take(1)
      await database.sql`
        insert into incoming_message
          (incoming_id, carrier, link, sender, recipient, body, encoding, received_at)
        values (${incomingId as number}, 'net', 'net/main', '27831234567', '27820001234', 'Hello there', 0, now())`
      const webhookId = await addWebhook(account, { form, subjectId: incomingId as number })
      const request = (await openLog().log.of(webhookId))?.request
      const text = decodeURIComponent(`${request?.url} ${request?.body}`)
      assert.ok(text.includes('27831234567') && text.includes('(security key)'), text)
      const gone = await addWebhook(account, { form, subjectId: 999_999_999 })
      assert.equal((await openLog().log.of(gone))?.request, null)
    })
  }

  test('is not known while the interface has not written it', async () => {
    const webhookId = await addWebhook(await database.addAccount(), { instance: 'x' })
    assert.equal((await openLog().log.of(webhookId))?.request, null)
  })
})

const URLS = {
  dlrUrl: 'https://client.example/dlr',
  incomingUrl: 'https://client.example/in?x=1',
  optOutUrl: 'https://client.example/out',
  optInUrl: 'https://client.example/back',
}

describe('trying a URL', () => {
  const SIGNED: readonly (readonly [WebhookKind, keyof typeof URLS, string])[] = [
    ['dlr', 'dlrUrl', 'delivery_receipt'],
    ['incoming', 'incomingUrl', 'incoming_sms'],
    ['opt-out', 'optOutUrl', 'opt_out'],
    ['opt-in', 'optInUrl', 'opt_in'],
  ]
  for (const [kind, url, type] of SIGNED) {
    test(`${kind}: a signed POST of that type, with what was answered`, async () => {
      const { channelId, securityKey } = await database.addAccount()
      await database.provisioning.setChannel({ channelId, ...URLS })
      const { http, log } = openLog()
      http.script({ status: 404, body: 'who?', elapsedMs: 7.4 })
      const { request, answer } = await log.test(channelId, kind)
      assert.deepEqual(answer, { status: 404, failure: null, reply: 'who?', elapsedMs: 7 })
      assert.deepEqual([request.method, request.url, JSON.parse(request.body).type], ['POST', URLS[url], type])
      const [sent] = http.requests
      assert.deepEqual([sent?.body, sent?.headers], [request.body, request.headers])
      const signedAt = Number(request.headers['webhook-timestamp'])
      const expected = signWebhook([securityKey], { id: '0', signedAt, body: Buffer.from(request.body) })
      for (const [name, value] of Object.entries(expected)) assert.equal(request.headers[name], value, name)
    })
  }

  for (const handler of ['get', 'soap']) {
    test(`incoming by ${handler}: sent with the security key that receivers have, shown without any`, async () => {
      const { channelId, securityKey } = await database.addAccount()
      await database.provisioning.setChannel({ channelId, ...URLS, incomingHandler: handler })
      await database.provisioning.rotateSecurityKey({ channelId })
      const { http, log } = openLog()
      http.script({ status: 200, body: 'Hello' })
      const { request, answer } = await log.test(channelId, 'incoming')
      assert.equal(answer.reply, 'Hello')
      const [sent] = http.requests
      assert.ok(`${sent?.url} ${sent?.body}`.includes(securityKey))
      const shown = JSON.stringify(request)
      assert.ok(
        !shown.includes(securityKey) && !shown.includes(Buffer.from(securityKey).toString('base64').slice(0, 40)),
      )
      assert.equal(request.headers['X-Signature'], undefined)
    })
  }

  test('that nobody answers tells why', async () => {
    const { channelId } = await database.addAccount()
    await database.provisioning.setChannel({ channelId, ...URLS })
    const { http, log } = openLog()
    http.script(new OutboundError('connect', 'client.example refused'))
    const { answer } = await log.test(channelId, 'dlr')
    assert.deepEqual([answer.status, answer.failure], [null, 'connect: client.example refused'])
  })
})
