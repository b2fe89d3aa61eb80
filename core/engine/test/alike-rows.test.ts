import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { EntryChange } from '../src/accounts/state/state-statements.ts'
import { groupRows } from '../src/intake/accept/group-rows.ts'
import type { AcceptRow } from '../src/intake/accept/prepare.ts'
import { areAlike, storeAlikeRows } from '../src/intake/accept/store-alike-rows.ts'
import { storeMixedRows } from '../src/intake/accept/store-mixed-rows.ts'
import type { StatementRow, StoreInput } from '../src/intake/accept/store-statement.ts'
import type { Template } from '../src/intake/accept/template.ts'
import type { Fairness } from '../src/outbound/batches/batch.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { makeStoredTemplate } from './support/stored-template.ts'

const db = useDatabase()
const VALIDITY = 172_800
const NOW = 1_769_904_000_000
const OPTED_OUT = '27821110009'

/** The lease of a node that lives. */
async function leaseOfNode(): Promise<number> {
  const [node] = await db.sql<{ lease: number }[]>`
    insert into node (node_id, name, roles) values ('00000000-0000-4000-8000-000000000001', 'node', '{}')
    on conflict (node_id) do update set beat_at = now() returning lease`
  return node?.lease as number
}

interface GivenRow {
  readonly recipient: string
  readonly template: Partial<Template>
  /** The entry of a state that changes with it. */
  readonly change?: Pick<EntryChange, 'key' | 'expected'> | undefined
}

/** A commit, and the credit of its client; null: postpaid. */
interface Given {
  readonly rows: readonly GivenRow[]
  readonly credit: string | null
  readonly isOwned: boolean
  readonly fairness: Fairness
}

/** The statement's input for a client of its own. */
async function inputOf(given: Given, account: TestAccount): Promise<StoreInput> {
  const { clientId, userId, channelId } = account
  const ids = await db.ids.take(given.rows.length)
  const rows = given.rows.map(({ recipient, template, change }, entry): AcceptRow => {
    const smsId = ids[entry] as number
    const whole = makeStoredTemplate({ ...template, clientId, userId, channelId })
    const stored = { instance: `of ${clientId}`, value: `by ${entry}`, expiresAt: '2100-01-01T00:00:00Z' }
    const own = { smsId, template: whole, recipient, messageId: null, entry, textId: null }
    return change === undefined ? own : { ...own, change: { ...stored, ...change } }
  })
  const lease = given.isOwned ? await leaseOfNode() : null
  const claim = () => lease
  const options = { claim, fairness: given.fairness, defaultValiditySeconds: VALIDITY, ids: db.ids } as const
  const grouped = groupRows(rows, options)
  const batchIds = await db.ids.take(grouped.groups.length)
  return { ...options, ...grouped, rows, batchIds, payment: 'plain' }
}

async function addAccount({ credit }: Pick<Given, 'credit'>): Promise<TestAccount> {
  const account = await db.addAccount()
  const { clientId } = account
  await db.sql`update client_credit set credit = ${credit}::numeric where client_id = ${clientId}::bigint`
  await db.sql`
    insert into contact (client_id, mobile, status, status_description)
    values (${clientId}::bigint, ${OPTED_OUT}, 0, 'STOP')`
  await db.sql`
    insert into instance_state (instance, key, value, expires_at)
    values (${`of ${clientId}`}, 'kept', 'kept', now() + interval '1 day'), (${`of ${clientId}`}, 'over', 'kept', now())`
  return account
}

/** What a statement returned and left behind, with places in the commit for ids. */
async function effectsOf(given: Given, store: typeof storeAlikeRows) {
  const account = await addAccount(given)
  const input = await inputOf(given, account)
  assert.ok(areAlike(input))
  const [result] = await store(db.sql, input)
  return { result: shown(input, result as StatementRow), stored: await storedOf(account, input) }
}

function shown({ rows, batchIds }: StoreInput, result: StatementRow) {
  const places = (ids: readonly number[]) => ids.map((id) => rows.findIndex(({ smsId }) => smsId === id)).sort()
  return {
    optedOut: places(result.opted_out),
    duplicates: places(result.duplicates),
    overtaken: places(result.overtaken),
    unpaid: places(result.unpaid),
    affordable: places(result.affordable),
    isHeld: result.held.length > 0,
    owned: result.owned.map((id) => batchIds.indexOf(id)).sort(),
    spent: result.spent,
    isSpent: result.is_spent,
  }
}

