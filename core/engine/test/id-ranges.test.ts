import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { createRecordIds } from '../src/database/record-ids.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { findReceiptFloor } from '../src/outbound/receipts/receipt-floor.ts'
import { useDatabase } from './support/database-fixture.ts'

const SPAN = 100_000_000
const SETTINGS = { days: 90, rangeDays: 7 }

describe('ranges of ids', () => {
  const db = useDatabase()

  const ranges = async () =>
    (
      await db.sql<{ from_id: number; opened_at: Date | null; closed_at: Date | null }[]>`
        select from_id, opened_at, closed_at from id_range order by from_id`
    ).map(({ from_id: from, opened_at: opened, closed_at: closed }) => [
      from / SPAN,
      closed !== null ? 'closed' : opened !== null ? 'open' : 'ahead',
    ])
  /** Resolves with the ranges whose messages are gone. */
  const maintain = async () =>
    (await maintainRanges(db.sql, SETTINGS, NO_ARCHIVE))
      .filter(({ data }) => data === 'messages')
      .map(({ fromId }) => fromId)
  const nextId = async () => (await createRecordIds(db.sql, createManualClock()).take(1))[0] as number
  /** Makes the ranges older. */
  const age = (days: number) => db.sql`
    update id_range set opened_at = opened_at - ${days}::integer * interval '1 day',
      closed_at = closed_at - ${days}::integer * interval '1 day'`
  const tables = async () =>
    (
      await db.sql<{ relname: string }[]>`
        select inhrelid::regclass::text as relname from pg_inherits where inhparent = 'message'::regclass order by 1`
    ).map((row) => row.relname)

  it('there are always two ahead of the sequence', async () => {
    assert.deepEqual(await ranges(), [
      [0, 'open'],
      [1, 'ahead'],
    ])
    assert.deepEqual(await maintain(), [])
    assert.deepEqual(await ranges(), [
      [0, 'open'],
      [1, 'ahead'],
      [2, 'ahead'],
    ])
    assert.deepEqual(await maintain(), [])
    assert.equal((await ranges()).length, 3)
  })

  it('each has a partition of every table that is partitioned', async () => {
    const rows = await db.sql<{ parent: string; missing: number }[]>`
      select parent.relname as parent, count(*) filter (where child.oid is null) as missing
      from id_range
      cross join pg_class as parent
      left join pg_class as child
        on child.relnamespace = parent.relnamespace and child.relname = parent.relname || '_' || id_range.from_id
        and child.relispartition
      where parent.relkind = 'p' and parent.relnamespace = 'heliograph'::regnamespace
        and pg_get_partkeydef(parent.oid) like 'RANGE (%\\_id)'
      group by 1 order by 1`
    assert.ok(rows.some(({ parent }) => parent === 'message_history'))
    assert.deepEqual(
      rows.filter(({ missing }) => missing > 0),
      [],
    )
  })

  it('when its period is over the sequence moves on, and messages go on in the next range', async () => {
    const account = await db.addAccount()
    const old = await db.addMessage(account)
    assert.ok(old < SPAN)
    await age(8)
    await maintain()
    assert.deepEqual(await ranges(), [
      [0, 'closed'],
      [1, 'open'],
      [2, 'ahead'],
    ])
    assert.equal(await nextId(), SPAN)
    const late = await db.addMessage(account, { sms_id: old + 1 })
    assert.ok(late < SPAN, 'a block taken before is still good')
    await maintain()
    assert.equal(await nextId(), SPAN + 1_000, 'the sequence is moved once')
  })

  it('a sequence that runs over by itself is followed', async () => {
    await db.sql`select setval('id_block', ${(2 * SPAN) / 1_000}::bigint, false)`
    await maintain()
    assert.deepEqual(await ranges(), [
      [0, 'closed'],
      [1, 'closed'],
      [2, 'open'],
      [3, 'ahead'],
      [4, 'ahead'],
    ])
    assert.equal(await nextId(), 2 * SPAN)
  })

  it('receipts are looked for in what was open in the last seven days', async () => {
    await db.sql`update id_range set opened_at = now() - interval '20 days' where from_id = 0`
    await db.sql`update id_range set opened_at = now() - interval '9 days' where from_id = ${SPAN}`
    await db.sql`update id_range set opened_at = now() - interval '2 days' where from_id = ${2 * SPAN}`
    assert.equal(await findReceiptFloor(db.sql), SPAN)
  })

  it('a range with messages whose validity was not looked at, or that are still to be looked at, is kept, however old', async () => {
    const account = await db.addAccount()
    await age(200)
    await db.sql`update id_range set opened_at = now() where from_id = ${2 * SPAN}`
    await db.addMessage(account, { sms_id: SPAN + 5 })
    await db.sql`insert into validity_check (sms_id, due_at) values (${SPAN - 5}, now() + interval '1 day')`
    assert.deepEqual(await maintain(), [])
    assert.equal((await tables()).length, 5)
  })

  it('what is older than the retention is dropped whole, with the ids that clients gave', async () => {
    const account = await db.addAccount()
    await db.sql`delete from validity_check`
    await db.sql`update deployment set validity_watermark = ${SPAN + 5}`
    await db.sql`
      insert into message_key (client_id, message_id, sms_id) values
        (${account.clientId}, 'old', ${SPAN + 5}), (${account.clientId}, 'kept', ${2 * SPAN})`
    await db.sql`update message set message_id = 'old', client_id = ${account.clientId}::bigint where sms_id = ${SPAN + 5}`
    db.clock.advance(60_001)
    const current = await db.addMessage(account)
    assert.deepEqual(await maintain(), [0, SPAN])
    assert.deepEqual(await ranges(), [
      [2, 'open'],
      [3, 'ahead'],
      [4, 'ahead'],
    ])
    assert.deepEqual(await tables(), [`message_${2 * SPAN}`, `message_${3 * SPAN}`, `message_${4 * SPAN}`])
    const keys = await db.sql<{ message_id: string }[]>`select message_id from message_key`
    assert.deepEqual([...keys], [{ message_id: 'kept' }])
    const messages = await db.sql<{ sms_id: number }[]>`select sms_id from message`
    assert.deepEqual([...messages], [{ sms_id: current }])
    assert.equal(await findReceiptFloor(db.sql), 0)
  })

  it('one node at a time moves them', async () => {
    await age(8)
    await db.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(4242802)`
      assert.deepEqual(await maintain(), [])
      assert.equal((await ranges())[0]?.[1], 'open')
    })
    await Promise.all([maintain(), maintain(), maintain()])
    // Runs that came after the first had committed, if any did, have added one more range ahead.
    await maintain()
    assert.deepEqual(await ranges(), [
      [2, 'closed'],
      [3, 'open'],
      [4, 'ahead'],
      [5, 'ahead'],
    ])
    assert.equal(await nextId(), 3 * SPAN)
  })
})
