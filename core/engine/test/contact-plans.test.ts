import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ContactDraft, ContactFilter } from '@heliograph/contracts'
import { createContactGroups } from '../src/contacts/contact-groups.ts'
import { createContacts } from '../src/contacts/contacts-service.ts'
import { createSubscriptions } from '../src/contacts/subscriptions.ts'
import type { Sql } from '../src/database/database.ts'
import { accessOf } from '../src/database/database-access.ts'
import { openPools, type Pools } from '../src/database/pools.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { searchesOn, statementCosts } from './support/plans.ts'

/**
 * Contacts of the client, numbered from 1. Every 20,000th has opted out; half of all are in a group, ten in another.
 */
const KEPT = 200_000
const LIMIT = 100
/** What a page may touch. */
const PAGE_ROWS = 1_000
/** A thousand more for each of two words: so many contacts are counted to choose the rarer one. */
const PAGE_ROWS_OF_WORDS = 3_000
const PAGE_PAGES = 3_200
const SAVED = 400

/** The number of the nth contact. */
const mobileOf = (n: number) => `2782${String(n).padStart(7, '0')}`

describe('what contacts touch does not grow with what is kept', () => {
  const db = useDatabase()
  let account: TestAccount
  let everybody: number
  let few: number
  let pools: Pools

  after(() => pools.close())
  before(async () => {
    pools = openPools({ access: accessOf(db.url, testSettings().database), nodeName: 'test', size: 6, reportSize: 4 })
    account = await db.addAccount()
    const groups = createContactGroups(db.sql)
    everybody = (await groups.add(account.principal, 'Half')).groupId
    few = (await groups.add(account.principal, 'Few')).groupId
    for (const table of ['phonebook', 'contact', 'contact_audit', 'contact_group_member'])
      await db.sql.unsafe(`alter table ${table} set (autovacuum_enabled = false)`)
    const { clientId } = account
    const mobile = db.sql`'2782' || lpad(n::text, 7, '0')`
    await db.sql`
      insert into phonebook (client_id, mobile, name, name_key, added_at, changed_at)
      select ${clientId}::bigint, ${mobile}, 'Name ' || n % 1000, 'name ' || n % 1000, now(), now()
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into contact (client_id, mobile, status, status_description)
      select ${clientId}::bigint, ${mobile}, 0, 'OPTED OUT' from generate_series(1, ${KEPT}::integer, 20000) as n`
    await db.sql`
      insert into contact_audit (client_id, mobile, status, status_description)
      select ${clientId}::bigint, ${mobile}, n % 2, 'some change' from generate_series(1, 100000) as n`
    await db.sql`
      insert into contact_group_member (group_id, client_id, mobile)
      select ${everybody}::bigint, ${clientId}::bigint, ${mobile} from generate_series(2, ${KEPT}::integer, 2) as n
      union all
      select ${few}::bigint, ${clientId}::bigint, ${mobile} from generate_series(1, ${KEPT}::integer, 20000) as n`
  })

  function contacts(sql: Sql, options: { readonly stepEntries?: number } = {}) {
    const { clock, ids, erased } = db
    const tools = { sql, clock, ids, erased, outbox: NO_SESSIONS, announceOptedOut: () => {} }
    const subscriptions = createSubscriptions(tools)
    return createContacts({ ...tools, searches: searchesOn(sql), subscriptions, ...options })
  }

  /** Which contacts, and how many of them a page has. Groups are named later. */
  const PAGES: readonly (readonly [string, () => Omit<ContactFilter, 'limit'>, number])[] = [
    ['the first', () => ({}), LIMIT],
    ['those far behind', () => ({ after: mobileOf(KEPT - 50) }), 50],
    ['by number', () => ({ number: '0820199' }), LIMIT],
    ['by a whole number', () => ({ number: mobileOf(100_000) }), 1],
    ['by name', () => ({ name: 'name 77' }), LIMIT],
    ['by name, far behind', () => ({ name: 'name 7', after: `${mobileOf(177_779)} 779 / name` }), LIMIT],
    ['by a word of the name', () => ({ name: '77' }), LIMIT],
    ['by words of the name in another order', () => ({ name: '778 nam' }), LIMIT],
    ['by a name of nobody', () => ({ name: 'nobody' }), 0],
    ['by group', () => ({ groupId: everybody }), LIMIT],
    ['by group, far behind', () => ({ groupId: everybody, after: mobileOf(KEPT - 50) }), 25],
    ['by a small group', () => ({ groupId: few }), 10],
    ['opted out', () => ({ status: 'opted-out' }), 10],
    ['opted out, in a group', () => ({ status: 'opted-out', groupId: few }), 10],
    ['opted in', () => ({ status: 'opted-in', after: mobileOf(80_000) }), LIMIT],
  ]

  const drafts = (from: number, draft: Omit<ContactDraft, 'mobile'>): readonly ContactDraft[] =>
    Array.from({ length: SAVED }, (_, index) => ({ mobile: `+${mobileOf(from + index * 7)}`, ...draft }))

  const SAVES: readonly (readonly [string, readonly ContactDraft[]])[] = [
    ['new ones', drafts(KEPT + 1, { name: 'New', groups: ['Half', 'Few'] })],
    ['known ones', drafts(60_000, { email: 'a@example.com', groups: ['Half'] })],
    ['opted out', drafts(120_000, { status: 'opted-out' })],
  ]

  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      for (const [name, filter, found] of PAGES)
        it(name, async () => {
          const costs = await statementCosts(pools.reports, async (sql) => {
            const { records } = await contacts(sql).find(account.principal, { ...filter(), limit: LIMIT })
            assert.equal(records.length, found)
          })
          const rows = costs.reduce((sum, cost) => sum + cost.rows, 0)
          const pages = costs.reduce((sum, cost) => sum + cost.pages, 0)
          const most = filter().name?.includes(' ') ? PAGE_ROWS_OF_WORDS : PAGE_ROWS
          assert.ok(rows <= most && pages <= PAGE_PAGES, `${rows} rows on ${pages} pages`)
        })

      for (const [name, given] of SAVES)
        it(`${SAVED} are saved: ${name}`, async () => {
          const costs = await statementCosts(pools.general, (sql) => contacts(sql).save(account.principal, given))
          const most = Math.max(...costs.map(({ rows }) => rows))
          assert.ok(most <= 5 * SAVED, `${most} rows`)
        })

      it('one is shown, with its trail', async () => {
        const costs = await statementCosts(pools.general, async (sql) => {
          const contact = await contacts(sql).get(account.principal, mobileOf(100_001))
          assert.deepEqual(
            contact?.groups.map(({ name }) => name),
            ['Few'],
          )
          await contacts(sql).audit(account.principal, mobileOf(100_001), { limit: 100 })
        })
        const most = Math.max(...costs.map(({ rows }) => rows))
        assert.ok(most <= 10, `${most} rows`)
      })

      it('400 are removed', async () => {
        const mobiles = drafts(40_000, {}).map(({ mobile }) => mobile)
        const costs = await statementCosts(pools.general, async (sql) => {
          assert.equal(await contacts(sql).remove(account.principal, mobiles), SAVED)
        })
        const most = Math.max(...costs.map(({ rows }) => rows))
        assert.ok(most <= 5 * SAVED, `${most} rows`)
      })
    })
  }

  it('small steps lead to the same as large ones', async () => {
    const { sql } = db
    const slow = contacts(sql, { stepEntries: 97 })
    for (const filter of [
      { name: 'name 111', number: '08200' },
      { number: '0820000', status: 'opted-in' },
      { number: '08200', status: 'opted-out' },
    ] as const) {
      const wanted = await contacts(sql).find(account.principal, { ...filter, limit: 1_000 })
      assert.ok(wanted.records.length > 0)
      assert.deepEqual(await slow.find(account.principal, { ...filter, limit: 1_000 }), wanted)
    }
  })
})