async function storedOf({ clientId, userId, channelId }: TestAccount, { rows, batchIds }: StoreInput) {
  const place = new Map(rows.map(({ smsId }, index) => [smsId, index]))
  const messages = await db.sql<Record<string, unknown>[]>`
    select * from message where client_id = ${clientId}::bigint order by sms_id`
  const batches = await db.sql<Record<string, unknown>[]>`
    select * from batch where batch_id = any(${`{${batchIds.join(',')}}`}::bigint[]) order by batch_id`
  const entries = await db.sql<{ sms_id: number }[]>`
    select amount, reason, sms_id from credit_entry where client_id = ${clientId}::bigint and reason = 'send'`
  const [balance] = await db.sql`select credit from client_credit where client_id = ${clientId}::bigint`
  const state = await db.sql`select key, value from instance_state where instance = ${`of ${clientId}`} order by key`
  return {
    messages: messages.map((row) => {
      assert.deepEqual([row.client_id, row.user_id, row.channel_id], [clientId, userId, channelId])
      const ids = { client_id: 0, user_id: 0, channel_id: 0 }
      const batch = batchIds.indexOf(row.batch_id as number)
      return { ...row, ...ids, sms_id: place.get(row.sms_id as number), batch_id: batch }
    }),
    batches: batches.map((row) => {
      assert.ok(row.line === null || row.line === clientId)
      const smsIds = (row.sms_ids as number[]).map((smsId) => place.get(smsId))
      const line = row.line === null ? null : 'of the client'
      return { ...row, batch_id: batchIds.indexOf(row.batch_id as number), sms_ids: smsIds, due_at: null, line }
    }),
    entries: entries.map((row) => ({ ...row, sms_id: place.get(row.sms_id) })),
    balance,
    state,
  }
}

async function assertSame(given: Given): Promise<void> {
  assert.deepEqual(await effectsOf(given, storeAlikeRows), await effectsOf(given, storeMixedRows))
}

const ONE: GivenRow = { recipient: '27821110001', template: {} }
const OVERTAKEN: GivenRow = { ...ONE, change: { key: 'kept', expected: null } }
const POSTPAID = { credit: null, isOwned: true, fairness: 'order' } as const

