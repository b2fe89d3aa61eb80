import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { TEXT_REMOVED } from '@heliograph/contracts'
import { numberArray } from '../src/database/arrays.ts'
import { listIncoming } from '../src/inbound/list-incoming.ts'
import { dropOldUpload } from '../src/intake/uploads/old-uploads.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import { removeTexts } from '../src/operate/texts/remove-texts.ts'
import { mapRowToRecord, selectByIds } from '../src/read/history/select-messages.ts'
import { loadWebhookDetails } from '../src/read/webhook-log/webhook-details.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { statementCosts } from './support/plans.ts'

const DAY = 86_400_000
const DAYS = 10
const SHARED = 'A text for many. '.repeat(30)

describe('texts that are older than they are kept', () => {
  const db = useDatabase()
  // The mark stops at young rows, and those of other tests come before.
  beforeEach(() => db.sql`truncate message, message_text, incoming_message, webhook, text_wait`)

  const remove = () => removeTexts(db.sql, db.clock, DAYS)
  const ago = (days: number) => new Date(Date.now() - days * DAY)

  async function record(account: TestAccount, smsId: number) {
    const rows = await selectByIds(db.sql, {
      clientId: account.clientId,
      channelId: undefined,
      smsIds: [smsId],
      octets: 100_000,
      now: new Date(),
    })
    const [row] = rows
    return row === undefined ? undefined : mapRowToRecord(row, Buffer.alloc(16))
  }

  async function addMessage(account: TestAccount, days: number, state: string | null, columns = {}) {
    const smsId = await db.addMessage(account, { accepted_at: ago(days), ...columns })
    if (state !== null)
      await db.sql`
        insert into message_state (sms_id, state, attempt, submitted_at, done_at, network_status)
        values (${smsId}, ${state}, 1, now(), now(), 'DELIVRD')`
    return smsId
  }

  async function addIncoming(account: TestAccount, days: number): Promise<number> {
    const [id] = await db.ids.take(1)
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      values (${id as number}, 'c', 'c/a', ${account.channelId}, ${account.clientId}, '27831112222', '27820000000', 'hi', 0,
        ${ago(days)})`
    return id as number
  }

  async function addWebhook(account: TestAccount, days: number, state: string, subjectId: number): Promise<number> {
    const [id] = await db.ids.take(1)
    await db.sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, request, created_at,
        state, attempts, first_at, first_status, first_elapsed_ms, first_reply)
      values (${id as number}, ${account.clientId}, ${account.channelId}, 'incoming', ${subjectId}, 'https://x.test',
        'application/json', '{"text":"hi"}', ${JSON.stringify({ method: 'POST', url: 'u', headers: {}, body: 'hi' })},
        ${ago(days)}, ${state}, 1, now(), 200, 5, 'an answer')`
    await db.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status, reply)
      values (${id as number}, 2, now(), 5, 200, 'another')`
    return id as number
  }

  const messages: readonly [what: string, days: number, state: string | null, isRemoved: boolean][] = [
    ['delivered', 11, 'delivered', true],
    ['ended without a network', 11, 'expired', true],
    ['younger', 9, 'delivered', false],
    ['queued', 11, null, false],
    ['scheduled again', 11, 'scheduled', false],
    ['between two attempts', 11, 'retrying', false],
    ['of unknown outcome', 11, 'unknown', false],
    ['without its receipt', 11, 'submitted', false],
  ]
  for (const [what, days, state, isRemoved] of messages) {
    it(`of a message that is ${what}: ${isRemoved ? 'removed, with all else as it was' : 'kept'}`, async () => {
      const account = await db.addAccount()
      const smsId = await addMessage(account, days, state)
      await db.sql`
        insert into message_history (sms_id, at, kind, link, attempt, part, network_status, receipt_text)
        values (${smsId}, now(), 'report', '', 1, 1, '', 'text:Hello')`
      const before = await record(account, smsId)
      await remove()
      assert.deepEqual(await record(account, smsId), isRemoved ? { ...before, text: TEXT_REMOVED } : before)
      const [note] = await db.sql`select receipt_text from message_history where sms_id = ${smsId}`
      assert.equal(note?.receipt_text, isRemoved ? null : 'text:Hello')
    })
  }

  it('of a binary message: the text is empty, since it would be octets', async () => {
    const account = await db.addAccount()
    const smsId = await addMessage(account, 11, 'delivered', { body: '00FF', encoding: 2 })
    await remove()
    assert.equal((await record(account, smsId))?.text, '')
  })

  it('of a message with rich content: that goes with it, and stays with one that is on its way', async () => {
    const account = await db.addAccount()
    const [over, open] = [await addMessage(account, 11, 'delivered'), await addMessage(account, 11, 'submitted')]
    await db.sql`insert into message_content (sms_id, content) values (${over}, '{}'), (${open}, '{}')`
    await remove()
    assert.deepEqual([...(await db.sql`select sms_id from message_content`)], [{ sms_id: open }])
  })

  it('of a message that was on its way: removed a day after it was looked at, once it is final', async () => {
    const account = await db.addAccount()
    const smsId = await addMessage(account, 11, 'submitted')
    await remove()
    await db.sql`update message_state set state = 'delivered' where sms_id = ${smsId}`
    await remove()
    assert.equal((await record(account, smsId))?.text, 'Hello')
    await db.sql`update text_wait set due_at = due_at - interval '1 day'`
    await remove()
    assert.equal((await record(account, smsId))?.text, TEXT_REMOVED)
    assert.equal((await db.sql`select from text_wait where id = ${smsId}`).length, 0)
  })

  it('that messages share: goes with the last of them that needs it', async () => {
    const account = await db.addAccount()
    const first = await addMessage(account, 11, 'delivered', { body: null })
    const second = await addMessage(account, 11, 'retrying', { body: null, text_id: first })
    await db.sql`update message set text_id = ${first} where sms_id = ${first}`
    await db.sql`insert into message_text (text_id, body) values (${first}, ${SHARED})`
    await remove()
    assert.equal((await record(account, first))?.text, TEXT_REMOVED)
    assert.equal((await record(account, second))?.text, SHARED)
    await db.sql`update message_state set state = 'delivered' where sms_id = ${second}`
    await db.sql`update text_wait set due_at = due_at - interval '1 day'`
    await remove()
    assert.equal((await record(account, second))?.text, TEXT_REMOVED)
    assert.equal((await db.sql`select from message_text where text_id = ${first}`).length, 0)
  })

  it('of an incoming SMS: removed, unless something that it set off is left to do', async () => {
    const account = await db.addAccount()
    const [done, working, telling, young] = [
      await addIncoming(account, 11),
      await addIncoming(account, 11),
      await addIncoming(account, 11),
      await addIncoming(account, 9),
    ]
    await db.sql`insert into incoming_work (incoming_id) values (${working})`
    await addWebhook(account, 11, 'pending', telling)
    await remove()
    const listed = await listIncoming(db.sql, { clientId: account.clientId, limit: 10 })
    assert.deepEqual(
      listed.map(({ incomingId, text }) => [incomingId, text]),
      [
        [young, 'hi'],
        [telling, 'hi'],
        [working, 'hi'],
        [done, TEXT_REMOVED],
      ],
    )
  })

  it('of a webhook: the request and the replies, unless it is still to be sent; it cannot be sent again', async () => {
    const account = await db.addAccount()
    const webhooks = [
      await addWebhook(account, 11, 'failed', 1),
      await addWebhook(account, 11, 'pending', 1),
      await addWebhook(account, 9, 'delivered', 1),
    ]
    await remove()
    const details = await Promise.all(
      webhooks.map((webhookId) => loadWebhookDetails({ sql: db.sql, soapNamespace: 'urn:x' }, webhookId)),
    )
    assert.deepEqual(
      details.map((found) => [found?.request?.body, ...(found?.log ?? []).map((made) => [made.status, made.reply])]),
      [
        [undefined, [200, null], [200, null]],
        ['hi', [200, 'an answer'], [200, 'another']],
        ['hi', [200, 'an answer'], [200, 'another']],
      ],
    )
    assert.deepEqual(await resendWebhooks(db.sql, webhooks), webhooks.slice(1))
  })

  it('of an upload: it goes with its rows once it has ended', async () => {
    const { clientId, userId } = await db.addAccount()
    for (const [name, days, endedAt] of [
      ['sent', 11, ago(11)],
      ['paused', 11, null],
      ['sent lately', 9, ago(9)],
    ] as const)
      await db.sql`
        insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at, ended_at)
        values (${clientId}, ${userId}, ${name}, 1, ${name}, now(), ${ago(days)}, ${endedAt})`
    while (await dropOldUpload(db.sql, { uploadDays: 30, textDays: DAYS }));
    const left = await db.sql`select name from upload where client_id = ${clientId} order by name`
    assert.deepEqual(
      left.map((row) => row.name),
      ['paused', 'sent lately'],
    )
  })

  it('are removed in pages, each row looked at once, whatever lies before and after them', async () => {
    const account = await db.addAccount()
    const ids = await db.ids.take(6_000)
    await db.sql`
      insert into message (sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, price, currency, accepted_at, validity_seconds)
      select id, ${account.clientId}, ${account.userId}, ${account.channelId}, 'A', '27831234567', 'old', 0, 1, 10, false, false,
        0, 'v2', 'r', 0, 'ZAR', now() - case when id <= ${ids[2_499] as number} then interval '11 days' else interval '1 hour' end, 60
      from unnest(${numberArray(ids)}::bigint[]) as given (id)`
    await db.sql`
      insert into message_state (sms_id, state, attempt)
      select sms_id, 'delivered', 1 from message where client_id = ${account.clientId}`
    await db.sql`analyze`
    const costs = await statementCosts(db.sql, (sql) => removeTexts(sql, db.clock, DAYS))
    for (const { rows, text } of costs) assert.ok(rows <= 5_000, `${rows} rows: ${text}`)
    assert.equal(await remove(), 2_500)
    assert.equal(await remove(), 0)
    const [row] = await db.sql`
      select count(*)::integer as kept from message where client_id = ${account.clientId} and body = 'old'`
    assert.equal(row?.kept, 3_500)
  })
})
