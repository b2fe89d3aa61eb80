import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordFirstAnswers } from '../src/outbound/dispatch/results/record-first-answers.ts'
import { type ResultRecord, recordResults } from '../src/outbound/dispatch/results/record-results.ts'
import { LeaseLostError } from '../src/ownership/lease-lost.ts'
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
    isOpened: false,
    ...changes,
  }
}

/** The answer of a network that took a message of one part. */
function ending(smsId: number, state: 'submitted' | 'delivered'): ResultRecord {
  const { parts } = answer(smsId)
  return answer(smsId, { state, parts: parts.map((part) => ({ ...part, state })) })
}

async function storedOf(smsIds: readonly number[]) {
  const rows = await db.sql<{ sms_id: number; state: string; attempt: number; network_key: string | null }[]>`
    select message_state.sms_id, message_state.state::text, message_state.attempt, submission.network_key
    from message_state left join submission on submission.sms_id = message_state.sms_id
    where message_state.sms_id = any(${[...smsIds]}::bigint[]) order by 1`
  return rows.map((row) => [row.sms_id, row.state, row.attempt, row.network_key])
}

describe('answers of links', () => {
  for (const state of ['submitted', 'delivered'] as const) {
    it(`first ones that are ${state} are stored as the careful way stores them`, async () => {
      const lease = await newLease()
      const account = await db.addAccount()
      const [a, b] = [await db.addMessage(account), await db.addMessage(account)]
      assert.equal(await recordFirstAnswers(db.sql, lease, [ending(a, state)]), true)
      await recordResults(db.sql, lease, [ending(b, state)])
      const columns = (smsId: number) => db.sql`
      select state, attempt, null as link, send_at, submitted_at, done_at, error_id, network_status from message_state where sms_id = ${smsId}
      union all
      select state, attempt, link, null, submitted_at, done_at, error_id, network_status from submission where sms_id = ${smsId}`
      assert.deepEqual([...(await columns(a))], [...(await columns(b))])
      const rows = await storedOf([a, b])
      assert.deepEqual(
        rows.map(([, state, attempt]) => [state, attempt]),
        [
          [state, 1],
          [state, 1],
        ],
      )
    })
  }

  it('first ones from several links that say different things are each stored as the careful way stores them', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const add = () => Promise.all(Array.from({ length: 4 }, () => db.addMessage(account)))
    const answers = (smsIds: readonly number[]) =>
      smsIds.map((smsId, place) => ({
        ...ending(smsId, place === 1 ? 'delivered' : 'submitted'),
        carrier: place === 2 ? 'other' : 'net',
        link: place === 3 ? 'net/second' : 'net/main',
        at: db.clock.now() + place,
      }))
    const [quick, careful] = [await add(), await add()]
    assert.equal(await recordFirstAnswers(db.sql, lease, answers(quick)), true)
    await recordResults(db.sql, lease, answers(careful))
    const stored = async (smsIds: readonly number[]) => [
      ...(await db.sql`
        select message_state.state, message_state.attempt, message_state.submitted_at, message_state.done_at, carrier,
          link, part, series, submission.state as part_state, submission.done_at as part_done_at,
          network_id = 'N-' || sms_id as is_own
        from message_state join submission using (sms_id)
        where sms_id = any(${[...smsIds]}::bigint[]) order by sms_id`),
    ]
    assert.equal((await stored(quick)).length, 4)
    assert.deepEqual(await stored(quick), await stored(careful))
  })

  const REPORTED: readonly { title: string; message: Parameters<typeof db.addMessage>[1]; isWritten: boolean }[] = [
    { title: 'by a webhook', message: { notify_url: 'https://client.example/dlr' }, isWritten: false },
    { title: 'over its connection', message: { receipt_webhook: false, push_on: 1 }, isWritten: false },
    {
      title: 'by no webhook',
      message: { receipt_webhook: false, notify_url: 'https://client.example/dlr' },
      isWritten: true,
    },
  ]
  for (const { title, message, isWritten } of REPORTED) {
    it(`of messages that are delivered with their answers and whose client is told of it ${title}, ${isWritten ? 'all' : 'nothing'} is written`, async () => {
      const lease = await newLease()
      const account = await db.addAccount()
      const [a, b] = [await db.addMessage(account, message), await db.addMessage(account)]
      assert.equal(await recordFirstAnswers(db.sql, lease, [ending(a, 'delivered'), answer(b)]), isWritten)
      assert.equal((await storedOf([a, b])).length, isWritten ? 2 : 0)
    })
  }

  it('written again, because the answer to the first commit was lost, they change nothing', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const [a, b] = [await db.addMessage(account), await db.addMessage(account)]
    await recordFirstAnswers(db.sql, lease, [answer(a)])
    const before = await storedOf([a])
    assert.equal(await recordFirstAnswers(db.sql, lease, [answer(a), answer(b)]), false)
    assert.deepEqual(await storedOf([a, b]), before)
    await recordResults(db.sql, lease, [answer(a), answer(b)])
    assert.deepEqual(await storedOf([a]), before)
    assert.equal((await storedOf([b])).length, 1, 'what shares the statement is stored')
  })

  it('a message that was cancelled meanwhile stays cancelled', async () => {
    const lease = await newLease()
    const account = await db.addAccount()
    const smsId = await db.addMessage(account)
    await db.sql`insert into message_state (sms_id, state, attempt) values (${smsId}, 'cancelled', 0)`
    assert.equal(await recordFirstAnswers(db.sql, lease, [answer(smsId)]), false)
    await recordResults(db.sql, lease, [answer(smsId)])
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
