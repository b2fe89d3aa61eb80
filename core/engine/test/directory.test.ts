import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseChannel } from '@heliograph/messaging'
import { createManualClock } from '@heliograph/testkit'
import { type AccountDirectory, createDirectory } from '../src/accounts/directory.ts'
import { ExpiringCache } from '../src/accounts/expiring-cache.ts'
import { hashKey } from '../src/accounts/secrets.ts'
import { openDatabase, type Sql } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()
const DEFAULTS = { country: 'ZA', rateLimit: 300 }

function createLive(sql: Sql = database.sql): AccountDirectory {
  const directory = createDirectory({ sql, clock: database.clock, defaults: DEFAULTS })
  directory.setLive(true)
  return directory
}

/** Counts statements, to distinguish a cache hit from a look-up. */
function counted(): { readonly sql: Sql; readonly count: () => number } {
  let count = 0
  const sql = new Proxy(database.sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      // Fragments pass through here as well; only whole statements have a `from` of their own at the top.
      if (args[0].some((text) => text.includes('from api_key') || text.includes('from app_user'))) count += 1
      return Reflect.apply(target as unknown as (...args: unknown[]) => unknown, self, args)
    },
  }) as Sql
  return { sql, count: () => count }
}

describe('who is behind a key', () => {
  // spec: What the service does | rule | an API key is tied to its client -> a principal has everything, with the deployment's defaults
  test("a principal has everything, with the deployment's defaults", async () => {
    const account = await database.addAccount({ name: 'Defaults' })
    const { keyId, ...principal } = (await createLive().byApiKey(account.apiKey)) ?? {}
    assert.deepEqual(principal, {
      clientId: account.clientId,
      clientName: 'Defaults',
      userId: account.userId,
      email: 'user@example.com',
      role: 'user',
      country: 'ZA',
      currency: 'ZAR',
      scope: 'send',
      priority: null,
      rateLimit: 300,
    })
    assert.equal(typeof keyId, 'number')
  })

  test('what the client and the user have of their own comes first', async () => {
    const { clientId } = await database.addAccount({ country: 'DE', currency: 'EUR', rateLimit: 7 })
    const user = { clientId, email: 'Root@example.com', password: 'a long password', role: 'admin', priority: 'BULK' }
    const { userId } = await database.provisioning.addUser(user)
    const { apiKey } = await database.provisioning.addKey({ userId })
    const principal = await createLive().byApiKey(apiKey)
    assert.equal(principal?.country, 'DE')
    assert.equal(principal?.currency, 'EUR')
    assert.equal(principal?.rateLimit, 7)
    assert.equal(principal?.role, 'admin')
    assert.equal(principal?.priority, 40)
    assert.equal(principal?.email, 'root@example.com')
  })

  // spec: Authentication | rule | a key does not expire
  test('a key does not expire', async () => {
    const { apiKey, clientId } = await database.addAccount()
    await database.sql`update api_key set created_at = created_at - interval '20 years' where key_hash = ${hashKey(apiKey)}`
    assert.equal((await createLive().byApiKey(apiKey))?.clientId, clientId)
  })

  test('a key that has an end works until then, also when it is remembered', async () => {
    const { apiKey, userId } = await database.addAccount()
    const now = database.clock.now()
    await database.sql`update api_key set expires_at = ${new Date(now + 500)} where key_hash = ${hashKey(apiKey)}`
    const smppHash = database.secrets.smppHash(apiKey)
    const used: number[] = []
    const directory = createDirectory({
      sql: database.sql,
      clock: database.clock,
      defaults: DEFAULTS,
      onKeyUsed: (keyId) => used.push(keyId),
    })
    directory.setLive(true)
    const found = async () => [
      (await directory.byApiKey(apiKey))?.userId,
      (await directory.bySmppHash(smppHash)).length,
    ]
    assert.deepEqual(await found(), [userId, 1])
    database.clock.advance(499)
    assert.deepEqual(await found(), [userId, 1])
    database.clock.advance(1)
    assert.deepEqual(await found(), [undefined, 0])
    assert.equal(used.length, 2, 'each request that it admitted is counted')
  })

  test('the second look-up is answered from memory', async () => {
    const { sql, count } = counted()
    const directory = createLive(sql)
    const { apiKey } = await database.addAccount()
    const principal = await directory.byApiKey(apiKey)
    assert.equal(await directory.byApiKey(apiKey), principal)
    assert.equal(count(), 1)
  })

  test('many requests with the same and with different keys share look-ups', async () => {
    const { sql, count } = counted()
    const directory = createLive(sql)
    const accounts = await Promise.all([database.addAccount(), database.addAccount(), database.addAccount()])
    const asked = Array.from({ length: 60 }, (_, index) => directory.byApiKey(accounts[index % 3]?.apiKey as string))
    const clientIds = (await Promise.all(asked)).map((principal) => principal?.clientId)
    assert.deepEqual(
      clientIds.slice(0, 3),
      accounts.map((account) => account.clientId),
    )
    assert.equal(count(), 1)
  })

  for (const apiKey of ['', 'x', 'A'.repeat(40), 'A'.repeat(201), 'naïve 🙂', '\0']) {
    test(`nobody is behind ${JSON.stringify(apiKey.slice(0, 12))}`, async () => {
      assert.equal(await createLive().byApiKey(apiKey), undefined)
    })
  }

  test('a wrong key is remembered for a second only', async () => {
    const { sql, count } = counted()
    const directory = createLive(sql)
    await directory.byApiKey('wrong')
    assert.equal(await directory.byApiKey('wrong'), undefined)
    assert.equal(count(), 1)
    database.clock.advance(1_000)
    await directory.byApiKey('wrong')
    assert.equal(count(), 2)
  })

  test('guessing cannot grow the memory', () => {
    const cache = new ExpiringCache<string, true>(3)
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) cache.set(key, true, 0)
    assert.deepEqual(
      ['b', 'c', 'd', 'a', 'e'].map((key) => cache.get(key, 1, 10) ?? false),
      [false, false, true, true, true],
    )
  })

  test('while the database is away it says so, and remembers nothing', async () => {
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
    const directory = createLive(away)
    await assert.rejects(async () => directory.byApiKey('key'), { category: 'unavailable', code: 'database-away' })
    await assert.rejects(async () => directory.byApiKey('key'), { category: 'unavailable', code: 'database-away' })
    await away.end({ timeout: 0 })
  })
})

