import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Principal } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { type ContactsOptions, createContacts } from '../src/contacts/contacts-service.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { roleStatements } from '../src/database/role-statements.ts'
import { createSearches, type Searches } from '../src/database/searches.ts'
import { createIncomingMessages } from '../src/inbound/incoming-messages.ts'
import { countStates } from '../src/outbound/lifecycle/bulk-states.ts'
import { createConversations } from '../src/read/conversations/conversations-service.ts'
import { createSystemStatus } from '../src/read/figures/system-status.ts'
import { createMessageHistory, traceMessage } from '../src/read/history/message-history.ts'
import { createReports } from '../src/read/history/reports.ts'
import { findRequests } from '../src/read/requests/find-requests.ts'
import { findWebhooks } from '../src/read/webhook-log/find-webhooks.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'

const PASSWORD = 'of-a-test'

describe('the role for reports', () => {
  const database = useDatabase()
  let role: string
  let sql: Sql
  let account: TestAccount
  before(async () => {
    const name = new URL(database.url).pathname.slice(1)
    role = `${name}_reports`
    const statements = roleStatements({
      database: name,
      owner: `${name}_owner`,
      gateway: `${name}_gateway`,
      reports: role,
    })
    // As after an upgrade, when they are repeated: what is there already is an error to overlook.
    for (const statement of statements) await database.sql.unsafe(statement)
    for (const statement of statements) await database.sql.unsafe(statement).catch(overlookExisting)
    await database.sql.unsafe(`alter role "${role}" password '${PASSWORD}'`)
    const url = new URL(database.url)
    url.username = role
    url.password = PASSWORD
    sql = openDatabase({ url: url.href, max: 4, applicationName: 'test' })
    account = await database.addAccount()
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    // What they were granted went with the database.
    const { pathname, href } = new URL(database.url)
    const server = openDatabase({ url: href.replace(pathname, '/postgres'), max: 1, applicationName: 'test' })
    for (const kind of ['owner', 'gateway', 'reports']) await server.unsafe(`drop role "${pathname.slice(1)}_${kind}"`)
    await server.end({ timeout: 5 })
  })

  interface Reading {
    readonly sql: Sql
    readonly searches: Searches
    readonly principal: Principal
    readonly smsId: number
  }

  const visibleTo = async () => null
  const reportsOf = ({ searches }: Reading) => createReports({ searches, clock: systemClock })
  const conversationsOf = (reading: Reading) =>
    createConversations({ ...reading, reports: reportsOf(reading), visibleTo })
  const keyOf = () => ({ channelId: account.channelId, contact: '27821110001' })
  const statusOf = ({ sql, searches }: Reading) => createSystemStatus({ sql, searches, clock: systemClock, visibleTo })
  const operator = (principal: Principal): Principal => ({ ...principal, role: 'operator' })

  const READ: Readonly<Record<string, (reading: Reading) => PromiseLike<unknown>>> = {
    'a page of reports': (reading) =>
      reportsOf(reading).find(reading.principal, { since: new Date(0), text: 'x', limit: 9 }),
    'those of all clients': (reading) =>
      reportsOf(reading).find(operator(reading.principal), { allClients: true, limit: 9 }),
    'a report by its id': (reading) =>
      reportsOf(reading).find(reading.principal, { smsId: reading.smsId + 1_000, limit: 1 }),
    'the history of a message': (reading) =>
      createMessageHistory({ ...reading, reports: reportsOf(reading), visibleTo }).of(reading.principal, reading.smsId),
    'the same for an operator': ({ sql, smsId }) => traceMessage(sql, systemClock, smsId),
    conversations: (reading) => conversationsOf(reading).find(reading.principal, { name: 'a', limit: 9 }),
    'unread ones': (reading) => conversationsOf(reading).countUnread(reading.principal),
    'what both sides wrote': (reading) => conversationsOf(reading).entries(reading.principal, keyOf(), { limit: 9 }),
    'incoming SMS': ({ sql, searches, principal }) =>
      createIncomingMessages({ searches, sql, accountOf, clock: systemClock, logger: captureLogger() }).find(
        principal,
        { since: new Date(0), limit: 9 },
      ),
    contacts: ({ searches, principal }) =>
      createContacts({ searches } as ContactsOptions).find(principal, { status: 'opted-in', groupId: 1, limit: 9 }),
    'how many contacts': ({ searches, principal }) =>
      createContacts({ searches } as ContactsOptions).count(principal, {}),
    webhooks: ({ searches, principal }) => findWebhooks(searches, principal.clientId, { since: new Date(), limit: 9 }),
    requests: ({ searches, principal }) =>
      findRequests(searches, principal.clientId, { field: 'to', text: 'x', limit: 9 }),
    'states of an upload': ({ sql, principal }) => countStates(sql, principal.clientId, 'of-nothing'),
    'figures of messages': (reading) => statusOf(reading).messages(reading.principal, { minutes: 5 }),
    'figures of webhooks': (reading) => statusOf(reading).webhooks(reading.principal),
    'figures of the deployment': (reading) => statusOf(reading).deployment(operator(reading.principal)),
  }
  function accountOf() {
    const { clientId, userId } = account
    return { clientId, userId, ownChannelId: null, quiet: null, channels: new Map(), fallback: undefined }
  }

  for (const [name, read] of Object.entries(READ))
    test(`reads ${name}`, async () => {
      const { principal } = account
      const smsId = await database.addMessage(account)
      await read({ sql, principal, smsId, searches: createSearches(sql, systemClock) })
    })

  const REFUSED = [
    'select from api_key',
    'select from second_factor',
    'select from passkey',
    'select password_hash from app_user',
    'select security_key from channel',
    'select derived_keys from deployment',
    'select from erased_contact',
  ]
  for (const statement of REFUSED)
    test(`may not: ${statement}`, () => assert.rejects(sql.unsafe(statement), { code: '42501' }))

  test('writes nothing, whatever it is granted later', async () => {
    await database.sql.unsafe(`grant delete on message to "${role}"`)
    await assert.rejects(sql`delete from message`, { code: '25006' })
  })
})

/** SQLSTATE duplicate_object. */
function overlookExisting(error: { readonly code?: unknown }): void {
  if (error.code !== '42710') throw error
}
