import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAuditStore, dropOldAudit } from '../src/accounts/audit/audit-store.ts'
import { createSecondFactorStore } from '../src/accounts/second-factor-store.ts'
import { useDatabase } from './support/database-fixture.ts'
import { searchesOn } from './support/plans.ts'

const database = useDatabase()
const DAY_MS = 86_400_000

describe('second factors in the database', () => {
  test('are sealed, and of changes at once one wins', async () => {
    const { sql, secrets } = database
    const { userId } = await database.addAccount()
    const store = createSecondFactorStore(sql, secrets)
    const factor = { secret: 'c0ffee', confirmedAt: null, lastStep: 1, recovery: ['abcd'], failures: 0, lockedUntil: 0 }
    assert.equal(await store.find(userId), undefined)
    const first = await Promise.all([1, 2, 3].map(() => store.put(userId, factor, undefined)))
    assert.equal(first.filter(Boolean).length, 1)
    const [row] = await sql<{ sealed: Buffer }[]>`select sealed from second_factor where user_id = ${userId}`
    assert.ok(!row?.sealed.toString('latin1').includes('c0ffee'))
    const found = await store.find(userId)
    assert.deepEqual(found?.factor, factor)
    const later = await Promise.all(
      [1, 2, 3].map((lastStep) => store.put(userId, { ...factor, lastStep }, found?.version)),
    )
    assert.equal(later.filter(Boolean).length, 1)
    assert.equal(await store.put(userId, factor, undefined), false)
    await store.remove(userId)
    assert.equal(await store.find(userId), undefined)
  })
})

describe('the audit log', () => {
  test('is dropped after as many days as it is kept', async () => {
    const { sql, clock } = database
    const store = createAuditStore(sql, searchesOn(sql), clock)
    const act = { clientId: 7, userId: 8, email: 'a@b.example', isByOperator: false, subject: null, detail: {} }
    for (const [action, days] of [
      ['old', 100.5],
      ['new', 99.5],
    ] as const) {
      await store.add({ ...act, action })
      await sql`update audit_entry set at = ${new Date(Date.now() - days * DAY_MS)} where action = ${action}`
    }
    assert.equal(await dropOldAudit(sql, 101), 0)
    assert.equal(await dropOldAudit(sql, 100), 1)
    assert.deepEqual(
      (await store.find({ clientId: 7, limit: 10 })).map(({ action }) => action),
      ['new'],
    )
  })
})
