import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dropOldContactAudit } from '../src/contacts/old-audit.ts'
import { useDatabase } from './support/database-fixture.ts'

describe('old entries of the audit of contacts', () => {
  const db = useDatabase()

  /** Entries of one contact: by age in days and status. Resolves with the ages that are left. */
  async function left(...entries: readonly (readonly [days: number, status: 0 | 1])[]): Promise<readonly number[]> {
    await db.sql`truncate contact_audit restart identity`
    await db.sql`update contact_audit_mark set audit_id = 0`
    for (const [days, status] of entries) {
      await db.sql`
        insert into contact_audit (client_id, mobile, status, status_description, auddate)
        values (1001, '27820000001', ${status}, ${String(days)}, now() - ${days}::integer * interval '1 day')`
    }
    while ((await dropOldContactAudit(db.sql, 100)).isMore);
    const rows = await db.sql`select status_description from contact_audit order by audit_id`
    return rows.map((row) => Number(row.status_description))
  }

  const cases: readonly [
    what: string,
    entries: readonly (readonly [days: number, status: 0 | 1])[],
    left: readonly number[],
  ][] = [
    ['the only one stays', [[500, 0]], [500]],
    [
      'a replaced opt-in goes',
      [
        [500, 1],
        [400, 0],
      ],
      [400],
    ],
    [
      'a replaced opt-out goes when another follows',
      [
        [500, 0],
        [400, 1],
        [300, 0],
      ],
      [300],
    ],
    [
      'the last opt-out stays though the contact opted in again',
      [
        [500, 0],
        [400, 1],
      ],
      [500, 400],
    ],
    [
      'what is younger stays',
      [
        [500, 0],
        [99, 0],
        [50, 0],
      ],
      [99, 50],
    ],
  ]
  for (const [what, entries, expected] of cases)
    it(what, async () => {
      assert.deepEqual(await left(...entries), expected)
    })

  it('are looked through once, in steps', async () => {
    await db.sql`truncate contact_audit restart identity`
    await db.sql`update contact_audit_mark set audit_id = 0`
    await db.sql`
      insert into contact_audit (client_id, mobile, status, status_description, auddate)
      select 1001, '2782' || g % 100, 0, '', now() - interval '200 days' from generate_series(1, 12000) as g`
    const steps: Awaited<ReturnType<typeof dropOldContactAudit>>[] = []
    do steps.push(await dropOldContactAudit(db.sql, 100))
    while (steps.at(-1)?.isMore)
    assert.deepEqual(
      steps.map(({ isMore }) => isMore),
      [true, true, false],
    )
    assert.equal(
      steps.reduce((sum, { removed }) => sum + removed, 0),
      11_900,
    )
    const [row] = await db.sql`select count(*)::integer as entries from contact_audit`
    assert.equal(row?.entries, 100)
    assert.deepEqual(await dropOldContactAudit(db.sql, 100), { removed: 0, isMore: false })
  })
})
