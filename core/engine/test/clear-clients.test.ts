import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { captureMetrics } from '@heliograph/testkit'
import { loadKeptData } from '../src/observe/kept-data.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { clearClients } from '../src/operate/maintenance/clear-clients.ts'
import { createRemovalCounts } from '../src/operate/maintenance/removal-counts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'
import { statementCosts } from './support/plans.ts'

const DAY = 86_400_000
const DAYS = 10
const SHARED = 'A text for many. '.repeat(30)
/** Every table with rows of a message or an incoming SMS. */
const TABLES = [
  'message',
  'message_key',
  'message_alias',
  'message_state',
  'message_history',
  'submission',
  'attempt',
  'message_content',
  'validity_check',
  'message_text',
  'incoming_message',
  'webhook',
  'webhook_attempt',
  'conversation',
] as const

const KEYS = ['sms_id', 'joined_id', 'text_id', 'incoming_id', 'subject_id', 'newest_id']

describe('clients whose data is kept for fewer days than that of others', () => {
  const db = useDatabase()
  let account: TestAccount
  beforeEach(async () => {
    await db.sql`truncate ${db.sql(TABLES)}, client_retention, id_mark cascade`
    account = await db.addAccount()
    await setDays(DAYS)
  })

  const ago = (days: number) => new Date(Date.now() - days * DAY)
  const setDays = (retentionDays: number | null) =>
    db.provisioning.setClient({ clientId: account.clientId, retentionDays })
  const metrics = captureMetrics()
  const counts = createRemovalCounts(metrics)
  const clear = () => clearClients({ sql: db.sql, clock: db.clock, counts, archive: NO_ARCHIVE })
  const again = async () => {
    await db.sql`update client_retention set cleared_to = cleared_to - interval '1 day'`
    await clear()
  }
  const ids = async (table: 'message' | 'incoming_message' | 'webhook' | 'message_text') => {
    const key = { message: 'sms_id', incoming_message: 'incoming_id', webhook: 'webhook_id', message_text: 'text_id' }
    const rows = await db.sql<{ id: number }[]>`select ${db.sql(key[table])} as id from ${db.sql(table)} order by 1`
    return rows.map(({ id }) => id)
  }

  async function addMessage(days: number, state: string | null, columns = {}, owner = account): Promise<number> {
    const smsId = await db.addMessage(owner, { accepted_at: ago(days), ...columns })
    if (state !== null)
      await db.sql`insert into message_state (sms_id, state, attempt) values (${smsId}, ${state}::message_status, 1)`
    return smsId
  }

  async function addIncoming(days: number, owner = account): Promise<number> {
    const [id] = await db.ids.take(1)
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      values (${id as number}, 'c', 'c/a', ${owner.channelId}, ${owner.clientId}, '27831112222', '2782', 'hi', 0, ${ago(days)})`
    return id as number
  }

  async function addWebhook(subjectId: number, state = 'delivered', owner = account): Promise<number> {
    const [id] = await db.ids.take(1)
    await db.sql`
      insert into webhook (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, state)
      values (${id as number}, ${owner.clientId}, ${owner.channelId}, 'dlr', ${subjectId}, 'https://x.test', '', '', ${state})`
    await db.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms) values (${id as number}, 2, now(), 5)`
    return id as number
  }

  it('old messages and incoming messages go with all that belongs to them, and those of others stay', async () => {
    const { sql } = db
    const { clientId, channelId } = account
    const other = await db.addAccount()
    const smsId = await addMessage(12, 'delivered', { message_id: 'old' })
    await sql`insert into message_key (client_id, message_id, sms_id) values (${clientId}, 'old', ${smsId})`
    await sql`insert into message_alias (sms_id, joined_id) values (${smsId}, ${smsId})`
    await sql`
      insert into message_history (sms_id, at, kind, link, attempt, part, network_status)
      values (${smsId}, now(), 'report', '', 1, 1, '')`
    await sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, state, submitted_at)
      values (${smsId}, 1, 1, 1, 'c', 'c/a', 'delivered', now())`
    await sql`insert into attempt (sms_id, attempt, link, lease) values (${smsId}, 1, 'c/a', 1)`
    await sql`insert into message_content (sms_id, content) values (${smsId}, '{}')`
    await sql`insert into validity_check (sms_id, due_at) values (${smsId}, now())`
    await addWebhook(smsId)
    const incomingId = await addIncoming(12)
    await addWebhook(incomingId)
    await sql`
      insert into conversation (channel_id, contact, client_id, newest_id)
      values (${channelId}, '27831112222', ${clientId}, ${incomingId})`
    const kept = [await addMessage(12, 'delivered', {}, other), await addIncoming(12, other)] as const
    const webhook = await addWebhook(kept[0], 'delivered', other)
    await clear()
    assert.deepEqual(
      [await ids('message'), await ids('incoming_message'), await ids('webhook')],
      [[kept[0]], [kept[1]], [webhook]],
    )
    for (const table of TABLES) {
      const rows = await sql<{ row: object }[]>`select to_json(given) as row from ${sql(table)} as given`
      const own = rows.filter(({ row }) =>
        Object.entries(row).some(([name, id]) => KEYS.includes(name) && [smsId, incomingId].includes(id)),
      )
      assert.deepEqual(own, [], table)
    }
    assert.deepEqual(
      ['messages', 'incoming'].map((data) => metrics.value('retention_removed_rows', { data })),
      [1, 1],
    )
  })

  const rows: readonly [what: string, isGone: boolean, plant: () => Promise<unknown>][] = [
    ['a delivered message', true, () => addMessage(12, 'delivered')],
    ['a refused one', true, () => addMessage(12, 'no-route')],
    ['a younger one', false, () => addMessage(9, 'delivered')],
    ['one that is scheduled', false, () => addMessage(12, null)],
    ['one of unknown outcome', false, () => addMessage(12, 'unknown')],
    [
      'one that its client is still to be told of',
      false,
      async () => addWebhook(await addMessage(12, 'delivered'), 'pending'),
    ],
    ['an incoming message', true, () => addIncoming(12)],
    ['a younger incoming one', false, () => addIncoming(9)],
    [
      'an incoming one that its client is still to be told of',
      false,
      async () => addWebhook(await addIncoming(12), 'pending'),
    ],
    [
      'an incoming one that set something off',
      false,
      async () => db.sql`insert into incoming_work (incoming_id) values (${await addIncoming(12)})`,
    ],
  ]
  for (const [what, isGone, plant] of rows)
    it(`${what}: ${isGone ? 'goes' : 'stays'}`, async () => {
      await plant()
      await clear()
      const left = [...(await ids('message')), ...(await ids('incoming_message'))]
      assert.equal(left.length, isGone ? 0 : 1)
      await db.sql`truncate incoming_work`
    })

  it('what was open goes on the day after it has ended', async () => {
    const smsId = await addMessage(12, 'submitted')
    await clear()
    await db.sql`update message_state set state = 'delivered'`
    await clear()
    assert.deepEqual(await ids('message'), [smsId], 'once a day')
    await again()
    assert.deepEqual(await ids('message'), [])
  })

  it('a text that messages share goes with the last of them', async () => {
    const first = await addMessage(12, 'delivered', { body: null })
    await db.sql`update message set text_id = sms_id`
    await db.sql`insert into message_text (text_id, body) values (${first}, ${SHARED})`
    const last = await addMessage(12, 'submitted', { body: null, text_id: first })
    await addMessage(12, 'delivered', { body: null, text_id: first })
    await clear()
    assert.deepEqual([await ids('message'), await ids('message_text')], [[first, last], [first]])
    await db.sql`update message_state set state = 'delivered'`
    await again()
    assert.deepEqual([await ids('message'), await ids('message_text')], [[], []])
  })

  it('a change of the days counts at once, and without days all stays', async () => {
    const smsId = await addMessage(6, 'delivered')
    await clear()
    assert.deepEqual(await ids('message'), [smsId])
    await setDays(null)
    await clear()
    assert.deepEqual(await ids('message'), [smsId])
    await setDays(5)
    await clear()
    assert.deepEqual(await ids('message'), [])
  })

  it('for how long it has been due is seen', async () => {
    const overdue = async () => {
      const kept = await loadKeptData(db.sql, testSettings().retention)
      const found = kept.find(({ data }) => data === 'clients')
      return found && Math.round(found.overdueSeconds / 3600)
    }
    assert.equal(await overdue(), 0)
    await db.sql`update client_retention set cleared_to = cleared_to - interval '5 hours'`
    assert.equal(await overdue(), 5)
    await clear()
    assert.equal(await overdue(), 0)
    await setDays(null)
    assert.equal(await overdue(), undefined)
  })

  it('looks at the rows of the client that are old, however many there are of others', async () => {
    const { sql } = db
    const other = await db.addAccount()
    const model = await addMessage(1, null)
    for (const [owner, days, from] of [
      [other, 12, 1],
      [account, 1, 40_001],
    ] as const)
      await sql`
        insert into message (
          sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
          notify_format, origin, route, price, currency, accepted_at, validity_seconds
        )
        select sms_id + g, ${owner.clientId}, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
          receipt_webhook, notify_format, origin, route, price, currency, ${ago(days)}, validity_seconds
        from message cross join generate_series(${from}::integer, ${from + 39_999}::integer) as g where sms_id = ${model}`
    await sql`insert into id_mark (at, from_id) values (now() - interval '9 days', ${model + 40_000})`
    await sql`analyze message`
    const costs = await statementCosts(sql, (on) =>
      clearClients({ sql: on, clock: db.clock, counts, archive: NO_ARCHIVE }),
    )
    // A block of ids beyond the mark may hold what is older.
    for (const { text, byTable } of costs) {
      const rows = Object.entries(byTable).filter(([table]) => /^message(_\d+)?$/.test(table))
      assert.ok(rows.reduce((sum, [, count]) => sum + count, 0) < 2_100, `${JSON.stringify(byTable)}: ${text}`)
    }
  })
})
