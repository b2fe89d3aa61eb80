import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { formatMessageId, parseMessageId } from '@heliograph/messaging'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'

const CELL = 7
const FIRST_ID = 70_000_000_000_000
const SPAN = 100_000_000

describe('a cell', () => {
  const db = useDatabase()

  it('has ids of its own, for accounts and for messages, and ranges that follow them', async () => {
    await db.sql`select set_cell(${CELL}::integer)`
    const account = await db.addAccount()
    assert.equal(account.clientId, 7_000_001_001)
    assert.ok(account.channelId > 7_000_001_000 && account.userId > 7_000_001_000)
    const smsId = await db.addMessage(account)
    assert.equal(smsId, FIRST_ID)
    await maintainRanges(db.sql, { retentionDays: 90, rangeDays: 7 })
    const ranges = await db.sql<{ from_id: number }[]>`select from_id from id_range order by from_id`
    assert.deepEqual(
      ranges.map((row) => row.from_id),
      [0, 1, 2].map((place) => FIRST_ID + place * SPAN),
    )
  })

  it('is given to an empty database only', async () => {
    await assert.rejects(async () => await db.sql`select set_cell(8)`, /nothing has been stored/)
  })

  it('the last one has ids that numbers hold exactly, in message ids too', () => {
    const salt = new Uint8Array(16)
    const last = 899 * 10_000_000_000_000 + 9_999_999_999_999
    assert.ok(Number.isSafeInteger(last))
    assert.equal(parseMessageId(salt, formatMessageId(salt, last, 1_700_000_000_000))?.smsId, last)
  })
})

describe('a gateway that is a cell', () => {
  let h: Harness
  before(async () => {
    h = await startEngine()
  })
  after(() => h.close())

  it('no other than cell 0 is meant when nothing is said', async () => {
    const [row] = await h.engine.sql`select cell from deployment`
    assert.equal(row?.cell, 0)
    const { entries } = await h.submit({ to: '27820000001' })
    assert.ok((entries[0]?.smsId as number) < FIRST_ID / CELL)
  })
})
