import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactDraft } from '@heliograph/contracts'
import { nameKey, nameWords } from '@heliograph/messaging'
import { createContactGroups } from '../src/contacts/contact-groups.ts'
import { createContacts } from '../src/contacts/contacts-service.ts'
import { createSubscriptions } from '../src/contacts/subscriptions.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { Announcer } from '../src/ownership/announcer.ts'
import { useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { searchesOn } from './support/plans.ts'

const database = useDatabase()
const MOBILE = '27831234567'
const mobileOf = (n: number) => `2783${String(n).padStart(7, '0')}`

function tools(sql: Sql = database.sql) {
  const { clock, ids, erased } = database
  return { sql, clock, ids, erased, outbox: NO_SESSIONS, announceOptedOut: () => {} }
}

function contacts(sql: Sql = database.sql) {
  return createContacts({ ...tools(sql), searches: searchesOn(sql), subscriptions: createSubscriptions(tools(sql)) })
}

test('who had opted in or out before there were phonebooks is in one, and every node keeps it so', async () => {
  const { clientId, principal } = await database.addAccount()
  const { sql } = database
  await sql`drop table phonebook, phonebook_word, contact_group_member, contact_group`
  await sql`drop function note_in_phonebook, note_name, name_rotations, name_words cascade`
  await sql`delete from schema_migration where name in ('phonebook', 'words_of_names')`
  const insert = (from: number, to: number) => sql`
    insert into contact (client_id, mobile, status, status_description)
    select ${clientId}::bigint, '2783' || lpad(n::text, 7, '0'), n % 2, 'before'
    from generate_series(${from}::integer, ${to}::integer) as n`
  await insert(1, 500)
  await migrate(database.url)
  assert.equal(await contacts().count(principal), 500)
  // As a node of an older release does.
  await insert(501, 700)
  assert.equal(await contacts().count(principal), 700)
  assert.equal((await contacts().find(principal, { status: 'opted-out', limit: 1_000 })).records.length, 350)
})

test('lists that come at the same time, beside opt-outs, are each taken as a whole', async () => {
  const { clientId, principal } = await database.addAccount()
  const subscriptions = createSubscriptions(tools())
  const drafts = Array.from({ length: 400 }, (_, n): ContactDraft => {
    return {
      mobile: `+${mobileOf(n)}`,
      name: `Name ${n}`,
      groups: [`Group ${n % 7}`],
      status: n % 3 ? undefined : 'opted-out',
    }
  })
  await Promise.all([
    contacts().save(principal, drafts),
    contacts().save(principal, drafts.toReversed()),
    contacts().save(principal, [...drafts.slice(200), ...drafts.slice(0, 200)]),
    ...Array.from({ length: 200 }, (_, n) =>
      subscriptions.set(clientId, mobileOf(399 - n), 'opted-out', { kind: 'web' }),
    ),
  ])
  const [row] = await database.sql<{ noted: number; members: number; groups: number; out: number }[]>`
    select (select count(*)::integer from phonebook where client_id = ${clientId} and name is not null) as noted,
      (select count(*)::integer from contact_group_member where client_id = ${clientId}) as members,
      (select count(*)::integer from contact_group where client_id = ${clientId}) as groups,
      (select count(*)::integer from contact where client_id = ${clientId} and status = 0) as out`
  assert.deepEqual(row, { noted: 400, members: 400, groups: 7, out: 200 + Math.ceil(200 / 3) })
  assert.ok((await contacts().save(principal, drafts)).every(({ result }) => result === 'unchanged'))
})

test('a contact that is removed while it opts out stays as a number', async () => {
  const { clientId, principal } = await database.addAccount()
  await contacts().save(principal, [{ mobile: MOBILE, name: 'Thandi' }])
  const sql = openDatabase({ url: database.url, max: 1, applicationName: 'removal' })
  let removal: Promise<number> | undefined
  await database.sql.begin(async (tx) => {
    await tx`
      insert into contact (client_id, mobile, status, status_description) values (${clientId}, ${MOBILE}, 0, 'OPTED OUT')`
    removal = contacts(sql).remove(principal, [MOBILE])
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await database.sql<{ waiting: number }[]>`
        select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and application_name = 'removal' and wait_event_type = 'Lock'`
      waiting = row?.waiting ?? 0
    }
  })
  assert.equal(await removal, 1)
  const left = await contacts().get(principal, MOBILE)
  assert.deepEqual([left?.name, left?.subscription?.status], ['', 'opted-out'])
  await sql.end({ timeout: 5 })
})

test('what Postgres cannot store is replaced, and nothing is taken for a pattern', async () => {
  const { principal } = await database.addAccount()
  const draft = { mobile: MOBILE, name: 'a\0b%_\ud800', fields: { 'f\0': 'v\0', q: `"'\\{}` }, groups: ['g\0'] }
  assert.deepEqual(await contacts().save(principal, [draft, { mobile: mobileOf(1), name: 'ax' }]), [
    { mobile: MOBILE, result: 'added' },
    { mobile: mobileOf(1), result: 'added' },
  ])
  const record = await contacts().get(principal, MOBILE)
  assert.deepEqual(
    [record?.name, record?.fields, record?.groups.map(({ name }) => name)],
    ['a\ufffdb%_\ufffd', { 'f\ufffd': 'v\ufffd', q: `"'\\{}` }, ['g\ufffd']],
  )
  const find = async (name: string) => (await contacts().find(principal, { name, limit: 10 })).records.length
  assert.deepEqual([await find('a'), await find('a%'), await find('a_'), await find('a\0b%')], [2, 2, 2, 1])
  assert.deepEqual(await contacts().find(principal, { after: '\0 \ud800 x', limit: 10 }), {
    records: [],
    next: undefined,
  })
})

