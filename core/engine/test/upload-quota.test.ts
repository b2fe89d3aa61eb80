import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type UploadRecord, Uploads } from '@heliograph/contracts'
import { dropNextDone } from '../src/intake/uploads/drop-rows.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const QUOTA_MEBIBYTES = 2
const QUOTA = QUOTA_MEBIBYTES * 1_048_576

describe('the rows of a client’s uploads', () => {
  let base: Harness
  let uploads: Uploads
  before(async () => {
    base = await startEngine({
      carriers: new Map(),
      roles: ['webhooks'],
      settings: { limits: { partsPerRequest: 1, partsPerMinute: 1, uploadMebibytes: QUOTA_MEBIBYTES } },
    })
    uploads = find(base.engine.services, Uploads)
  })
  after(() => base.close())

  async function held(clientId: number): Promise<{ readonly octets: number; readonly noted: number }> {
    const [row] = await base.engine.sql<{ octets: number; noted: number }[]>`
      select coalesce(sum((select sum(octet_length(cells::text)) from upload_chunk as chunk where chunk.upload_id = upload.upload_id)), 0)::bigint as octets,
        coalesce(sum(kept_octets), 0)::bigint as noted
      from upload where client_id = ${clientId}::bigint`
    return row ?? { octets: 0, noted: 0 }
  }

  /** Sends a file of many pieces until it is refused. Resolves with the upload. */
  async function fill(piece: number): Promise<number> {
    const { uploadId } = await uploads.create(base.principal, { name: 'list', octets: 1_000 })
    for (let from = 0; from < 1_000; from += 1) {
      const rows = Array.from({ length: piece }, (_, n) => [`2782${String(n).padStart(7, '0')}`, 'x'.repeat(500)])
      const taken = uploads.addRows(base.principal, uploadId, { from, to: from + 1, separator: ',', rows })
      const refused = await taken.then(
        () => undefined,
        (error: { code?: string }) => error.code,
      )
      if (refused === undefined) continue
      assert.equal(refused, 'uploads-full')
      return uploadId
    }
    return assert.fail('it was never refused')
  }

  it('never take more than they may, however many are sent at the same time, cancelled and sent again', async () => {
    const { clientId } = base.principal
    for (let round = 0; round < 4; round += 1) {
      const sent = await Promise.all([fill(700), fill(300), fill(150), fill(40)])
      const { octets, noted } = await held(clientId)
      // Stored, a row has blanks between its cells.
      assert.ok(octets <= QUOTA * 1.02, `${octets} octets are held`)
      assert.ok(noted > QUOTA / 2 && noted <= QUOTA, `${noted} octets are noted`)
      await assert.rejects(uploads.create(base.principal, { name: 'list', octets: QUOTA }), { code: 'uploads-full' })
      for (const uploadId of sent) await uploads.cancel(base.principal, uploadId)
      await base.until(async () => (await held(clientId)).noted === 0, 'the rows are gone')
      assert.equal((await held(clientId)).octets, 0)
    }
    const { records } = await uploads.find(base.principal, { limit: 100 })
    assert.deepEqual(
      new Set(records.map(({ state, keptOctets }) => `${state} ${keptOctets}`)),
      new Set(['cancelled 0']),
    )
    assert.ok(records.every(({ rows }) => rows > 0))
  })

  it('are told of without the principal that they are sent for', async () => {
    const { uploadId } = await uploads.create(base.principal, { name: 'list', octets: 1 })
    const rows = [['27821110001', 'Ann']]
    await uploads.addRows(base.principal, uploadId, { from: 0, to: 1, separator: ',', rows })
    const planned = await uploads.plan(base.principal, uploadId, { hasHeader: false, numberColumn: 0, text: '{2}' })
    const got = await uploads.get(base.principal, uploadId)
    const { records } = await uploads.find(base.principal, { limit: 1 })
    for (const record of [planned, got, ...records]) {
      const { uploadId: ownId, price } = record as UploadRecord
      assert.deepEqual([ownId, typeof price.amount, price.currency], [uploadId, 'string', base.principal.currency])
      for (const hidden of ['clientId', 'principal', 'filling', 'sentRows'])
        assert.equal(Object.hasOwn(record as UploadRecord, hidden), false, hidden)
    }
    await uploads.cancel(base.principal, uploadId)
  })

  it('that are done leave half of it to new ones: the oldest go first', async () => {
    const { clientId, userId } = await base.addClient()
    const { sql } = base.engine
    const ids: number[] = []
    for (const share of [0.3, 0.2, 0.2, 0.2]) {
      const [row] = await sql<{ upload_id: number }[]>`
        insert into upload (client_id, user_id, name, state, octets, bulk_id, kept_octets, created_at, touched_at)
        values (${clientId}, ${userId}, 'list', 'done', 1, gen_random_uuid(), ${Math.round(QUOTA * share)}, now(), now())
        returning upload_id`
      const uploadId = row?.upload_id as number
      await sql`insert into upload_chunk (upload_id, first_row, cells) values (${uploadId}, 0, '[["27821110001"]]')`
      ids.push(uploadId)
    }
    while (await dropNextDone(sql, { clientId }, QUOTA_MEBIBYTES));
    const left = await sql<{ upload_id: number }[]>`
      select upload_id from upload_chunk where upload_id = any(${ids}) order by upload_id`
    assert.deepEqual(
      left.map((row) => row.upload_id),
      ids.slice(2),
    )
    assert.ok((await held(clientId)).noted <= QUOTA / 2)
  })
})
