import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { NetworkIncoming } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { markIds, selectFirstId } from '../src/database/id-marks.ts'
import { insertIncoming } from '../src/inbound/incoming-message.ts'
import { createIncomingMessages } from '../src/inbound/incoming-messages.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn } from './support/plans.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('marks of ids by time', () => {
  const db = useDatabase()
  let account: TestAccount
  const now = Date.now()

  const marks = async () => [
    ...(await db.sql<{ at: Date; from_id: number }[]>`select at, from_id from id_mark order by at`),
  ]
  const takeIds = () => db.sql`select nextval('id_block')`
  /** Makes the marks older. */
  const age = (minutes: number) => db.sql`update id_mark set at = at - ${minutes}::integer * interval '1 minute'`

  before(async () => {
    account = await db.addAccount()
    await db.sql`update id_range set opened_at = now() - interval '1 day' where opened_at is not null`
  })

  it('one is made when ids were taken and the last one is half a minute old', async () => {
    await db.sql`delete from id_mark`
    await takeIds()
    await markIds(db.sql)
    const [first] = await marks()
    assert.ok(first)
    await takeIds()
    await markIds(db.sql)
    assert.deepEqual(await marks(), [first], 'a moment ago')
    await age(1)
    await markIds(db.sql)
    const [, second] = await marks()
    assert.equal(second?.from_id, first.from_id + 1_000)
    await age(1)
    await markIds(db.sql)
    assert.equal((await marks()).length, 2, 'no id has been taken since')
  })

  it('those from before the oldest range go', async () => {
    await db.sql`insert into id_mark (at, from_id) select opened_at - interval '1 second', -1 from id_range where from_id = 0`
    await markIds(db.sql)
    assert.ok((await marks()).every((mark) => mark.from_id >= 0))
  })

  it('a search begins at the last one that is old enough', async () => {
    await db.sql`delete from id_mark`
    for (const minutes of [60, 40, 20])
      await db.sql`insert into id_mark (at, from_id) values (${new Date(now - minutes * MINUTE)}, ${(60 - minutes) * 1_000})`
    for (const [minutes, expected] of [
      [0, 40_000],
      [14, 40_000],
      [16, 20_000],
      [50, 0],
      [70, undefined],
    ] as const) {
      const [row] = await selectFirstId(db.sql, new Date(now - minutes * MINUTE))
      assert.equal(row?.from_id, expected, `${minutes} minutes ago`)
    }
  })

  it('a message stored long after it was received is found, and hides none', async () => {
    const message = (receivedAt: number): NetworkIncoming => ({
      carrier: 'net',
      link: 'main',
      from: '27831234567',
      to: '27820000001',
      text: 'Hi',
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(receivedAt),
    })
    // Marks as above. In the order in which they were stored, 50 to 10 minutes ago. All but the first and the third
    // were received when they were stored.
    const stored = [
      { incomingId: 10_000, ...message(now - 5 * HOUR) },
      { incomingId: 20_001, ...message(now - 39 * MINUTE) },
      { incomingId: 20_500, ...message(now - 3 * HOUR) },
      { incomingId: 45_000, ...message(now - 18 * MINUTE) },
      { incomingId: 50_000, ...message(now - 10 * MINUTE) },
    ]
    await db.sql.begin((tx) =>
      insertIncoming(
        tx,
        stored.map((each) => ({ ...each, incomplete: false })),
      ),
    )
    const { clientId, userId, principal } = account
    const own = { clientId, userId, ownChannelId: null, quiet: null, channels: new Map(), fallback: undefined }
    const { find } = createIncomingMessages({
      searches: searchesOn(db.sql),
      sql: db.sql,
      accountOf: () => own,
      clock: db.clock,
      logger: captureLogger(),
    })
    for (const [since, expected] of [
      [6 * HOUR, [10_000, 20_001, 20_500, 45_000, 50_000]],
      [4 * HOUR, [20_001, 20_500, 45_000, 50_000]],
      [39 * MINUTE, [20_001, 45_000, 50_000]],
      [18 * MINUTE, [45_000, 50_000]],
      [5 * MINUTE, []],
    ] as const) {
      const { records } = await find(principal, { since: new Date(now - since), limit: 100 })
      assert.deepEqual(
        records.map(({ incomingId }) => incomingId),
        expected,
        `${since / MINUTE} minutes ago`,
      )
    }
  })
})
