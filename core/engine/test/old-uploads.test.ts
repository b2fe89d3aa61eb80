import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOldUpload } from '../src/intake/uploads/old-uploads.ts'
import { useDatabase } from './support/database-fixture.ts'

const KEPT = { uploadDays: 60 }

const database = useDatabase()

test('an upload that was not touched for so many days goes with its rows, another one stays', async () => {
  const { sql } = database
  const { clientId, userId } = await database.addAccount()
  const ids: number[] = []
  for (const days of [61, 59]) {
    const [row] = await sql<{ upload_id: number }[]>`
      insert into upload (client_id, user_id, name, octets, bulk_id, created_at, touched_at)
      values (${clientId}, ${userId}, 'list', 1, ${`bulk ${days}`}, now(), now() - ${days}::integer * interval '1 day')
      returning upload_id`
    const uploadId = row?.upload_id as number
    await sql`insert into upload_chunk (upload_id, first_row, cells) values (${uploadId}, 0, '[["27821110001"]]')`
    await sql`insert into upload_problem (upload_id, row_number, problem) values (${uploadId}, 0, 'bad-number')`
    await sql`insert into upload_number (upload_id, mobile) values (${uploadId}, '27821110001')`
    ids.push(uploadId)
  }
  assert.deepEqual([await dropOldUpload(sql, KEPT), await dropOldUpload(sql, KEPT)], [true, false])
  for (const rows of [
    await sql<{ upload_id: number }[]>`select upload_id from upload`,
    await sql<{ upload_id: number }[]>`select upload_id from upload_chunk`,
    await sql<{ upload_id: number }[]>`select upload_id from upload_problem`,
    await sql<{ upload_id: number }[]>`select upload_id from upload_number`,
  ])
    assert.deepEqual(
      rows.map((row) => row.upload_id),
      ids.slice(1),
    )
})
