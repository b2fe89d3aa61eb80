import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fillNext } from '../src/intake/uploads/fill-upload.ts'
import type { UploadEntry } from '../src/intake/uploads/upload-row.ts'
import { findUpload } from '../src/intake/uploads/upload-statements.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

/** Members of the first group, more than two steps add; the second group has some of them, and some of its own. */
const FIRST = 11_000
const SHARED = 700
const OWN = 300

describe('members of groups are taken into an upload', () => {
  const db = useDatabase()
  let account: TestAccount
  let uploadId: number

  const entry = async () => (await findUpload(db.sql, uploadId)) as UploadEntry

  before(async () => {
    account = await db.addAccount()
    const { clientId, userId } = account
    const groupIds: number[] = []
    for (const [name, from, to] of [
      ['one', 1, FIRST],
      ['two', FIRST - SHARED + 1, FIRST + OWN],
    ] as const) {
      const [group] = await db.sql<{ group_id: number }[]>`
        insert into contact_group (client_id, name, name_key) values (${clientId}::bigint, ${name}, ${name}) returning group_id`
      const groupId = (group as { group_id: number }).group_id
      groupIds.push(groupId)
      await db.sql`
        insert into contact_group_member (group_id, client_id, mobile)
        select ${groupId}::bigint, ${clientId}::bigint, '2782' || lpad(n::text, 7, '0')
        from generate_series(${from}::integer, ${to}::integer) as n`
    }
    const filling = JSON.stringify({ groupIds, index: 0, after: '' })
    const [upload] = await db.sql<{ upload_id: number }[]>`
      insert into upload (client_id, user_id, name, octets, bulk_id, state, filling, created_at, touched_at)
      values (${clientId}::bigint, ${userId}::bigint, 'groups', 0, 'bulk', 'checking', ${filling}::text::jsonb, now(), now())
      returning upload_id`
    uploadId = (upload as { upload_id: number }).upload_id
  })

  it('each once, though two nodes work on it at the same time and one of them knows an old state', async () => {
    const old = await entry()
    const tools = { sql: db.sql, clock: db.clock, keptMebibytes: 256 }
    while ((await entry()).filling !== null) await Promise.all([fillNext(tools, old), fillNext(tools, await entry())])
    assert.equal((await entry()).rows, FIRST + OWN)
    const chunks = await db.sql<{ first_row: number; cells: readonly (readonly string[])[] }[]>`
      select first_row, cells from upload_chunk where upload_id = ${uploadId}::bigint order by first_row`
    let rows = 0
    for (const chunk of chunks) {
      assert.equal(chunk.first_row, rows)
      rows += chunk.cells.length
    }
    assert.equal(new Set(chunks.flatMap(({ cells }) => cells.map(([mobile]) => mobile))).size, FIRST + OWN)
  })

  it('none any more once it was cancelled', async () => {
    await db.sql`update upload set state = 'cancelled' where upload_id = ${uploadId}::bigint`
    assert.equal(await fillNext({ sql: db.sql, clock: db.clock, keptMebibytes: 256 }, await entry()), false)
  })
})
