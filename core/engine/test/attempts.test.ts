import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { MessageState } from '@heliograph/contracts'
import { closeAttempts, type Opening, openAttempts } from '../src/outbound/lifecycle/attempts.ts'
import { LeaseLostError } from '../src/ownership/lease-lost.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'

const db = useDatabase()

async function newLease(): Promise<number> {
  const [row] = await db.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values (gen_random_uuid(), 'n', '{}') returning lease`
  return row?.lease as number
}

let lease: number
let account: TestAccount
beforeEach(async () => {
  lease = await newLease()
  account = await db.addAccount()
})

const openingOf = (smsId: number, changes: Partial<Opening> = {}): Opening => ({
  smsId,
  attempt: 1,
  link: 'net/main',
  settled: null,
  ...changes,
})

const openOf = async (smsId: number) =>
  (
    await db.sql<{ attempt: number; link: string; lease: number }[]>`
    select attempt, link, lease from attempt where sms_id = ${smsId}`
  ).map((row) => [row.attempt, row.link, row.lease])

interface Case {
  readonly name: string
  readonly state?: MessageState
  /** The attempt that was recorded last. */
  readonly recorded?: number
  readonly attempt: number
  readonly isOpened: boolean
}

const CASES: readonly Case[] = [
  { name: 'the first, of a message to which nothing has happened', attempt: 1, isOpened: true },
  { name: 'the first, of a message that was rescheduled', state: 'queued', recorded: 0, attempt: 1, isOpened: true },
  { name: 'a repetition', state: 'retrying', recorded: 1, attempt: 2, isOpened: true },
  { name: 'one that is recorded already', state: 'retrying', recorded: 2, attempt: 2, isOpened: false },
  ...(['submitted', 'unknown', 'delivered', 'refused-by-network', 'cancelled', 'opted-out', 'expired'] as const).map(
    (state) => ({ name: `of a message that is ${state} by now`, state, recorded: 1, attempt: 2, isOpened: false }),
  ),
]

describe('an attempt is opened or not', () => {
  for (const { name, state, recorded = 0, attempt, isOpened } of CASES) {
    it(name, async () => {
      const smsId = await db.addMessage(account)
      const other = await db.addMessage(account)
      if (state !== undefined) {
        await db.sql`
          insert into message_state (sms_id, state, attempt) values (${smsId}, ${state}::message_status, ${recorded})`
      }
      const opened = await openAttempts(db.sql, lease, [openingOf(smsId, { attempt }), openingOf(other)])
      assert.deepEqual([...opened].sort(), isOpened ? [smsId, other].sort() : [other])
      assert.deepEqual(await openOf(smsId), isOpened ? [[attempt, 'net/main', lease]] : [])
    })
  }

  for (const [name, settled, isOpened] of [
    ['nothing new is known of its parts', 1, true],
    ['one more part turned out to be with the network', 0, false],
  ] as const) {
    it(`for the rest of a long message: ${name}`, async () => {
      const smsId = await db.addMessage(account, { parts: 2 })
      await db.sql`insert into message_state (sms_id, state, attempt) values (${smsId}, 'retrying', 1)`
      for (const [part, state] of [
        [1, 'submitted'],
        [2, 'unknown'],
      ] as const) {
        await db.sql`
          insert into submission (sms_id, attempt, series, part, carrier, link, state, submitted_at)
          values (${smsId}, 1, 1, ${part}, 'net', 'net/main', ${state}::message_status, now())`
      }
      const opened = await openAttempts(db.sql, lease, [openingOf(smsId, { attempt: 2, settled })])
      assert.equal(opened.has(smsId), isOpened)
    })
  }

  it('twice, because the answer to the first commit was lost', async () => {
    const smsId = await db.addMessage(account)
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual([...(await openAttempts(db.sql, lease, [openingOf(smsId)]))], [smsId])
    }
    assert.deepEqual(await openOf(smsId), [[1, 'net/main', lease]])
  })

  it('over another link, and by the node that has the message now', async () => {
    const smsId = await db.addMessage(account)
    await openAttempts(db.sql, await newLease(), [openingOf(smsId)])
    await openAttempts(db.sql, lease, [openingOf(smsId, { link: 'net/other' })])
    assert.deepEqual(await openOf(smsId), [[1, 'net/other', lease]])
  })

  it('not by a node whose lease has ended', async () => {
    const smsId = await db.addMessage(account)
    await db.sql`delete from node where lease = ${lease}`
    await assert.rejects(openAttempts(db.sql, lease, [openingOf(smsId)]), LeaseLostError)
    assert.deepEqual(await openOf(smsId), [])
  })
})

describe('an attempt that came to nothing', () => {
  it('is closed, unless another node has opened it since', async () => {
    const [own, taken] = [await db.addMessage(account), await db.addMessage(account)]
    await openAttempts(db.sql, lease, [openingOf(own), openingOf(taken)])
    const other = await newLease()
    await openAttempts(db.sql, other, [openingOf(taken)])
    await closeAttempts(db.sql, [own, taken], lease)
    assert.deepEqual([await openOf(own), await openOf(taken)], [[], [[1, 'net/main', other]]])
  })
})
