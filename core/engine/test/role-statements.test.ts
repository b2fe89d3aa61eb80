import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { readCurrent, readReplayed } from '../src/database/replica/wal-position.ts'
import { type DatabaseRoles, roleStatements } from '../src/database/role-statements.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const PASSWORD = 'of-a-test'

describe('the roles of a database', () => {
  let database: TestDatabase
  let sql: Sql
  let roles: DatabaseRoles
  before(async () => {
    database = await createTestDatabase({ template: 'without anything', migrate: async () => undefined })
    sql = openDatabase({ url: database.url, max: 1, applicationName: 'test' })
    const name = new URL(database.url).pathname.slice(1)
    roles = { database: name, owner: `${name}_owner`, gateway: `${name}_gateway`, reports: `${name}_reports` }
    for (const statement of roleStatements(roles)) await sql.unsafe(statement)
    for (const role of [roles.owner, roles.gateway]) await sql.unsafe(`alter role "${role}" password '${PASSWORD}'`)
  })
  after(async () => {
    for (const role of [roles.reports, roles.gateway, roles.owner]) {
      await sql.unsafe(`drop owned by "${role}" cascade`)
      await sql.unsafe(`drop role "${role}"`)
    }
    await sql.end({ timeout: 5 })
    await database.close()
  })

  function urlOf(role: string): string {
    const url = new URL(database.url)
    url.username = role
    url.password = PASSWORD
    return url.href
  }

  test('let the owner migrate, and a node work with both', async () => {
    await migrate(urlOf(roles.owner))
    const link = new FakeLink()
    const harness = await startEngine({
      url: urlOf(roles.gateway),
      settings: { database: { directUrl: urlOf(roles.owner), pooler: 'transaction' } },
      carriers: new Map([['net', carrierOf(link)]]),
    })
    try {
      await harness.submit({ to: ['27821110000', '27821110001'] })
      await harness.submit({ sendAt: new Date(Date.now() + 500) })
      await harness.until(async () => (await harness.states()).submitted === 3, 'all are submitted')
      assert.doesNotMatch(harness.log.dump(), /permission denied|must be owner/)
    } finally {
      await harness.close()
    }
  })

  test("let the gateway's ask how far a primary is, and how far a standby", async () => {
    const gateway = openDatabase({ url: urlOf(roles.gateway), isPooled: true, max: 1, applicationName: 'test' })
    try {
      const wanted = await readCurrent(gateway)
      assert.ok(wanted.octets > 0 && wanted.timeline > 0)
      assert.deepEqual(await readReplayed(gateway), { ...wanted, octets: 0, isStandby: false, committedMs: null })
    } finally {
      await gateway.end({ timeout: 1 })
    }
  })

  const REFUSED = [
    'create table heliograph.own ()',
    'drop table heliograph.message',
    'truncate heliograph.message',
    'create schema own',
  ]
  for (const statement of REFUSED)
    test(`let the gateway's not: ${statement}`, async () => {
      const gateway = openDatabase({ url: urlOf(roles.gateway), isPooled: true, max: 1, applicationName: 'test' })
      await assert.rejects(gateway.unsafe(statement), { code: '42501' }).finally(() => gateway.end({ timeout: 1 }))
    })

  test('get what there is in a database that was migrated before', async () => {
    await sql.unsafe(`revoke usage on schema heliograph, graphile_worker from "${roles.gateway}"`)
    for (const statement of roleStatements(roles).filter((text) => text.startsWith('do '))) await sql.unsafe(statement)
    const gateway = openDatabase({ url: urlOf(roles.gateway), isPooled: true, max: 1, applicationName: 'test' })
    const rows = await gateway`select 1 from deployment`.finally(() => gateway.end({ timeout: 1 }))
    assert.equal(rows.length, 1)
  })
})
