import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MESSAGE_STATES, type NetworkReceipt, type ReceiptStatus } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import { applyReceipt, stateOfReceipt } from '../src/outbound/receipts/apply-receipt.ts'
import { createReceiptIngest, type IngestReceipts } from '../src/outbound/receipts/ingest-receipts.ts'
import { OPEN_STATES } from '../src/outbound/receipts/settle-plain-receipts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { createReceiptTools } from './support/receipt-tools.ts'

const STATUSES: readonly ReceiptStatus[] = ['delivered', 'undeliverable', 'rejected', 'expired', 'deleted', 'unknown']

describe('a plain receipt', () => {
  it('settles a message of one part in the states in which the rules make its state that of both', () => {
    for (const status of STATUSES) {
      const to = stateOfReceipt(status) as string
      for (const part of OPEN_STATES) {
        for (const state of MESSAGE_STATES) {
          const parts = [{ attempt: 1, series: 1, part: 1, state: part }]
          const effect = applyReceipt({ smsId: 1, state, series: 1, receipts: 'all', parts }, 1, 1, { status })
          const isMoved = effect.part === to && effect.message === to
          const isOpen = !isFinal(state)
          assert.deepEqual(
            [isOpen && isMoved, isOpen],
            [OPEN_STATES.includes(state), isOpen],
            `${status}: ${part} of ${state}`,
          )
        }
      }
    }
  })
})

