import { after, before } from 'node:test'
import type { NewClient, Principal } from '@heliograph/contracts'
import { createManualClock, type ManualClock } from '@heliograph/testkit'
import { ErasedContacts } from '../../src/accounts/erased-contacts.ts'
import { loadKeys } from '../../src/accounts/load-accounts.ts'
import { createSecretBox, type SecretBox } from '../../src/accounts/master-keys/secret-box.ts'
import { createProvisioning, type Provisioning } from '../../src/accounts/provisioning/provisioning.ts'
import { hashKey } from '../../src/accounts/secrets.ts'
import { openDatabase, type Sql } from '../../src/database/database.ts'
import { createRecordIds, type RecordIds } from '../../src/database/record-ids.ts'
import { createEngineDatabase } from './engine-database.ts'

/** A client with a number channel, a user and a key. */
export interface TestAccount {
  readonly clientId: number
  readonly channelId: number
  readonly securityKey: string
  readonly userId: number
  readonly apiKey: string
  readonly principal: Principal
}

export interface DatabaseFixture {
  readonly url: string
  readonly sql: Sql
  readonly clock: ManualClock
  readonly secrets: SecretBox
  readonly erased: ErasedContacts
  readonly ids: RecordIds
  readonly provisioning: Provisioning
  addAccount(options?: Partial<NewClient>): Promise<TestAccount>
  /** Stores a message as accepting it would; `columns` by their database names. Resolves with its sms_id. */
  addMessage(account: TestAccount, columns?: Readonly<Record<string, unknown>>): Promise<number>
}

/** What fills tables with as much as a gateway keeps takes longer than any statement of the engine may. */
const FILL_MS = 600_000

/** A migrated database for the tests of one file. Usable once the tests run. */
export function useDatabase(): DatabaseFixture {
  const clock = createManualClock()
  const secrets = createSecretBox([Buffer.alloc(32, 7)])
  const fixture = { clock, secrets } as { -readonly [K in keyof DatabaseFixture]: DatabaseFixture[K] }
  let close = async () => {}
  let accounts = 0

  before(async () => {
    const database = await createEngineDatabase()
    const sql = openDatabase({ url: database.url, max: 6, applicationName: 'test', statementTimeoutMs: FILL_MS })
    fixture.url = database.url
    fixture.sql = sql
    fixture.ids = createRecordIds(sql, clock)
    fixture.erased = new ErasedContacts({ sql, clock, secrets })
    fixture.provisioning = createProvisioning(sql, secrets, { country: 'ZA', currency: 'ZAR' })
    close = async () => {
      await sql.end({ timeout: 5 })
      await database.close()
    }
  })
  after(() => close())

  fixture.addAccount = async (options = {}) => {
    accounts += 1
    const number = `2782${String(accounts).padStart(7, '0')}`
    const { provisioning, sql } = fixture
    const { clientId } = await provisioning.addClient({ name: `Client ${accounts}`, ...options })
    const { channelId, securityKey } = await provisioning.addChannel({ clientId, number })
    // The user gets no password hash, since that takes longer than everything else here.
    const [user] = await sql<{ user_id: number }[]>`
      insert into app_user (client_id, email, password_hash) values (${clientId}, 'user@example.com', '')
      returning user_id`
    const userId = user?.user_id as number
    const { apiKey } = await provisioning.addKey({ userId })
    const [key] = await loadKeys(sql, [hashKey(apiKey)], { country: 'ZA', rateLimit: 300 })
    return { clientId, channelId, securityKey, userId, apiKey, principal: key?.principal as Principal }
  }

  fixture.addMessage = async (account, columns = {}) => {
    const [smsId] = await fixture.ids.take(1)
    const row = {
      sms_id: smsId as number,
      client_id: account.clientId,
      user_id: account.userId,
      channel_id: account.channelId,
      sender: 'ACME',
      recipient: '27831234567',
      body: 'Hello',
      encoding: 0,
      parts: 1,
      priority: 10,
      flash: false,
      receipt_webhook: true,
      notify_format: 0,
      origin: 'v2',
      route: 'default',
      price: '0.05',
      currency: 'ZAR',
      accepted_at: new Date(clock.now()),
      validity_seconds: 172_800,
      ...columns,
    }
    await fixture.sql`insert into message ${fixture.sql(row)}`
    return row.sms_id
  }
  return fixture
}
