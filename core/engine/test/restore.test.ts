import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { type Clock, PRIORITIES } from '@heliograph/contracts'
import { IDS_PER_BLOCK, IDS_PER_RANGE } from '../src/database/record-ids.ts'
import { firstIdAfter } from '../src/operate/restore/move-ids-on.ts'
import { DEPLOYMENT } from '../src/outbound/holds/hold-statements.ts'
import { sweepUnmatched } from '../src/outbound/receipts/unmatched-receipts.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { createReceiptTools, networkOf } from './support/receipt-tools.ts'
import { receipt } from './support/receipt-world.ts'

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-restore-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A database like a copy that was made while messages waited: no node works on it. */
async function restoredDatabase(t: TestContext): Promise<Harness> {
  const copy = await startEngine({ credit: '10' })
  t.after(() => copy.close())
  // Otherwise since the template of this database was made, which may be an hour ago.
  await copy.engine.sql`update alive set at = now()`
  return copy
}

async function startNode(t: TestContext, copy: Harness) {
  const link = new FakeLink('a')
  const node = await startEngine({ joinTo: copy, carriers: new Map([['net', carrierOf(link)]]), roles: ['dispatch'] })
  t.after(() => node.close())
  const sent = () => link.submitted.map(({ smsId }) => smsId)
  return { node, link, sent }
}

const idOf = async (entries: Promise<{ readonly entries: readonly { readonly smsId: number }[] }>) =>
  (await entries).entries[0]?.smsId as number

describe('a restored database', () => {
  it('sends nothing that waited in it, until that is decided, and what is new goes on', async (t) => {
    const copy = await restoredDatabase(t)
    const { sql, unknownOutcomes, holds } = copy.engine
    const due: number[] = []
    for (const priority of [PRIORITIES.CRITICAL, PRIORITIES.BULK, PRIORITIES.HIGH])
      due.push(await idOf(copy.submit({ to: `2782111000${due.length}` }, { priority })))
    const sendAt = new Date(Date.now() + 3_600_000)
    const later = await idOf(copy.submit({ to: '27821110009', sendAt }))
    await sql`insert into attempt (sms_id, attempt, link, lease) values (${due[2] as number}, 1, 'net/a', 1)`
    await sql`insert into node (node_id, name, roles, beat_at) values (gen_random_uuid(), 'gone', '{}', now() - interval '1 day')`

    assert.deepEqual(await copy.engine.admit(true), { kind: 'restored', undecided: 3 })
    assert.deepEqual(await copy.states(), { queued: 1, unknown: 3 })
    assert.equal((await sql`select from node`).length, 0)

    const { node, sent } = await startNode(t, copy)
    const fresh = await idOf(node.submit({ to: '27821119999' }))
    assert.equal(Math.floor(fresh / IDS_PER_RANGE), 1, 'ids go on in the next range')
    assert.deepEqual(
      (await holds.list()).map(({ kind, reason }) => [kind, reason]),
      [['deployment', 'restored']],
    )
    const listed = await unknownOutcomes.list({}, 100)
    assert.deepEqual(
      listed.map(({ smsId, link }) => [smsId, link]),
      [
        [due[0], 'restored'],
        [due[1], 'restored'],
        [due[2], 'net/a'],
      ],
    )
    assert.equal(await unknownOutcomes.decide([due[0] as number, due[0] as number, fresh, later], 'resend'), 1)
    assert.equal(await unknownOutcomes.decide([due[1] as number], 'failed'), 1)
    assert.equal(await unknownOutcomes.decide({ route: 'default' }, 'sent'), 1)
    assert.deepEqual(await unknownOutcomes.count({}), [])
    assert.deepEqual(sent(), [])

    assert.equal(await holds.resume(DEPLOYMENT), true)
    await node.until(() => sent().length === 2, 'the new one and the one to be sent again are sent')
    assert.deepEqual([...sent()].sort(), [due[0], fresh].sort())
    await node.until(async () => (await node.stateOf(fresh)) === 'submitted', 'that is recorded')
    assert.deepEqual(await Promise.all([...due, later].map((smsId) => node.stateOf(smsId))), [
      'submitted',
      'cancelled',
      'submitted',
      'scheduled',
    ])
  })

  it('settles its messages by receipts that come after all, whichever link sent them', async (t) => {
    const copy = await restoredDatabase(t)
    const smsId = await idOf(copy.submit({ to: '27821110001', text: 'x'.repeat(300) }))
    await copy.engine.admit(true)
    const { sql } = copy.engine
    const tools = createReceiptTools(sql, systemClock)
    for (const networkId of ['n-1', 'n-2'])
      await networkOf(sql, tools).receipt(receipt(networkId, { link: 'a', to: '27821110001' }))
    assert.equal(await copy.stateOf(smsId), 'unknown')
    await sql`
      update unmatched_receipt set received_at = received_at - interval '2 minutes', due_at = now() - interval '1 second'`
    await sweepUnmatched(sql, tools)
    assert.equal(await copy.stateOf(smsId), 'delivered')
    const parts = await sql<{ carrier: string; link: string }[]>`
      select distinct carrier, link from submission where sms_id = ${smsId}`
    assert.deepEqual([...parts], [{ carrier: 'net', link: 'net/a' }])
  })

  it('is not put to use while a node works on it, which shows by a heartbeat', async (t) => {
    let beat = async (): Promise<unknown> => undefined
    const clock: Clock = {
      now: systemClock.now,
      after(_, callback) {
        void beat().then(callback)
        return () => {}
      },
    }
    const copy = await startEngine({ clock })
    t.after(() => copy.close())
    const { sql } = copy.engine
    await sql`insert into node (node_id, name, roles) values (gen_random_uuid(), 'one', '{}')`
    beat = () => sql`update node set beat_at = now()`
    assert.deepEqual(await copy.engine.admit(true), { kind: 'in-use', nodes: ['one'] })
    assert.deepEqual(await copy.engine.holds.list(), [])
    beat = async () => undefined
    assert.deepEqual(await copy.engine.admit(true), { kind: 'restored', undecided: 0 })
  })

  it('is marked to the end by the next start when the first is interrupted', async (t) => {
    const copy = await restoredDatabase(t)
    await copy.submit({ to: '27821110001' })
    await copy.engine.sql`update deployment set restored_at = now(), open_below = ${IDS_PER_RANGE}`
    assert.deepEqual(await copy.engine.admit(false), { kind: 'restored', undecided: 1 })
    assert.deepEqual(await copy.engine.admit(false), { kind: 'as-left' })
  })

  it('credits back what is settled as failed, and tells its history', async (t) => {
    const copy = await restoredDatabase(t)
    const before = await copy.creditOf()
    const [failed, again, sent] = await Promise.all(
      ['1', '2', '3'].map((digit) => idOf(copy.submit({ to: `2782111000${digit}` }))),
    )
    await copy.engine.admit(true)
    const { unknownOutcomes } = copy.engine
    await unknownOutcomes.decide([again as number], 'resend')
    await unknownOutcomes.decide([sent as number], 'sent')
    const paid = Number(await copy.creditOf())
    await unknownOutcomes.decide([failed as number], 'failed')
    assert.equal(Number(await copy.creditOf()), paid + 0.05)
    assert.equal(Number(before) - 0.1, paid + 0.05)
    const kinds = async (smsId: number | undefined) =>
      [
        ...(await copy.engine.sql<{ kind: string }[]>`
          select kind from message_history where sms_id = ${smsId as number}`),
      ].map(({ kind }) => kind)
    assert.deepEqual(await Promise.all([kinds(failed), kinds(again), kinds(sent)]), [[], ['put-off'], ['report']])
  })
})

