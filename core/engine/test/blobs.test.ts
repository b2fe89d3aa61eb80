import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Principal } from '@heliograph/contracts'
import { attachBlobs, dropLooseBlobs } from '../src/accounts/blobs/blob-statements.ts'
import { createBlobs } from '../src/accounts/blobs/blobs.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { eraseIncoming } from '../src/operate/erase/erase-messages.ts'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { removeTexts } from '../src/operate/texts/remove-texts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

const DAY = 86_400_000
const FROM = '27831112222'
const JPEG = 'image/jpeg'

describe('files', () => {
  const db = useDatabase()
  let account: TestAccount
  let principal: Principal
  beforeEach(async () => {
    await db.sql`truncate blob, incoming_message cascade`
    account = await db.addAccount()
    principal = account.principal
  })

  /** Of at most 100 octets, and for each client three of them with 150 octets at most. */
  const files = () =>
    createBlobs({
      sql: db.sql,
      visibleTo: async () => null,
      mostOctetsOfOne: 100,
      mostBlobs: 3,
      mostOctets: 150,
    })
  const octets = (length: number) => Buffer.alloc(length, 'x')
  const put = (length: number, size?: number) =>
    files().blobs.put(principal, { mediaType: JPEG, octets: octets(length), size })
  const left = async () => {
    const rows = await db.sql<{ blobs: number; chunks: number }[]>`
      select (select count(*) from blob) as blobs, (select count(*) from blob_chunk) as chunks`
    return { ...rows[0] }
  }

  /** A file came in, so many days ago. */
  async function receive(days: number): Promise<string> {
    const { blobId } = await files().blobs.put(principal, { mediaType: JPEG, octets: octets(10), size: 10 })
    const [incomingId] = await db.ids.take(1)
    await db.sql`
      insert into incoming_message (
        incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, received_at
      )
      values (${incomingId as number}, 'c', 'c/a', ${account.channelId}, ${account.clientId}, ${FROM}, '2782', 'hi', 0,
        ${new Date(Date.now() - days * DAY)})`
    await db.sql.begin((tx) => attachBlobs(tx, [{ incomingId: incomingId as number, blobIds: [blobId] }]))
    return blobId
  }

  const FULL = { category: 'conflict', code: 'blobs-full' }

  it('of a client are as many as it may have, and one goes for another', async () => {
    const [first] = [await put(10, 10), await put(10, 10), await put(10, 10)]
    await assert.rejects(put(10, 10), FULL)
    assert.equal(await files().blobs.remove(principal, first.blobId), true)
    await put(10, 10)
    const other = await db.addAccount()
    await files().blobs.put(other.principal, { mediaType: JPEG, octets: octets(10) })
  })

  it('take as much room as they may: what is said beforehand, or the most that one may have', async () => {
    await put(60, 60)
    await assert.rejects(put(10), FULL, '100 could come')
    await put(90, 90)
    await assert.rejects(put(1, 1), FULL)
    assert.deepEqual(await left(), { blobs: 2, chunks: 2 })
  })

  it('that come at once never take more than they may', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => put(60, 60)))
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  })

  it('that break off, or are longer than was said, leave nothing behind', async () => {
    async function* breaking() {
      yield octets(10)
      throw new Error('away')
    }
    await assert.rejects(files().blobs.put(principal, { mediaType: JPEG, octets: breaking() }), { message: 'away' })
    await assert.rejects(put(20, 10), { category: 'too-large', code: 'blob-too-large' })
    await assert.rejects(put(101), { category: 'too-large', code: 'blob-too-large' })
    assert.deepEqual(await left(), { blobs: 0, chunks: 0 })
  })

  const GOING: readonly (readonly [what: string, go: () => Promise<unknown>])[] = [
    ['the text of their message', () => removeTexts(db.sql, db.clock, 10)],
    ['what its sender wrote, when that is erased', () => eraseIncoming(db.sql, account.clientId, FROM)],
  ]
  for (const [what, go] of GOING)
    it(`go with ${what}`, async () => {
      await db.sql`truncate text_mark, text_wait`
      await receive(11)
      await go()
      assert.deepEqual(await left(), { blobs: 0, chunks: 0 })
    })

  it('go with the range of their message', async () => {
    await receive(60)
    const loose = await put(10, 10)
    const maintain = () => maintainRanges(db.sql, { days: 30, rangeDays: 7 }, NO_ARCHIVE)
    await db.sql`update id_range set opened_at = now() - interval '62 days' where opened_at is not null and closed_at is null`
    await maintain()
    await db.sql`update id_range set closed_at = now() - interval '55 days' where closed_at is not null`
    db.clock.advance(60_001)
    await maintain()
    assert.deepEqual([...(await db.sql`select blob_id from blob`)], [{ blob_id: loose.blobId }])
  })

  it('that no message has go after thirty days, unfinished ones after one', async () => {
    const attached = await receive(1)
    const [old, young] = [await put(10, 10), await put(10, 10)]
    const age = (blobId: string, days: number, isComplete = true) => db.sql`
      update blob set created_at = now() - ${days}::integer * interval '1 day', is_complete = ${isComplete}
      where blob_id = ${blobId}::uuid`
    await age(attached, 90)
    await age(old.blobId, 31)
    await age(young.blobId, 29)
    assert.equal(await dropLooseBlobs(db.sql), false)
    assert.equal((await left()).blobs, 2)
    await age(young.blobId, 2, false)
    await dropLooseBlobs(db.sql)
    assert.deepEqual([...(await db.sql`select blob_id from blob`)], [{ blob_id: attached }])
  })
})
