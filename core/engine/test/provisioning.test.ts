import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MOST_KEYS, SCOPES, type Scope } from '@heliograph/contracts'
import { createSecretBox } from '../src/accounts/master-keys/secret-box.ts'
import { verifyPassword } from '../src/accounts/provisioning/password.ts'
import { createProvisioning } from '../src/accounts/provisioning/provisioning.ts'
import { hashKey } from '../src/accounts/secrets.ts'
import { openDatabase } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

const provisioningWhere = (isHandedOut: boolean) =>
  createProvisioning(database.sql, database.secrets, { country: 'ZA', currency: 'ZAR' }, undefined, () => isHandedOut)

async function creditOf(clientId: number): Promise<string | null> {
  const clients = await database.provisioning.listClients()
  return clients.find((client) => client.clientId === clientId)?.credit ?? null
}

describe('clients', () => {
  test("defaults: billed afterwards, price 0, the deployment's currency", async () => {
    const { clientId } = await database.provisioning.addClient({ name: ' Plain ' })
    const clients = await database.provisioning.listClients()
    assert.deepEqual(
      clients.find((client) => client.clientId === clientId),
      {
        clientId,
        name: 'Plain',
        country: null,
        currency: 'ZAR',
        price: '0.000000',
        credit: null,
        rateLimit: null,
        retentionDays: null,
        enabled: true,
      },
    )
  })

  test('all settings', async () => {
    const { clientId } = await database.provisioning.addClient({
      name: 'Full',
      country: 'de',
      currency: 'eur',
      credit: '100.00',
      price: '0.05',
      rateLimit: 600,
    })
    const limits = { rateLimit: 10, retentionDays: 30 }
    const client = await database.provisioning.setClient({ clientId, enabled: false, price: '0.07', ...limits })
    assert.deepEqual(client, {
      clientId,
      name: 'Full',
      country: 'DE',
      currency: 'EUR',
      price: '0.070000',
      credit: '100.000000',
      rateLimit: 10,
      retentionDays: 30,
      enabled: false,
    })
  })

  test('credit is exact, can be taken back, and never falls below zero', async () => {
    const { clientId } = await database.provisioning.addClient({ name: 'Prepaid', credit: '0.1' })
    await database.provisioning.setClient({ clientId, addCredit: '0.2' })
    assert.equal(await creditOf(clientId), '0.300000')
    await database.provisioning.setClient({ clientId, addCredit: '-0.3' })
    assert.equal(await creditOf(clientId), '0.000000')
    await assert.rejects(database.provisioning.setClient({ clientId, addCredit: '-0.000001', price: '9' }), {
      category: 'invalid',
      code: 'credit-negative',
    })
    const clients = await database.provisioning.listClients()
    assert.equal(clients.find((client) => client.clientId === clientId)?.price, '0.000000', 'nothing else was changed')
  })

  test('adding credit makes a client prepaid', async () => {
    const { clientId } = await database.provisioning.addClient({ name: 'Later' })
    await database.provisioning.setClient({ clientId, addCredit: '5' })
    assert.equal(await creditOf(clientId), '5.000000')
  })

  const BAD_CLIENTS: readonly [string, Record<string, unknown>][] = [
    ['name', { name: ' ' }],
    ['name', { name: undefined }],
    ['country', { country: 'XX' }],
    ['country', { country: 'ZAF' }],
    ['currency', { currency: 'XQQ' }],
    ['credit', { credit: '1e3' }],
    ['credit', { credit: '-1' }],
    ['credit', { credit: '1.0000001' }],
    ['price', { price: 'free' }],
    ['price', { price: '1234567890123' }],
    ['rateLimit', { rateLimit: 0 }],
    ['rateLimit', { rateLimit: 1.5 }],
    ['rateLimit', { rateLimit: 2 ** 31 }],
  ]
  for (const [field, input] of BAD_CLIENTS) {
    test(`refused: ${JSON.stringify(input)}`, async () => {
      await assert.rejects(database.provisioning.addClient({ name: 'Bad', ...input }), (error: Refusal) => {
        assert.equal(error.category, 'invalid')
        assert.deepEqual(Object.keys(error.details ?? {}), [field])
        return true
      })
    })
  }

  test('everything that is wrong is reported at once', async () => {
    await assert.rejects(database.provisioning.addClient({ name: '', price: 'x', country: 'y' }), (error: Refusal) => {
      assert.deepEqual(Object.keys(error.details ?? {}).sort(), ['country', 'name', 'price'])
      return true
    })
  })

  test('an unknown client is not found', async () => {
    await assert.rejects(database.provisioning.setClient({ clientId: 1, price: '1' }), {
      category: 'not-found',
      code: 'client-not-found',
    })
    await assert.rejects(database.provisioning.setClient({ clientId: Number.NaN, price: '1' }), { category: 'invalid' })
  })
})

