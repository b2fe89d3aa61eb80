import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Principal } from '@heliograph/contracts'
import { sumCreditDays } from '../src/accounts/credit-days.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'

let h: Harness
let client: Principal
before(async () => {
  h = await startEngine()
})
after(() => h.close())
beforeEach(async () => {
  client = await h.addClient({ credit: '0' })
})

/** Adds entries at noon on days in January; the balance follows. */
async function enter(...entries: readonly (readonly [day: number, reason: string, amount: string])[]): Promise<void> {
  for (const [day, reason, amount] of entries) {
    const at = `2026-01-${String(day).padStart(2, '0')}T12:00:00Z`
    await h.engine.sql`
      with credited as (
        update client_credit set credit = credit + ${amount}::numeric where client_id = ${client.clientId}
      )
      insert into credit_entry (client_id, amount, reason, at)
      values (${client.clientId}, ${amount}::numeric, ${reason}, ${at}::timestamptz)`
  }
}

const read = (filter = {}) => h.engine.provisioning.readLedger(client.clientId, { limit: 10, ...filter })

async function sumUp(): Promise<void> {
  while (await sumCreditDays(h.engine.sql));
}

const JANUARY = [
  [1, 'opening', '10'],
  [1, 'send', '-1'],
  [1, 'send', '-2.5'],
  [2, 'segments', '-0.5'],
  [2, 'join', '0.25'],
  [2, 'replace', '-0.25'],
  [2, 'refund', '1'],
  [4, 'top-up', '5'],
] as const

const DAYS = [
  { day: '2026-01-04', balance: '12.000000', charged: '0.000000', refunded: '0.000000', changes: ['5.000000'] },
  { day: '2026-01-02', balance: '7.000000', charged: '0.500000', refunded: '1.000000', changes: [] },
  { day: '2026-01-01', balance: '6.500000', charged: '3.500000', refunded: '0.000000', changes: ['10.000000'] },
]

const inShort = ({ records }: Awaited<ReturnType<typeof read>>) =>
  records.map(({ changes, ...day }) => ({ ...day, changes: changes.map(({ amount }) => amount) }))

describe('the ledger by day', () => {
  it('is the same whether entries are summed up or not, or some of them are', async () => {
    await enter(...JANUARY)
    assert.deepEqual(inShort(await read()), DAYS)
    await sumUp()
    assert.deepEqual(inShort(await read()), DAYS)
    await sumUp()
    assert.deepEqual(inShort(await read()), DAYS)
    await enter([2, 'send', '-1'])
    assert.equal((await read()).records[1]?.charged, '1.500000')
    await sumUp()
    assert.equal((await read()).records[1]?.charged, '1.500000')
  })

  it('is read page by page', async () => {
    await enter(...JANUARY)
    const first = await read({ limit: 2 })
    assert.deepEqual([inShort(first), first.next], [DAYS.slice(0, 2), '2026-01-02'])
    const second = await read({ limit: 2, before: first.next })
    assert.deepEqual([inShort(second), second.next], [DAYS.slice(2), undefined])
  })

  for (const day of ['yesterday', '2026-02-31', '2026-1-1'])
    it(`does not begin before ${day}`, async () => {
      await assert.rejects(read({ before: day }), { category: 'invalid', code: 'invalid-settings' })
    })

  it('is of one client alone', async () => {
    await enter(...JANUARY)
    const mine = client.clientId
    client = await h.addClient({ credit: '0' })
    await enter([1, 'top-up', '1'])
    await sumUp()
    assert.equal((await read()).records.length, 1)
    assert.deepEqual(inShort(await h.engine.provisioning.readLedger(mine, { limit: 10 })), DAYS)
  })
})

describe('summing up', () => {
  it('leaves what may still be written beside, and all that came after it', async () => {
    await sumUp()
    await enter([1, 'top-up', '1'])
    await h.engine.sql`
      insert into credit_entry (client_id, amount, reason) values (${client.clientId}, 1, 'top-up')`
    await enter([2, 'top-up', '1'])
    await sumUp()
    const rows = await h.engine.sql<{ day: string }[]>`
      select day::text as day from credit_day where client_id = ${client.clientId}`
    assert.deepEqual([...rows], [{ day: '2026-01-01' }])
    assert.equal((await read()).records.length, 3)
    await sumCreditDays(h.engine.sql, 0)
  })
})