test('names are found by any of their words, however they are written and changed', async () => {
  const { clientId, principal } = await database.addAccount()
  const names = [
    'Anna Botha',
    'Zoë  MÜLLER-Lüdenscheidt',
    'O’Brien (work), Pat',
    'Анна Ботева',
    'Ana Anna Annabel',
    '???',
  ]
  const mobile = (n: number) => mobileOf(1_000 + n)
  await contacts().save(
    principal,
    names.map((name, n) => ({ mobile: mobile(n), name })),
  )
  for (const name of names) {
    const [row] = await database.sql<{ words: string }[]>`select name_words(${nameKey(name)}) as words`
    assert.deepEqual(row?.words.split(' '), nameWords(name))
  }
  const find = async (name: string, limit = 10) => {
    const found: number[] = []
    for (let after: string | undefined, isMore = true; isMore; ) {
      const { records, next } = await contacts().find(principal, { name, limit, after })
      found.push(...records.map((record) => Number(record.mobile) - Number(mobile(0))))
      after = next
      isMore = next !== undefined
    }
    return found
  }
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['botha', [0]],
    ['BOTH an', [0]],
    ['muller', [1]],
    ['lüdensch zoe', [1]],
    ["brien pat o'", [2]],
    ['бот', [3]],
    ['ann', [4, 0]],
    ['an', [4, 0]],
    ['ana annab', [4]],
    ['?', [5]],
    ['otha', []],
  ]
  for (const limit of [10, 1])
    for (const [name, wanted] of rows) assert.deepEqual(await find(name, limit), wanted, name)
  // As a node of an earlier release does.
  await database.sql`
    update phonebook set name = 'Anna Nel', name_key = 'anna nel' where client_id = ${clientId} and mobile = ${mobile(0)}`
  await database.sql`delete from phonebook where client_id = ${clientId} and mobile = ${mobile(1)}`
  assert.deepEqual(
    [await find('botha'), await find('nel'), await find('anna'), await find('zoe')],
    [[], [0], [4, 0], []],
  )
  await contacts().remove(
    principal,
    names.map((_, n) => mobile(n)),
  )
  const left = await database.sql`select from phonebook_word where client_id = ${clientId}`
  assert.equal(left.length, 0)
})

test('a large group is removed in steps', async () => {
  const { clientId, principal } = await database.addAccount()
  const groups = createContactGroups(database.sql)
  const { groupId } = await groups.add(principal, 'Many')
  await database.sql`
    insert into contact_group_member (group_id, client_id, mobile)
    select ${groupId}::bigint, ${clientId}::bigint, '2783' || lpad(n::text, 7, '0') from generate_series(1, 25000) as n`
  await groups.remove(principal, groupId)
  const left = await database.sql`select from contact_group_member where group_id = ${groupId}::bigint`
  assert.equal(left.length, 0)
  await assert.rejects(groups.remove(principal, groupId), { code: 'group-not-found' })
})

test('while the database is away both services say so', async () => {
  const { principal } = await database.addAccount()
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
  const [service, groups] = [contacts(away), createContactGroups(away)]
  const calls = {
    get: () => service.get(principal, MOBILE),
    save: () => service.save(principal, [{ mobile: MOBILE }]),
    remove: () => service.remove(principal, [MOBILE]),
    setStatus: () => service.setStatus(principal, MOBILE, 'opted-out'),
    audit: () => service.audit(principal, MOBILE, { limit: 1 }),
    undo: () => service.undo(principal, MOBILE, new Date(0)),
    list: () => groups.list(principal),
    add: () => groups.add(principal, 'Staff'),
    rename: () => groups.rename(principal, 1, 'Staff'),
    removeGroup: () => groups.remove(principal, 1),
    addContacts: () => groups.addContacts(principal, 1, [MOBILE]),
    removeContacts: () => groups.removeContacts(principal, 1, [MOBILE]),
  }
  for (const [name, call] of Object.entries(calls))
    await assert.rejects(call, { category: 'unavailable', code: 'database-away' }, name)
  await away.end({ timeout: 0 })
})

test('what a process announces right before its end is heard', async () => {
  const { sql, clock } = database
  const heard: string[] = []
  const listening = await sql.listen('heliograph', (payload) => heard.push(payload))
  const announcer = new Announcer({ sql, clock, logger: console as never })
  announcer.announce('opted-out', '7,8')
  await announcer.flush()
  await sql.notify('heliograph', 'done')
  while (!heard.includes('done')) await new Promise((resolve) => setImmediate(resolve))
  assert.ok(heard.includes('opted-out 7,8'))
  await listening.unlisten()
})
