import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordFirstAnswers } from '../src/dispatch/results/record-first-answers.ts'
import { type ResultRecord, recordResults } from '../src/dispatch/results/record-results.ts'
import { LeaseLostError } from '../src/nodes/lease-lost.ts'
import { useDatabase } from './support/database-fixture.ts'

const db = useDatabase()

async function newLease(): Promise<number> {
  const [row] = await db.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
  return row?.lease as number
}

function answer(smsId: number, changes: Partial<ResultRecord> = {}): ResultRecord {
  const part = { part: 1, networkId: `N-${smsId}`, state: 'submitted', networkStatus: null, errorId: null } as const
  return {
    smsId,
    attempt: 1,
    series: 1,
    state: 'submitted',
    carrier: 'net',
    link: 'net/main',
    parts: [part],
    networkStatus: null,
    errorId: null,
    at: db.clock.now(),
    isNoted: false,
    ...changes,
  }
}

async function storedOf(smsIds: readonly number[]) {
  const rows = await db.sql<{ sms_id: number; state: string; attempt: number; network_key: string | null }[]>`
    select message_state.sms_id, message_state.state::text, message_state.attempt, submission.network_key
    from message_state left join submission on submission.sms_id = message_state.sms_id
    where message_state.sms_id = any(${[...smsIds]}::bigint[]) order by 1`
  return rows.map((row) => [row.sms_id, row.state, row.attempt, row.network_key])
}

describe('answers of links', () => {
  it('first ones are stored as the careful way stores them', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const [a, b] = [await db.addMessage(account), await db.addMessage(account)]
    await recordFirstAnswers(db.sql, lease, [answer(a)])
    await recordResults(db.sql, lease, [answer(b)])
    const columns = (smsId: number) => db.sql`
      select state, attempt, link, send_at, submitted_at, done_at, error_id, network_status from message_state where sms_id = ${smsId}
      union all
      select state, attempt, link, null, submitted_at, done_at, error_id, network_status from submission where sms_id = ${smsId}`
    assert.deepEqual([...(await columns(a))], [...(await columns(b))])
    const rows = await storedOf([a, b])
    assert.deepEqual(
      rows.map(([, state, attempt]) => [state, attempt]),
      [
        ['submitted', 1],
        ['submitted', 1],
      ],
    )
  })

  it('written again, because the answer to the first commit was lost, they change nothing', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const [a, b] = [await db.addMessage(account), await db.addMessage(account)]
    await recordFirstAnswers(db.sql, lease, [answer(a)])
    const before = await storedOf([a])
    await recordFirstAnswers(db.sql, lease, [answer(a), answer(b)])
    assert.deepEqual(await storedOf([a]), before)
    assert.equal((await storedOf([b])).length, 1, 'what shares the statement is stored')
  })

  it('a message that was cancelled meanwhile stays cancelled', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const smsId = await db.addMessage(account)
    await db.sql`insert into message_state (sms_id, state, attempt) values (${smsId}, 'cancelled', 0)`
    await recordFirstAnswers(db.sql, lease, [answer(smsId)])
    assert.equal((await storedOf([smsId]))[0]?.[1], 'cancelled')
  })

  for (const [name, record] of [
    ['first', recordFirstAnswers],
    ['all', recordResults],
  ] as const) {
    it(`${name}: of a lease that has ended nothing is stored`, async () => {
      const lease = await newLease()
      const account = await db.addAccount()
      const smsId = await db.addMessage(account)
      await db.sql`delete from node where lease = ${lease}`
      await assert.rejects(record(db.sql, lease, [answer(smsId)]), LeaseLostError)
      assert.deepEqual(await storedOf([smsId]), [])
    })
  }
})