describe('changes', () => {
  // spec: Authentication | rule | a disabled user's key stops working
  test('a disabled user is known until the change is announced, and no longer', async () => {
    const directory = createLive()
    const { apiKey, userId } = await database.addAccount()
    assert.ok(await directory.byApiKey(apiKey))
    await database.provisioning.setUser({ userId, enabled: false })
    assert.ok(await directory.byApiKey(apiKey))
    directory.invalidate()
    assert.equal(await directory.byApiKey(apiKey), undefined)
  })

  test('a disabled client takes all its users along', async () => {
    const directory = createLive()
    const { apiKey, clientId } = await database.addAccount()
    assert.ok(await directory.byApiKey(apiKey))
    await database.provisioning.setClient({ clientId, enabled: false })
    directory.invalidate()
    assert.equal(await directory.byApiKey(apiKey), undefined)
    await database.provisioning.setClient({ clientId, enabled: true })
    directory.invalidate()
    assert.ok(await directory.byApiKey(apiKey))
  })

  test('the database announces what the directory holds', async () => {
    const heard: string[] = []
    let wake = () => {}
    const { unlisten } = await database.sql.listen('heliograph', (payload) => {
      heard.push(payload)
      wake()
    })
    const { clientId, channelId, userId } = await database.addAccount()
    const changes = [
      () => database.provisioning.setClient({ clientId, rateLimit: 5 }),
      () => database.provisioning.setClient({ clientId, name: 'Heard' }),
      () => database.provisioning.setChannel({ channelId, enabled: false }),
      () => database.provisioning.addChannel({ clientId, sender: 'HEARD' }),
      () => database.provisioning.setUser({ userId, enabled: false }),
    ]
    for (const change of changes) {
      heard.length = 0
      const arrived = new Promise<void>((resolve) => {
        wake = resolve
      })
      await change()
      await arrived
      assert.equal(heard[0], 'directory')
    }
    await unlisten()
  })

  test('an answer that a change overtook is given but not kept', async () => {
    const { sql, count } = counted()
    const directory = createLive(sql)
    const { apiKey } = await database.addAccount()
    const asked = directory.byApiKey(apiKey)
    await new Promise((resolve) => setImmediate(resolve))
    directory.invalidate()
    const principal = await asked
    assert.ok(principal)
    const account = directory.accountOf(principal)
    assert.ok(account instanceof Promise, 'the user that came with it is not kept either')
    assert.equal((await account).clientId, principal.clientId)
    assert.ok((await directory.byApiKey(apiKey)) !== undefined)
    assert.equal(count(), 3)
  })

  test('while nobody announces changes, entries live for half a second', async () => {
    const { sql, count } = counted()
    const directory = createLive(sql)
    const { apiKey } = await database.addAccount()
    await directory.byApiKey(apiKey)
    directory.setLive(false)
    await directory.byApiKey(apiKey)
    assert.equal(count(), 1)
    database.clock.advance(500)
    await directory.byApiKey(apiKey)
    assert.equal(count(), 2)
    directory.setLive(true)
    await directory.byApiKey(apiKey)
    assert.equal(count(), 3, 'what was missed meanwhile is not known')
  })
})

