import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PRIORITIES } from '@heliograph/contracts'
import { batchesOf } from './support/batches.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

const HOUR_MS = 3_600_000

let h: Harness
before(async () => {
  h = await startEngine()
})
after(() => h.close())

async function countCommits(smsIds: readonly number[]): Promise<number> {
  const [row] = await h.engine.sql<{ commits: number }[]>`
    select count(distinct xmin::text)::integer as commits from message where sms_id in ${h.engine.sql([...smsIds])}`
  return row?.commits ?? 0
}

describe('batches of accepted messages', () => {
  // spec: Message states | state | v2 send accepted: queued by priority
  it('of a message for now: due at once, by route and priority, never out of attempts', async () => {
    const { entries } = await h.submit({}, { priority: PRIORITIES.LOW })
    const batches = await batchesOf(h.engine.sql, [entries[0]?.smsId as number])
    assert.equal(batches.length, 1)
    const [batch] = batches
    assert.ok(Math.abs((batch?.due_at.getTime() ?? 0) - Date.now()) < 60_000)
    assert.deepEqual(
      [batch?.priority, batch?.route, batch?.owner, batch?.bulk_id],
      [PRIORITIES.LOW, 'default', null, null],
    )
  })

  it('messages of one commit and priority share batches, whichever client sent them', async () => {
    const other = await h.addClient()
    const submitTogether = async () => {
      const results = await Promise.all([
        h.submit({ to: Array.from({ length: 200 }, () => '27821110001') }),
        h.engine.submissions.submit(other, makeRequest({ to: Array.from({ length: 200 }, () => '27821110002') })),
        h.submit({}, { priority: PRIORITIES.BULK }),
      ])
      return results.flatMap(({ entries }) => entries.map(({ smsId }) => smsId))
    }
    // What is submitted at once shares a commit, unless the machine happens to be busy.
    let smsIds = await submitTogether()
    while ((await countCommits(smsIds)) > 1) smsIds = await submitTogether()
    assert.deepEqual(
      (await batchesOf(h.engine.sql, smsIds)).map(({ sms_ids: ids, priority }) => [ids.length, priority]),
      [
        [250, PRIORITIES.HIGH],
        [150, PRIORITIES.HIGH],
        [1, PRIORITIES.BULK],
      ],
    )
  })

  it('scheduled messages share a batch only within their bulk and time', async () => {
    const [soon, late] = [new Date(Date.now() + HOUR_MS), new Date(Date.now() + 2 * HOUR_MS)]
    const message = (sendAt: Date, to: string) => ({ text: 'x', sendAt, destinations: [{ to }] })
    const [first, second] = await Promise.all([
      h.submit(
        {},
        {
          bulkId: 'first',
          messages: [message(soon, '27821110001'), message(late, '27821110002'), message(soon, '27821110003')],
        },
      ),
      h.submit({}, { bulkId: 'second', messages: [message(soon, '27821110004')] }),
    ])
    assert.ok([...first.entries, ...second.entries].every(({ state }) => state === 'scheduled'))
    const ids = [...first.entries, ...second.entries].map(({ smsId }) => smsId)
    const batches = await batchesOf(h.engine.sql, ids)
    assert.deepEqual(
      batches.map((batch) => [batch.sms_ids, batch.due_at, batch.bulk_id]),
      [
        [[ids[0], ids[2]], soon, 'first'],
        [[ids[1]], late, 'first'],
        [[ids[3]], soon, 'second'],
      ],
    )
  })

  it('a validity or a time of its own is looked after from the start', async () => {
    const sendAt = new Date(Date.now() + HOUR_MS)
    const results = await Promise.all([h.submit({}), h.submit({ validitySeconds: 60 }), h.submit({ sendAt })])
    const [plain, short, later] = results.map(({ entries }) => entries[0]?.smsId as number) as [number, number, number]
    const rows = await h.engine.sql<{ sms_id: number; due_at: Date }[]>`
      select sms_id, due_at from validity_check where sms_id in ${h.engine.sql([plain, short, later])}`
    const due = new Map(rows.map((row) => [row.sms_id, row.due_at.getTime()]))
    assert.equal(due.has(plain), false)
    assert.ok((due.get(short) ?? 0) < Date.now() + 61_000)
    assert.equal(due.get(later), sendAt.getTime() + 48 * HOUR_MS)
  })
})