describe('rows that are alike are stored', () => {
  it('like any others, whatever they have in common and of their own', () => {
    const text = fc.constantFrom(null, 'a', 'it\'s "quoted" \\', 'of no\0use', 'Grüße')
    const own = fc.record({
      bulkId: text,
      reference: text,
      metadata: fc.constantFrom(null, null, '{"a":1}', '{"nul":"\\u0000"}'),
      notifyUrl: text,
      notifyInstance: text,
      notifyContext: text,
      userDataHeader: fc.constantFrom(null, '0003010201'),
      deliveryWindow: fc.constantFrom(null, '12345 09:00-17:00 UTC'),
      pushContext: text,
    })
    const common = fc.record({
      sender: fc.constantFrom('ACME', '27820001234', 'A\0B'),
      priority: fc.constantFrom(0, 10),
      flash: fc.boolean(),
      receiptWebhook: fc.boolean(),
      notifyFormat: fc.constantFrom(0, 3),
      origin: fc.constantFrom('v2', 'smpp'),
      route: fc.constantFrom('default', 'other'),
      pushOn: fc.constantFrom(null, 0, 2),
    })
    const row = fc.record({
      recipient: fc.constantFrom('27821110001', '27821110002', '27821110003', OPTED_OUT),
      body: fc.constantFrom('hello', '', 'it\'s {a} "test" \\ of, commas', 'nul \0 here', '日本語'),
      encoding: fc.constantFrom(0, 1),
      parts: fc.integer({ min: 1, max: 3 }),
      acceptedAt: fc.integer({ min: NOW, max: NOW + 5 }),
      change: fc.record({
        key: fc.constantFrom('new', 'newer', 'kept', 'over', 'it\'s "quoted" \\'),
        expected: fc.constantFrom(null, 'kept', 'other'),
      }),
      own,
    })
    const given = fc
      .record({
        common,
        shared: fc.option(own),
        isChanging: fc.boolean(),
        rows: fc.array(row, { minLength: 1, maxLength: 8 }),
        credit: fc.constantFrom(null, '0', '0.1', '0.25', '100'),
        isOwned: fc.boolean(),
        fairness: fc.constantFrom('order', 'clients'),
      })
      .map(
        ({ common: same, shared, isChanging, rows, ...others }): Given => ({
          ...others,
          rows: rows.map(({ recipient, change, own: ownOne, ...each }) => ({
            recipient,
            change: isChanging ? change : undefined,
            template: { ...same, ...each, ...(shared ?? ownOne) },
          })),
        }),
      )
    return fc.assert(fc.asyncProperty(given, assertSame), { numRuns: 100, seed: 20_261_126 })
  })

  const cases: readonly { readonly name: string; readonly given: Given }[] = [
    { name: 'in several batches', given: { ...POSTPAID, rows: Array<GivenRow>(600).fill(ONE) } },
    {
      name: 'when all recipients have opted out',
      given: { ...POSTPAID, credit: '1', rows: [{ ...ONE, recipient: OPTED_OUT }] },
    },
    { name: 'when the credit suffices exactly', given: { ...POSTPAID, credit: '0.10', rows: [ONE, ONE] } },
    { name: 'when all of them are overtaken', given: { ...POSTPAID, credit: '1', rows: [OVERTAKEN, OVERTAKEN] } },
  ]
  for (const { name, given } of cases) it(`like any others ${name}`, () => assertSame(given))

  it('not at all while another transaction has the balance', async () => {
    for (const store of [storeAlikeRows, storeMixedRows]) {
      const account = await addAccount({ credit: '5' })
      const input = await inputOf({ ...POSTPAID, rows: [ONE] }, account)
      await db.sql.begin(async (tx) => {
        await tx`select from client_credit where client_id = ${account.clientId}::bigint for update`
        const [result] = await store(db.sql, input)
        assert.deepEqual(result?.held, [account.clientId])
      })
      assert.deepEqual((await storedOf(account, input)).messages, [])
    }
  })
})

describe('rows count as alike', () => {
  const other = (template: Partial<Template>): readonly GivenRow[] => [ONE, { ...ONE, template }]
  const cases: readonly (readonly [string, readonly GivenRow[], boolean])[] = [
    ['with other texts and times', other({ body: 'x', encoding: 1, parts: 2, acceptedAt: 5 }), true],
    ['with references of their own', other({ reference: 'r', bulkId: 'b', notifyUrl: 'u' }), true],
    ['with metadata', other({ metadata: '{"a":1}' }), true],
    ['with receipts over their connection', [{ ...ONE, template: { pushOn: 1, pushContext: 'c' } }], true],
    ['with changes of state', [OVERTAKEN, OVERTAKEN], true],
    ['not when a change goes with one of them', [ONE, OVERTAKEN], false],
    ['not with another sender', other({ sender: 'ACME' }), false],
    ['not with another priority', other({ priority: 0 }), false],
    ['not by another route', other({ route: 'other' }), false],
    ['not with a time', other({ sendAt: 1_769_904_100_000 }), false],
    ['not with a validity', other({ validitySeconds: 60 }), false],
    ['not with a price of its own', other({ pricePerPart: '0.01' }), false],
    ['not with receipts that share an id', other({ pushOn: 0, pushGroup: {} }), false],
    ['not when one goes out in spite of an opt-out', other({ isUnblocked: true }), false],
  ]
  for (const [name, rows, expected] of cases) {
    it(name, async () => {
      const input = await inputOf({ ...POSTPAID, rows }, await db.addAccount())
      assert.equal(areAlike(input), expected)
    })
  }

  it('not with ids of the client, shared texts, or payment in order', async () => {
    const input = await inputOf({ ...POSTPAID, rows: [ONE] }, await db.addAccount())
    const [row] = input.rows as readonly [AcceptRow]
    assert.ok(areAlike(input))
    assert.ok(!areAlike({ ...input, rows: [{ ...row, messageId: 'mine' }] }))
    assert.ok(!areAlike({ ...input, rows: [{ ...row, textId: 5 }] }))
    assert.ok(!areAlike({ ...input, payment: 'in-order' }))
    assert.ok(!areAlike({ ...input, payment: { spent: '0' } }))
  })
})