describe('a database that is older than a node remembers', () => {
  it('is found out by what its data folder has', async (t) => {
    const copy = await restoredDatabase(t)
    const dataDir = await makeFolder(t)
    const first = await startEngine({ joinTo: copy, dataDir, carriers: new Map([['net', carrierOf(new FakeLink())]]) })
    const file = join(dataDir, 'database-seen.json')
    await first.until(
      () =>
        readFile(file).then(
          () => true,
          () => false,
        ),
      'it is remembered',
    )
    await first.close()

    const node = await startEngine({ joinTo: copy, dataDir })
    t.after(() => node.close())
    assert.deepEqual(await node.engine.admit(false), { kind: 'as-left' })
    const seen = JSON.parse(await readFile(file, 'utf8')) as { at: string; block: number; deployment: string }

    await copy.engine.sql`update alive set at = at - interval '1 microsecond'`
    assert.deepEqual(await node.engine.admit(false), { kind: 'older', seen: { at: seen.at, block: seen.block } })
    await copy.engine.sql`update alive set at = at + interval '1 microsecond'`

    await writeFile(file, JSON.stringify({ ...seen, block: seen.block + 32 }))
    assert.deepEqual(await node.engine.admit(false), { kind: 'as-left' }, 'a crash may set a sequence back so far')
    await writeFile(file, JSON.stringify({ ...seen, block: 1_234_567 }))
    assert.equal((await node.engine.admit(false)).kind, 'older')
    assert.deepEqual(await node.engine.admit(true), { kind: 'restored', undecided: 0 })
    assert.deepEqual(await node.engine.admit(false), { kind: 'as-left' })
    const fresh = await idOf(node.submit({}))
    assert.ok(fresh > 1_234_567 * IDS_PER_BLOCK, 'ids go on above what was remembered')

    await writeFile(file, JSON.stringify({ ...seen, block: 9e9, deployment: 'another' }))
    assert.deepEqual(await node.engine.admit(false), { kind: 'as-left' })
  })
})

describe('ids after a restore', () => {
  const perRange = IDS_PER_RANGE / IDS_PER_BLOCK
  const rows: readonly (readonly [string, Parameters<typeof firstIdAfter>[0], range: number])[] = [
    ['go on in the next range', [{ block: 5, secondsAgo: 0 }], 1],
    ['from a clock that was set back too', [{ block: 5, secondsAgo: -1_000 }], 1],
    [
      'after that of what is remembered',
      [
        { block: 5, secondsAgo: 0 },
        { block: perRange * 7, secondsAgo: 10 },
      ],
      8,
    ],
    ['above all that may have been given out since', [{ block: 5, secondsAgo: 86_400 }], 44],
  ]
  for (const [name, known, range] of rows) it(name, () => assert.equal(firstIdAfter(known), range * IDS_PER_RANGE))
})