describe('accounts', () => {
  // spec: What the service does | rule | an API key is tied to the default channel
  test('the account of a principal is there at once, and follows changes however old the principal is', async () => {
    const directory = createLive()
    const { apiKey, clientId, channelId } = await database.addAccount()
    const principal = await directory.byApiKey(apiKey)
    assert.ok(principal)
    const account = directory.accountOf(principal)
    assert.ok(!(account instanceof Promise))
    assert.equal(chooseChannel(account)?.channelId, channelId)
    await database.provisioning.addChannel({ clientId, sender: 'LATER', isDefault: true })
    directory.invalidate()
    const later = await directory.accountOf(principal)
    assert.equal(chooseChannel(later)?.address, 'LATER')
    assert.equal(directory.accountOf(principal), later)
  })

  test('the account of a user that was disabled meanwhile is refused', async () => {
    const directory = createLive()
    const { principal, userId } = await database.addAccount()
    await directory.accountOf(principal)
    await database.provisioning.setUser({ userId, enabled: false })
    directory.invalidate()
    await assert.rejects(async () => directory.accountOf(principal), {
      category: 'unauthenticated',
      code: 'account-disabled',
    })
  })

  test('a principal of one client never gets the account of another', async () => {
    const directory = createLive()
    const [one, other] = [await database.addAccount(), await database.addAccount()]
    await assert.rejects(async () => directory.accountOf({ ...one.principal, clientId: other.clientId }), {
      category: 'unauthenticated',
    })
    await directory.accountOf(one.principal)
    assert.throws(() => directory.accountOf({ ...one.principal, clientId: other.clientId }), {
      category: 'unauthenticated',
    })
  })

  test('disabled channels and channels of others are not in it', async () => {
    const directory = createLive()
    const [one, other] = [await database.addAccount(), await database.addAccount()]
    const { channelId } = await database.provisioning.addChannel({ clientId: one.clientId, sender: 'OFF' })
    await database.provisioning.setChannel({ channelId, enabled: false })
    await database.provisioning.addChannel({ clientId: other.clientId, sender: 'OTHER' })
    const account = await directory.accountOf(one.principal)
    assert.equal(account.channels.size, 1)
    assert.equal(chooseChannel(account, 'OTHER')?.channelId, one.channelId)
    assert.equal(chooseChannel(account, 'OFF')?.channelId, one.channelId)
  })
})

test('the directory needs no clock but the one given', () => {
  const clock = createManualClock()
  createDirectory({ sql: database.sql, clock, defaults: DEFAULTS })
  assert.equal(clock.pending, 0)
})