interface Refusal {
  readonly category: string
  readonly details?: Record<string, string>
}

describe('users and keys', () => {
  test('a user with everything', async () => {
    const { clientId, channelId } = await database.addAccount()
    const { userId } = await database.provisioning.addUser({
      clientId,
      email: ' Boss@Example.COM ',
      password: 'correct horse',
      channelId,
      role: 'Admin',
      priority: 'critical',
    })
    const [row] = await database.sql`select * from app_user where user_id = ${userId}`
    assert.deepEqual(
      [row?.email, row?.role, row?.priority, row?.channel_id, row?.enabled],
      ['boss@example.com', 'admin', 0, channelId, true],
    )
    assert.equal(await verifyPassword('correct horse', row?.password_hash), true)
  })

  test('an e-mail is used once in a client, in any case, and again in another', async () => {
    const [one, other] = [await database.addAccount(), await database.addAccount()]
    const user = { email: 'same@example.com', password: 'correct horse' }
    await database.provisioning.addUser({ ...user, clientId: one.clientId })
    await database.provisioning.addUser({ ...user, clientId: other.clientId })
    await assert.rejects(
      database.provisioning.addUser({ ...user, email: 'SAME@example.com', clientId: one.clientId }),
      { category: 'conflict', code: 'email-taken' },
    )
  })

  test('the channel of another client is refused', async () => {
    const [one, other] = [await database.addAccount(), await database.addAccount()]
    const user = {
      clientId: one.clientId,
      email: 'c@example.com',
      password: 'correct horse',
      channelId: other.channelId,
    }
    await assert.rejects(database.provisioning.addUser(user), { category: 'invalid', code: 'invalid-settings' })
  })

  for (const change of [{ email: 'no' }, { password: 'too short' }, { role: 'owner' }, { priority: 'URGENT' }]) {
    test(`refused: ${JSON.stringify(change)}`, async () => {
      const { clientId } = await database.addAccount()
      const user = { clientId, email: 'a@example.com', password: 'correct horse', ...change }
      await assert.rejects(database.provisioning.addUser(user), { category: 'invalid', code: 'invalid-settings' })
    })
  }

  for (const isHandedOut of [false, true])
    for (const scope of SCOPES) {
      const isSealed = isHandedOut && scope === 'send'
      const where = isHandedOut ? 'where keys are handed out' : 'where none is'
      test(`a key with the scope ${scope} is stored hashed, ${isSealed ? 'and' : 'not'} sealed, ${where}`, async () => {
        const { userId } = await database.addAccount()
        const { keyId, apiKey } = await provisioningWhere(isHandedOut).addKey({ userId, scope })
        assert.match(apiKey, /^[A-Za-z0-9]{40}$/)
        const [row] = await database.sql`select * from api_key where key_id = ${keyId}`
        assert.deepEqual([row?.scope, row?.key_hash], [scope, hashKey(apiKey)])
        assert.deepEqual(row?.smpp_hash, database.secrets.smppHash(apiKey))
        assert.equal(
          row?.sealed === null ? undefined : database.secrets.open(row?.sealed),
          isSealed ? apiKey : undefined,
        )
        const stored = [row?.sealed ?? Buffer.of(), row?.key_hash, row?.smpp_hash]
        assert.ok(!Buffer.concat(stored).includes(apiKey))
      })
    }

  test('the copies of keys are counted, and erased while the keys go on working', async () => {
    const { userId } = await database.addAccount()
    const provisioning = provisioningWhere(true)
    await provisioning.eraseKeyCopies()
    const { keyId } = await provisioning.addKey({ userId })
    await provisioning.addKey({ userId, scope: 'portal' })
    assert.equal(await provisioning.countKeyCopies(), 1)
    assert.equal(await provisioning.eraseKeyCopies(), 1)
    assert.equal(await provisioning.countKeyCopies(), 0)
    assert.equal((await provisioning.findKey(keyId))?.scope, 'send')
  })

  test('of keys made at once a user gets no more than it may have', async () => {
    const { userId } = await database.addAccount()
    const { provisioning } = database
    const made = await Promise.allSettled(Array.from({ length: 120 }, () => provisioning.addKey({ userId })))
    const refused = made.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    // The account has one from the beginning.
    assert.deepEqual(refused, Array(21).fill('too-many-keys'))
    assert.equal((await provisioning.listKeys(userId)).length, MOST_KEYS)
  })

  test('a key of another scope is refused', async () => {
    const { userId } = await database.addAccount()
    const making = database.provisioning.addKey({ userId, scope: 'all' as Scope })
    await assert.rejects(making, { category: 'invalid', code: 'invalid-settings' })
  })

  test('a change of a user changes what is given, by names in any case', async () => {
    const { userId, channelId } = await database.addAccount()
    const { provisioning } = database
    const changed = await provisioning.setUser({ userId, role: 'Operator', priority: 'critical', channelId })
    assert.deepEqual(
      [changed.role, changed.priority, changed.channelId, changed.enabled],
      ['operator', 'CRITICAL', channelId, true],
    )
    assert.deepEqual(await provisioning.setUser({ userId }), changed)
    const cleared = await provisioning.setUser({ userId, priority: '', channelId: null })
    assert.deepEqual(cleared, { ...changed, priority: null, channelId: null })
    assert.deepEqual(await provisioning.findUser(userId), cleared)
  })

  for (const change of [{ role: 'owner' }, { priority: 'URGENT' }, { channelId: 1 }]) {
    test(`a change is refused: ${JSON.stringify(change)}`, async () => {
      const { userId } = await database.addAccount()
      const setting = database.provisioning.setUser({ userId, ...change })
      await assert.rejects(setting, { category: 'invalid', code: 'invalid-settings' })
    })
  }

  test('a new password is the one that counts, and a short one is refused', async () => {
    const { userId } = await database.addAccount()
    await database.provisioning.setPassword({ userId, password: 'correct horse' })
    const refused = database.provisioning.setPassword({ userId, password: 'too short' })
    await assert.rejects(refused, { category: 'invalid', code: 'invalid-settings' })
    const [row] = await database.sql`select password_hash from app_user where user_id = ${userId}`
    assert.equal(await verifyPassword('correct horse', row?.password_hash), true)
  })

  // spec: Channel settings (portal) | rule | a security key can be generated again
  test('a new security key is stored sealed in the place of the old one', async () => {
    const { channelId, securityKey } = await database.addAccount()
    const rotated = await database.provisioning.rotateSecurityKey({ channelId })
    assert.notEqual(rotated.securityKey, securityKey)
    const [row] = await database.sql`select security_key from channel where channel_id = ${channelId}`
    assert.equal(database.secrets.open(row?.security_key), rotated.securityKey)
    assert.ok(!row?.security_key.includes(rotated.securityKey))
  })

  test('a security key that is given is the one that counts, and a short one is refused', async () => {
    const { channelId } = await database.addAccount()
    const given = 'a key that a program has'
    const rotate = (securityKey: string) => database.provisioning.rotateSecurityKey({ channelId, securityKey })
    assert.equal((await rotate(given)).securityKey, given)
    const [row] = await database.sql`select security_key from channel where channel_id = ${channelId}`
    assert.equal(database.secrets.open(row?.security_key), given)
    await assert.rejects(rotate('too short'), { category: 'invalid', code: 'invalid-settings' })
  })

  test('unknown users and clients are not found', async () => {
    const { provisioning } = database
    await assert.rejects(provisioning.addKey({ userId: 1 }), { category: 'not-found', code: 'user-not-found' })
    await assert.rejects(provisioning.setUser({ userId: 1, enabled: false }), {
      category: 'not-found',
      code: 'user-not-found',
    })
    await assert.rejects(provisioning.addUser({ clientId: 1, email: 'a@b', password: 'correct horse' }), {
      category: 'not-found',
    })
  })
})

test('while the database is away every operation says so', async () => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
  const secrets = createSecretBox([Buffer.alloc(32)])
  const provisioning = createProvisioning(away, secrets, { country: 'ZA', currency: 'ZAR' })
  await assert.rejects(provisioning.listClients(), { category: 'unavailable', code: 'database-away' })
  await away.end({ timeout: 0 })
})
