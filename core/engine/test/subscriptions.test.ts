import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSubscriptions } from '../src/contacts/subscriptions.ts'
import { openDatabase } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'

const database = useDatabase()
const WEB = { kind: 'web' } as const
const MOBILE = '27831234567'

const announceOptedOut = () => {}

function subscriptions() {
  const { sql, clock, ids, erased } = database
  return createSubscriptions({ sql, clock, ids, erased, outbox: NO_SESSIONS, announceOptedOut })
}

async function auditOf(clientId: number): Promise<readonly string[]> {
  const rows = await database.sql<{ text: string }[]>`
    select status || ' ' || status_description as text from contact_audit where client_id = ${clientId} order by audit_id`
  return rows.map((row) => row.text)
}

async function rowsOf(table: 'contact' | 'contact_audit', clientId: number): Promise<readonly object[]> {
  const { sql } = database
  const rows = await sql<object[]>`
    select mobile, status, status_description, auddate from ${sql(table)} where client_id = ${clientId} order by auddate`
  return [...rows]
}

test('a contact nobody recorded is not known', async () => {
  const { clientId } = await database.addAccount()
  assert.equal(await subscriptions().find(clientId, MOBILE), undefined)
})

// spec: Contact subscription record | text | OPTED OUT - <yyyy-MM-dd HH:mm:ss> UTC - SMS ID: <incoming_sms_id>
// spec: Contact subscription record | rule | audit trail: every opt-out ; audit trail: every opt-in
// spec: Contact subscription states | status | opted out is 0
// spec: Opt-out webhook | state | opted out: status 0, description set
test('opting out and in again, each described and audited', async () => {
  const { clientId } = await database.addAccount()
  database.clock.set(Date.UTC(2026, 0, 31, 8, 15, 0, 500))
  const out = await subscriptions().set(clientId, MOBILE, 'opted-out', { kind: 'sms', incomingSmsId: 1042 })
  assert.deepEqual(out, {
    changed: true,
    subscription: {
      clientId,
      mobile: MOBILE,
      status: 'opted-out',
      description: 'OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042',
      changedAt: new Date('2026-01-31T08:15:00.500Z'),
    },
  })
  assert.deepEqual(await subscriptions().find(clientId, MOBILE), out.subscription)
  database.clock.advance(60_000)
  const back = await subscriptions().set(clientId, MOBILE, 'opted-in', WEB)
  assert.equal(back.changed, true)
  assert.equal(back.subscription.description, 'OPTED IN - 2026-01-31 08:16:00 UTC - Web request')
  assert.deepEqual(await auditOf(clientId), [
    '0 OPTED OUT - 2026-01-31 08:15:00 UTC - SMS ID: 1042',
    '1 OPTED IN - 2026-01-31 08:16:00 UTC - Web request',
  ])
})

// spec: Contact subscription record | field | mobile ; status ; status_description ; auddate
// spec: Contact subscription record | status | 0: opted out
// spec: Contact subscription record | text | OPTED OUT - <yyyy-MM-dd HH:mm:ss> UTC - Web request
// spec: Contact subscription record | rule | auddate is the time of the change ; audit trail: every opt-out ; audit trail: every opt-in
// spec: Contact subscription states | rule | opt-out link: audit row ; opt-in link: audit row
// spec: Contact subscription states | status | opted out is 0
test('a contact and each change of it are kept with number, status, description and time', async () => {
  const { clientId } = await database.addAccount()
  const out = {
    mobile: MOBILE,
    status: 0,
    status_description: 'OPTED OUT - 2026-02-01 10:00:00 UTC - Web request',
    auddate: new Date('2026-02-01T10:00:00.250Z'),
  }
  const back = {
    mobile: MOBILE,
    status: 1,
    status_description: 'OPTED IN - 2026-02-01 10:00:05 UTC - Web request',
    auddate: new Date('2026-02-01T10:00:05.250Z'),
  }
  database.clock.set(out.auddate.getTime())
  await subscriptions().set(clientId, MOBILE, 'opted-out', WEB)
  assert.deepEqual(await rowsOf('contact', clientId), [out])
  database.clock.set(back.auddate.getTime())
  await subscriptions().set(clientId, MOBILE, 'opted-in', WEB)
  assert.deepEqual(await rowsOf('contact', clientId), [back])
  assert.deepEqual(await rowsOf('contact_audit', clientId), [out, back])
})

// spec: Contact subscription record | rule | audit trail: every opt-out
test('opting out again writes an audit row and nothing else', async () => {
  const { clientId } = await database.addAccount()
  const first = await subscriptions().set(clientId, MOBILE, 'opted-out', WEB)
  database.clock.advance(5_000)
  const again = await subscriptions().set(clientId, MOBILE, 'opted-out', { kind: 'sms', incomingSmsId: 7 })
  assert.deepEqual(again, { changed: false, subscription: first.subscription })
  assert.equal((await auditOf(clientId)).length, 2)
})

// spec: Contact subscription record | rule | audit trail: every opt-in
test('opting in without having opted out is recorded but changes nothing', async () => {
  const { clientId } = await database.addAccount()
  const { changed, subscription } = await subscriptions().set(clientId, MOBILE, 'opted-in', WEB)
  assert.equal(changed, false)
  assert.equal(subscription.status, 'opted-in')
  assert.equal((await auditOf(clientId)).length, 1)
})

test('a contact of one client is not one of another', async () => {
  const [one, other] = [await database.addAccount(), await database.addAccount()]
  await subscriptions().set(one.clientId, MOBILE, 'opted-out', WEB)
  assert.equal(await subscriptions().find(other.clientId, MOBILE), undefined)
  assert.deepEqual(await auditOf(other.clientId), [])
})

test('ten opt-outs at once are one change and ten audit rows', async () => {
  const { clientId } = await database.addAccount()
  const results = await Promise.all(
    Array.from({ length: 10 }, () => subscriptions().set(clientId, MOBILE, 'opted-out', WEB)),
  )
  assert.equal(results.filter(({ changed }) => changed).length, 1)
  assert.equal((await auditOf(clientId)).length, 10)
})

// spec: Contact subscription states | rule | condition of a link: client found
test('a client that does not exist has no contacts, and gets no audit row', async () => {
  await assert.rejects(subscriptions().set(1, MOBILE, 'opted-out', WEB), {
    category: 'not-found',
    code: 'client-not-found',
  })
  assert.deepEqual(await auditOf(1), [])
})

test('while the database is away it says so', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
  const service = createSubscriptions({
    sql: away,
    clock: database.clock,
    ids: database.ids,
    erased: database.erased,
    outbox: NO_SESSIONS,
    announceOptedOut,
  })
  await assert.rejects(service.find(1001, MOBILE), { category: 'unavailable' })
  await assert.rejects(service.set(1001, MOBILE, 'opted-out', WEB), { category: 'unavailable' })
  await away.end({ timeout: 0 })
})