describe('a batch of receipts', () => {
  const db = useDatabase()
  let account: TestAccount
  let ingest: IngestReceipts
  let statements: string[] = []
  let serial = 0

  before(async () => {
    account = await db.addAccount()
    // biome-ignore lint/suspicious/noExplicitAny: the driver's type says boolean or a function of other parameters
    const options = db.sql.options as any
    options.debug = (_connection: number, text: string) => statements.push(text.trim().split(/\s/, 1)[0] as string)
  })
  after(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    ;(db.sql.options as any).debug = undefined
  })

  /** A message of one part that the network knows as `n-<its id>`. */
  async function submitted(columns: Readonly<Record<string, unknown>> = {}, state = 'submitted'): Promise<number> {
    serial += 1
    const smsId = await db.addMessage(account, { recipient: `2783${String(serial).padStart(7, '0')}`, ...columns })
    await db.sql`
      insert into message_state (sms_id, state, attempt) values (${smsId}, ${state}::message_status, 1)`
    await db.sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, network_id, network_key, state, submitted_at)
      values (${smsId}, 1, 1, 1, 'net', 'net/main', ${`N-${smsId}`}, ${`N-${smsId}`}, 'submitted', now())`
    return smsId
  }

  const receipt = (smsId: number, change: Partial<NetworkReceipt> = {}): NetworkReceipt => ({
    carrier: 'net',
    link: 'main',
    networkId: `N-${smsId}`,
    status: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    doneAt: new Date('2026-01-05T08:30:00Z'),
    ...change,
  })

  /** Resolves with the statements that this took. */
  async function give(...receipts: readonly NetworkReceipt[]): Promise<readonly string[]> {
    statements = []
    await ingest(receipts)
    return [...statements]
  }

  const stored = async (smsId: number) => {
    const [row] = await db.sql`
      select message_state.state::text as state, message_state.network_status, message_state.error_id,
        message_state.done_at, submission.state::text as part, submission.network_status as part_status,
        submission.error_id as part_error, submission.done_at as part_done
      from message_state join submission using (sms_id) where sms_id = ${smsId}`
    return row
  }
  const fresh = () => {
    ingest = createReceiptIngest(db.sql, { ...createReceiptTools(db.sql, db.clock), ids: db.ids }, () => {})
  }

  it('of which no client is to be told is one statement and no transaction', async () => {
    fresh()
    const ids = [await submitted(), await submitted(), await submitted()]
    const given = ids.map((smsId, index) =>
      index === 1 ? receipt(smsId, { status: 'undeliverable', networkStatus: 'UNDELIV' }) : receipt(smsId),
    )
    assert.deepEqual(await give(...given), ['with'])
    const at = new Date('2026-01-05T08:30:00Z')
    const delivered = { state: 'delivered', network_status: 'DELIVRD', error_id: null, done_at: at }
    assert.deepEqual(
      { ...(await stored(ids[0] as number)) },
      { ...delivered, part: 'delivered', part_status: 'DELIVRD', part_error: null, part_done: at },
    )
    assert.deepEqual(
      { ...(await stored(ids[1] as number)) },
      {
        state: 'undeliverable',
        network_status: 'UNDELIV',
        error_id: 1,
        done_at: at,
        part: 'undeliverable',
        part_status: 'UNDELIV',
        part_error: 1,
        part_done: at,
      },
    )
  })

  it('of which somebody is to be told says in the same statement what, and the next begins its transaction at once', async () => {
    fresh()
    const webhook = { notify_url: 'https://client.test/dlr' }
    const [first, second, third] = [await submitted(webhook), await submitted(webhook), await submitted()]
    assert.deepEqual(await give(receipt(first)), ['with', 'begin', 'with', 'with', 'commit'])
    assert.deepEqual(await give(receipt(second), receipt(third)), ['begin', 'with', 'with', 'commit'])
    for (const smsId of [first, second]) {
      const rows = await db.sql<{ body: string }[]>`select body from webhook where subject_id = ${smsId}`
      const { data } = JSON.parse(rows[0]?.body as string) as { data: { status: string; externalId: string } }
      assert.deepEqual([rows.length, data.status, data.externalId], [1, 'DELIVERED', `N-${smsId}`])
    }
    assert.equal((await stored(third))?.state, 'delivered')
    const [fourth, fifth] = [await submitted(), await submitted()]
    assert.deepEqual(await give(receipt(fourth)), ['begin', 'with', 'commit'])
    assert.deepEqual(await give(receipt(fifth)), ['with'], 'and back again, once none is told')
  })

  it('states change only together with what is told of them', async () => {
    fresh()
    const smsId = await submitted({ notify_url: 'https://client.test/dlr' })
    await db.sql`alter table webhook add constraint full_up check (subject_id <> ${db.sql.unsafe(String(smsId))}) not valid`
    await assert.rejects(ingest([receipt(smsId)]))
    assert.equal((await stored(smsId))?.state, 'submitted')
    await db.sql`alter table webhook drop constraint full_up`
    await ingest([receipt(smsId)])
    assert.equal((await stored(smsId))?.state, 'delivered')
  })

  it('goes the general way where a receipt is out of the ordinary, and the others do not', async () => {
    fresh()
    const plain = await submitted()
    const onItsWay = await submitted()
    const expired = await submitted({}, 'unconfirmed')
    const doubled = await submitted()
    const other = await submitted()
    await give(
      receipt(plain),
      receipt(onItsWay, { status: 'enroute', networkStatus: 'ENROUTE' }),
      receipt(expired, { status: 'undeliverable' }),
      receipt(doubled, { status: 'expired' }),
      receipt(doubled),
      receipt(other, { link: 'second' }),
    )
    const states = []
    for (const smsId of [plain, onItsWay, expired, doubled, other]) {
      const row = await stored(smsId)
      states.push([row?.state, row?.part])
    }
    assert.deepEqual(states, [
      ['delivered', 'delivered'],
      ['submitted', 'submitted'],
      ['unconfirmed', 'undeliverable'],
      ['delivered', 'delivered'],
      ['delivered', 'delivered'],
    ])
  })

  const notesOf = async (smsId: number) => [
    ...(await db.sql`
      select kind, state, network_status, error_id, receipt_text from message_history
      where sms_id = ${smsId} order by kind, at, network_status`),
  ]
  const note = (
    kind: string,
    state: string,
    word: string,
    error: number | null = null,
    text: string | null = null,
  ) => ({
    kind,
    state,
    network_status: word,
    error_id: error,
    receipt_text: text,
  })

  it('is noted only where nothing else tells of it', async () => {
    fresh()
    const [plain, onItsWay, against, again] = [
      await submitted(),
      await submitted(),
      await submitted(),
      await submitted(),
    ]
    const undeliverable = { status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 1 } as const
    await ingest([plain, against, again].map((smsId) => receipt(smsId)))
    const minute = { doneAt: new Date('2026-01-05T08:30:00Z') }
    await ingest([
      receipt(onItsWay, { status: 'enroute', networkStatus: 'BUFFRED', text: 'odd \0 \ud800', ...minute }),
      receipt(onItsWay, { status: 'enroute', networkStatus: 'ENROUTE', text: 'x'.repeat(2_000), ...minute }),
      receipt(against, undeliverable),
      receipt(again),
    ])
    // When a network repeats a receipt because it got no answer in time, nothing is noted again.
    await ingest([receipt(against, undeliverable)])
    assert.deepEqual(await notesOf(onItsWay), [
      note('report', 'enroute', 'BUFFRED', null, 'odd \uFFFD \uFFFD'),
      note('report', 'enroute', 'ENROUTE', null, 'x'.repeat(1_000)),
    ])
    assert.deepEqual(await notesOf(against), [note('report', 'undeliverable', 'UNDELIV', 1)])
    for (const smsId of [plain, again]) assert.deepEqual(await notesOf(smsId), [])
  })

  it('that it was read is noted once, before or after the delivery, and tells no client', async () => {
    fresh()
    const [before, after] = [await submitted(), await submitted()]
    await ingest([receipt(after)])
    const read = { status: 'read', networkStatus: 'READ' } as const
    const statements = await give(receipt(before, read), receipt(after, read))
    assert.ok(!statements.includes('update'), statements.join())
    await ingest([receipt(before, read), receipt(after, { ...read, doneAt: new Date('2026-01-05T09:00:00Z') })])
    for (const smsId of [before, after]) assert.deepEqual(await notesOf(smsId), [note('report', 'read', 'READ')])
    assert.deepEqual([(await stored(before))?.state, (await stored(after))?.state], ['submitted', 'delivered'])
  })

  it('that replaces an end has it kept: what the network had said, or nothing had been said of', async () => {
    fresh()
    const [reported, unconfirmed, together] = [await submitted(), await submitted(), await submitted()]
    const expired = { status: 'expired', networkStatus: 'EXPIRED' } as const
    await ingest([receipt(reported, expired)])
    await db.sql`
      update message_state set state = 'unconfirmed', error_id = 2048, done_at = now() where sms_id = ${unconfirmed}`
    await ingest([
      ...[reported, unconfirmed].map((smsId) => receipt(smsId)),
      receipt(together, expired),
      receipt(together),
    ])
    const ended = [note('ended', 'expired', 'EXPIRED', 4098), note('receipt', 'expired', 'EXPIRED', 4098)]
    for (const smsId of [reported, together]) assert.deepEqual(await notesOf(smsId), ended)
    assert.deepEqual(await notesOf(unconfirmed), [note('ended', 'unconfirmed', '', 2048)])
    for (const smsId of [reported, unconfirmed, together]) assert.equal((await stored(smsId))?.state, 'delivered')
  })

  it('of two nodes at once about the same messages changes each part once', async () => {
    fresh()
    const ids = await Promise.all(
      Array.from({ length: 100 }, () => submitted({ notify_url: 'https://client.test/dlr' })),
    )
    const nodes = [0, 1, 2].map(() => createReceiptIngest(db.sql, createReceiptTools(db.sql, db.clock), () => {}))
    await Promise.all(
      nodes.map((node, index) => node((index === 1 ? ids.toReversed() : ids).map((smsId) => receipt(smsId)))),
    )
    const [row] = await db.sql`
      select count(*) as events, count(distinct subject_id) as messages from webhook
      where subject_id = any(${ids}::bigint[])`
    assert.deepEqual({ ...row }, { events: 100, messages: 100 })
  })
})
