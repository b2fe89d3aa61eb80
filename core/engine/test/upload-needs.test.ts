import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UploadPlan } from '@heliograph/contracts'
import { newestMigration } from '../src/database/migration-list.ts'
import { claimUploads, wakeUpload } from '../src/intake/uploads/due-uploads.ts'
import { neededFor } from '../src/intake/uploads/upload-needs.ts'
import { useDatabase } from './support/database-fixture.ts'
import { startTestNode } from './support/test-node.ts'

const HEADER = ['Number', 'Town']
const plan = (text: string): UploadPlan => ({ hasHeader: true, numberColumn: 0, text })

describe('what a node has to know for an upload', () => {
  const rows: [text: string, needed: number | null][] = [
    ['Hello', null],
    ['Hello {town}, {1}', null],
    ['Hello {town|you}, {opt_out_link} {{name}}', null],
    ['Hello {name}', 80],
    ['Hello {first_name|you} of {town}', 80],
  ]
  for (const [text, needed] of rows) it(`${text}: ${needed}`, () => assert.equal(neededFor(plan(text), HEADER), needed))

  it('of two texts: 80', () =>
    assert.equal(neededFor({ ...plan('Hello'), comparison: { text: 'Hi', percent: 50 } }, HEADER), 80))
})

describe('a node of an earlier release', () => {
  const db = useDatabase()

  it('claims what every node can work on, and leaves what it would get wrong to a newer one', async (t) => {
    const latest = await newestMigration()
    const [older, newer] = await Promise.all([
      startTestNode(db.sql, { name: 'older', knownMigration: latest - 1 }),
      startTestNode(db.sql, { name: 'newer', knownMigration: latest }),
    ])
    t.after(() => Promise.all([older.node.stop(), newer.node.stop()]))
    const { clientId, userId } = await db.addAccount()
    const add = async (needs: number | null) => {
      const [row] = await db.sql<{ upload_id: number }[]>`
        insert into upload (client_id, user_id, name, octets, bulk_id, state, needs, created_at, touched_at)
        values (${clientId}::bigint, ${userId}::bigint, 'list', 1, ${`needs ${needs}`}, 'checking', ${needs}::integer, now(), now())
        returning upload_id`
      const { upload_id: uploadId } = row as { upload_id: number }
      await wakeUpload(db.sql, uploadId)
      return uploadId
    }
    const [plain, personal] = [await add(null), await add(latest)]
    const claimedBy = async ({ node }: typeof older) =>
      (await claimUploads(db.sql, node.leaseNumber, 20)).map((row) => row.upload_id)
    assert.deepEqual(await claimedBy(older), [plain])
    assert.deepEqual(await claimedBy(newer), [personal])
  })
})
