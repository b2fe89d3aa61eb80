import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Contacts, type Principal, Segments, type SubscriptionSource, Subscriptions } from '@heliograph/contracts'
import { longestBlockMs } from '@heliograph/testkit'
import { createSecretBox } from '../src/accounts/master-keys/secret-box.ts'
import type { Sql } from '../src/database/database.ts'
import { type Harness, MASTER_KEY, makeRequest, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const NUMBER = '27831112222'
/** What all its spellings have in common. */
const DIGITS = '831112222'
const OTHER = '27831113333'
const WEB: SubscriptionSource = { kind: 'web' }

/** Tables of both schemas with a row that has the number in any column, without the ranges of partitions. */
async function tablesWithNumber(sql: Sql): Promise<readonly string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('heliograph', 'graphile_worker')`
  assert.ok(tables.length > 80)
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const rows = await sql`
      select from ${sql(schema)}.${sql(name)} as given
      where strpos(regexp_replace(given::text, '[ -]', '', 'g'), ${DIGITS}) > 0 limit 1`
    if (rows.length > 0) found.add(name.replace(/_(part)?\d+$/, ''))
  }
  return [...found].sort()
}

describe('a number that is erased', () => {
  let node: Harness
  let sql: Sql
  let lastId = 10_000

  before(async () => {
    node = await startEngine()
    sql = node.engine.sql
  })
  after(() => node.close())

  const subscriptions = () => find(node.engine.services, Subscriptions)
  const send = async (principal: Principal, to: readonly string[]) =>
    (await node.engine.submissions.submit(principal, makeRequest({ to }))).entries.map(({ state }) => state)

  async function channelOf({ clientId }: Principal): Promise<number> {
    const [row] = await sql<{ channel_id: number }[]>`select channel_id from channel where client_id = ${clientId}`
    return row?.channel_id as number
  }

  async function addMessage(principal: Principal, columns: Record<string, unknown> = {}, state = 'delivered') {
    const { clientId, userId } = principal
    lastId += 1
    const row = {
      sms_id: lastId,
      client_id: clientId,
      user_id: userId,
      channel_id: await channelOf(principal),
      sender: 'ACME',
      recipient: NUMBER,
      body: `Dear ${NUMBER}`,
      encoding: 0,
      parts: 1,
      priority: 10,
      flash: false,
      receipt_webhook: false,
      notify_format: 0,
      origin: 'v2',
      route: 'default',
      price: '0',
      currency: 'ZAR',
      accepted_at: new Date(),
      validity_seconds: 60,
      ...columns,
    }
    await sql`insert into message ${sql(row)}`
    await sql`insert into message_state (sms_id, state, attempt) values (${lastId}, ${state}::message_status, 1)`
    return lastId
  }

  async function addIncoming(principal: Principal, sender: string): Promise<number> {
    lastId += 1
    await sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      values (${lastId}, 'c', 'c/a', ${await channelOf(principal)}, ${principal.clientId}, ${sender}, '1', 'hi', 0, now())`
    return lastId
  }

  async function addWebhook(principal: Principal, subjectId: number, state = 'delivered'): Promise<number> {
    lastId += 1
    await sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state)
      values (${lastId}, ${principal.clientId}, 1, 'dlr', ${subjectId}, ${`https://x.test/?to=${NUMBER}`}, 'text/plain',
        ${NUMBER}, ${state})`
    await sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, reply)
      values (${lastId}, 2, now(), 1, ${`thanks for ${NUMBER}`})`
    return lastId
  }

  /** Plants the number in every table of a client that can hold it. */
  async function plant(principal: Principal): Promise<void> {
    const { clientId, userId } = principal
    const channelId = await channelOf(principal)
    await find(node.engine.services, Contacts).save(principal, [
      { mobile: NUMBER, name: 'A Person', fields: { phone: NUMBER }, groups: ['All'] },
    ])
    await subscriptions().set(clientId, NUMBER, 'opted-out', WEB)
    const smsId = await addMessage(principal, { message_id: `id of ${NUMBER}`, reference: NUMBER })
    await sql`insert into message_key (client_id, message_id, sms_id) values (${clientId}, ${`id of ${NUMBER}`}, ${smsId})`
    await sql`
      insert into message_history (sms_id, at, kind, link, attempt, part, network_status, receipt_text)
      values (${smsId}, now(), 'report', '', 1, 1, '', ${`to ${NUMBER}`})`
    await sql`
      insert into message_alias (sms_id, joined_id, push_on, push_context) values (${smsId}, ${smsId}, 0, ${NUMBER})`
    await sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at, held_recipient)
      values (${smsId}, 1, 1, 1, 'c', 'c/a', 'delivered', now(), ${NUMBER})`
    await sql`insert into message_content (sms_id, content) values (${smsId}, ${JSON.stringify({ caption: NUMBER })})`
    await addWebhook(principal, smsId)
    for (const sender of [NUMBER, `+${NUMBER}`]) await addWebhook(principal, await addIncoming(principal, sender))
    for (const direction of ['out', 'in'] as const) {
      const code = createSecretBox([MASTER_KEY]).shortCode({ clientId, direction, mobile: NUMBER })
      await sql`
        insert into short_link (code, client_id, direction, mobile) values (${code}, ${clientId}, ${direction}, ${NUMBER})`
    }
    await sql`
      insert into conversation (channel_id, contact, client_id, mobile, newest_id)
      values (${channelId}, ${`+${NUMBER}`}, ${clientId}, ${NUMBER}, 1)`
    await sql`
      insert into auto_reply (channel_id, mobile, incoming_ids, answered_at)
      values (${channelId}, ${NUMBER}, '{1}', array[now()])`
    lastId += 1
    await sql`
      insert into push (push_id, user_id, content) values (${lastId}, ${userId}, ${JSON.stringify({ to: NUMBER })})`
    const [upload] = await sql<{ upload_id: number }[]>`
      insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at)
      values (${clientId}, ${userId}, 'list', 1, 'bulk', now(), now()) returning upload_id`
    const uploadId = upload?.upload_id as number
    const cells = JSON.stringify([['number', 'text'], ['083 111 2222', 'hi'], [OTHER, 'hi'], null])
    await sql`insert into upload_chunk (upload_id, first_row, cells) values (${uploadId}, 0, ${cells}::text::jsonb)`
    await sql`insert into upload_number (upload_id, mobile) values (${uploadId}, ${NUMBER})`
    await sql`
      insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, subject, detail)
      values (now(), ${clientId}, 0, '', true, 'contact-changed', ${NUMBER}, ${JSON.stringify({ of: NUMBER })}::text::jsonb)`
    await sql`update channel set forward_mobile = ${`+${OTHER}`} where channel_id = ${channelId}`
    await addMessage(principal, { recipient: OTHER, body: `${NUMBER} wrote: hi`, origin: 'forward' })
  }

  async function plantForNobody(): Promise<void> {
    lastId += 1
    await sql`
      insert into incoming_message (incoming_id, carrier, link, sender, recipient, body, encoding, received_at)
      values (${lastId}, 'c', 'c/a', ${NUMBER}, '1', 'hi', 0, now())`
    await sql`
      insert into incoming_assembly (
        sender, recipient, reference, total, carrier, link, bodies, encodings, received_at, incoming_id, stored_at
      )
      values (${NUMBER}, '1', 1, 2, 'c', 'c/a', '{a,b}', '{0,0}', now(), 1, now())`
    await sql`
      insert into unmatched_receipt (carrier, network_id, candidates, recipient, status, network_status, done_at)
      values ('c', '1', '{1}', ${NUMBER}, 'delivered', '', now())`
    await sql`
      insert into instance_state (instance, key, value, expires_at)
      values ('q', ${`visit ${NUMBER}`}, ${JSON.stringify({ phone: NUMBER })}, 'infinity')`
  }

  const OF_CLIENTS = [
    'audit_entry',
    'auto_reply',
    'contact',
    'contact_audit',
    'contact_group_member',
    'conversation',
    'incoming_message',
    'message',
    'message_alias',
    'message_content',
    'message_history',
    'message_key',
    'phonebook',

    'phonebook_word',
    'push',
    'short_link',
    'submission',
    'upload_chunk',
    'upload_number',
    'webhook',
    'webhook_attempt',
  ]
  const OF_NOBODY = ['incoming_assembly', 'instance_state', 'unmatched_receipt']

  it('is in no column of any table afterwards, and messages to it are refused as before', async () => {
    const [first, second, third] = [await node.addClient(), await node.addClient(), await node.addClient()]
    await plant(first)
    await plant(second)
    await plantForNobody()
    assert.deepEqual(await tablesWithNumber(sql), [...OF_CLIENTS, ...OF_NOBODY].sort())

    const { erasure } = node.engine
    const counts = { messages: 1, incoming: 2, uploadRows: 1, optedOutOf: [first.clientId], archives: [] }
    assert.deepEqual(await erasure.erase(first.clientId, NUMBER), counts)
    assert.deepEqual(await send(first, [NUMBER, OTHER]), ['opted-out', 'queued'])
    assert.deepEqual(await tablesWithNumber(sql), [...OF_CLIENTS].sort(), 'of the other client all is left')

    const all = await erasure.erase(null, NUMBER)
    const optedOutOf = [first.clientId, second.clientId]
    assert.deepEqual(all, { messages: 1, incoming: 3, uploadRows: 1, optedOutOf, archives: [] })
    assert.deepEqual(await tablesWithNumber(sql), [])
    for (const client of [first, second]) {
      assert.deepEqual(await send(client, [NUMBER]), ['opted-out'])
      assert.deepEqual([...(await subscriptions().optedOut(client.clientId, [NUMBER, OTHER]))], [NUMBER])
      assert.equal(await erasure.isKeptOut({ clientId: client.clientId, mobile: NUMBER }), true)
    }
    assert.deepEqual(await tablesWithNumber(sql), [], 'refused messages leave nothing')
    assert.deepEqual(await send(third, [NUMBER]), ['queued'], 'it had not opted out there')
    await sql`delete from message where client_id = ${third.clientId}`
  })

  const others: readonly [what: string, run: (client: Principal) => Promise<unknown>, result: unknown][] = [
    [
      'a part of a long message is refused',
      (client) =>
        find(node.engine.services, Segments)
          .add(client, {
            origin: 'smpp',
            to: NUMBER,
            text: 'a',
            encoding: 'gsm',
            reference: 1,
            total: 2,
            part: 1,
            userDataHeader: '0003010201',
            flash: false,
            priority: 10,
            push: undefined,
          } as never)
          .catch((error: { code: string }) => error.code),
      'opted-out',
    ],
    [
      'a list cannot opt it in again',
      async (client) => {
        const contacts = find(node.engine.services, Contacts)
        const [outcome] = await contacts.save(client, [{ mobile: NUMBER, status: 'opted-in' }])
        return outcome?.result === 'refused' && outcome.problem.code
      },
      'opted-out',
    ],
    [
      'it can opt in again',
      async ({ clientId }) => (await subscriptions().set(clientId, NUMBER, 'opted-in', WEB)).changed,
      true,
    ],
  ]
  for (const [what, run, result] of others) {
    it(`that had opted out: ${what}`, async () => {
      const client = await node.addClient()
      await subscriptions().set(client.clientId, NUMBER, 'opted-out', WEB)
      await node.engine.erasure.erase(client.clientId, NUMBER)
      assert.deepEqual(await run(client), result)
      const isIn = result === true
      assert.deepEqual(await send(client, [NUMBER]), [isIn ? 'queued' : 'opted-out'])
      if (isIn) await sql`delete from message where client_id = ${client.clientId}`
    })
  }

  it('is found in a long list, which holds up nothing', async () => {
    const client = await node.addClient()
    await subscriptions().set(client.clientId, NUMBER, 'opted-out', WEB)
    await node.engine.erasure.erase(client.clientId, NUMBER)
    const numbers = [...Array.from({ length: 10_000 }, (_, index) => String(27821000000 + index)), NUMBER]
    const ask = async () => {
      assert.deepEqual([...(await subscriptions().optedOut(client.clientId, numbers))], [NUMBER])
    }
    const blockMs = await longestBlockMs(ask)
    assert.ok(blockMs <= 20, `holds up others for ${blockMs} ms`)
  })

  const open: readonly [what: string, make: (client: Principal) => Promise<unknown>, end: (sql: Sql) => unknown][] = [
    ['a message waits', (client) => addMessage(client, {}, 'queued'), (sql) => sql`delete from message_state`],
    ['a receipt is missing', (client) => addMessage(client, {}, 'submitted'), (sql) => sql`delete from message_state`],
    [
      'an SMS is worked on',
      async (client) =>
        sql`insert into incoming_work (incoming_id) values (${await addIncoming(client, `+${NUMBER}`)})`,
      (sql) => sql`delete from incoming_work`,
    ],
    [
      'a webhook is to be sent',
      async (client) => addWebhook(client, await addIncoming(client, NUMBER), 'pending'),
      (sql) => sql`delete from webhook`,
    ],
  ]
  for (const [what, make, end] of open) {
    it(`is not, and all of it is left, while ${what}`, async () => {
      const client = await node.addClient()
      await subscriptions().set(client.clientId, NUMBER, 'opted-out', WEB)
      await make(client)
      const before = await tablesWithNumber(sql)
      for (const clientId of [client.clientId, null])
        await assert.rejects(node.engine.erasure.erase(clientId, NUMBER), {
          category: 'conflict',
          code: 'contact-busy',
        })
      assert.deepEqual(await tablesWithNumber(sql), before)
      assert.equal(await node.engine.erasure.isKeptOut({ clientId: client.clientId, mobile: NUMBER }), false)
      await end(sql)
      await sql`update message_state set state = 'delivered'`
      await sql`delete from message where client_id = ${client.clientId}`
    })
  }
})
