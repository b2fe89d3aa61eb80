import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { changeTo, writeContacts } from '../src/contacts/contacts.ts'
import { MIGRATIONS } from '../src/migrations-folder.ts'
import { useDatabase } from './support/database-fixture.ts'

describe('the SMS behind an opt-out', () => {
  const db = useDatabase()

  /** Text of the audit, as earlier releases wrote it, and the SMS that is found in it. */
  const CASES: readonly (readonly [text: string, incomingId: number | null])[] = [
    ['OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042', 1042],
    ['OPTED IN - 2026-01-31 08:15:00 UTC - SMS ID: 9007199254740991', 9_007_199_254_740_991],
    ['OPTED OUT - 2026-01-31 08:15:00 UTC - Web request', null],
    ['OPTED OUT - 2026-01-31 08:15:00 UTC - User ID: 1042', null],
    ['OPTED OUT - SMS ID: 1042 - Operator', null],
    ['OPTED OUT - SMS ID: 12345678901234567', null],
  ]

  /** Adds the entries in the form of earlier releases. */
  async function addEntries(): Promise<void> {
    await db.sql`truncate contact_audit`
    for (const [text] of CASES)
      await db.sql`
        insert into contact_audit (client_id, mobile, status, status_description)
        values (1001, '27820000001', 0, ${text})`
  }

  async function found(): Promise<readonly unknown[]> {
    const rows = await db.sql`select incoming_id from contact_audit order by audit_id`
    return rows.map((row) => row.incoming_id)
  }

  const expected = CASES.map(([, incomingId]) => incomingId)

  it('entries that a node of an earlier release writes meanwhile name it', async () => {
    await addEntries()
    assert.deepEqual(await found(), expected)
  })

  it('a change by SMS says so itself, any other says nothing', async () => {
    await db.sql`truncate contact_audit`
    await db.sql`alter table contact_audit disable trigger contact_audited`
    const { clientId } = await db.addAccount()
    const at = new Date()
    const changes = [
      changeTo('opted-out', { clientId, mobile: '27820000001' }, { kind: 'sms', incomingSmsId: 1042 }, at),
      changeTo('opted-out', { clientId, mobile: '27820000002' }, { kind: 'web' }, at),
    ]
    await db.sql.begin((tx) => writeContacts(tx, db, changes))
    assert.deepEqual(await found(), [1042, null])
  })

  it('the migration finds it in the text of entries from before', async () => {
    const migration = await readFile(new URL('000122_requesting_sms.sql', MIGRATIONS), 'utf8')
    await db.sql`drop trigger contact_audited on contact_audit`
    await db.sql`drop function note_requesting_sms`
    await db.sql`alter table contact_audit drop column incoming_id`
    await addEntries()
    await db.sql.begin((tx) => tx.unsafe(migration))
    assert.deepEqual(await found(), expected)
  })
})
