import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { AuditLog, MOST_PASSKEYS, type NewPasskey, type PasskeyCheck, Passkeys } from '@heliograph/contracts'
import { eventually, type ServiceCase, type ServiceWorld } from './service-world.ts'

/** The origin and address of logins. */
const FROM = { origin: 'suite', address: '192.0.2.1' }

function freshPasskey(more: Partial<NewPasskey> = {}): NewPasskey {
  const credentialId = randomBytes(32).toString('base64url')
  return { credentialId, name: 'My phone', publicKey: Uint8Array.of(0xa5, 0, 0xff), counter: 0, ...more }
}

/** A signature that was found right, with this counter. */
const signed =
  (counter: number): PasskeyCheck =>
  async () =>
    counter

function logIn(world: ServiceWorld, credentialId: string, check: PasskeyCheck): Promise<number | undefined> {
  return world.service(Passkeys).logIn({ ...FROM, credentialId }, check)
}

async function reasonsOf(world: ServiceWorld, clientId: number): Promise<unknown[]> {
  const admin = await world.addUser(clientId, { role: 'admin' })
  const { records } = await world.service(AuditLog).find(admin, { action: 'log-in-refused', limit: 10 })
  return records.map(({ detail }) => [detail.reason, detail.address])
}

export const passkeyCases: readonly ServiceCase[] = [
  {
    name: 'one is added, renamed and removed by its user, and that is noted',
    async run(world, { principal }) {
      const passkeys = world.service(Passkeys)
      const draft = freshPasskey({ name: '  My phone ' })
      await passkeys.add(principal, draft)
      const list = () => passkeys.list(principal, principal.userId)
      const [made] = await list()
      assert.ok(made)
      const { passkeyId, createdAt } = made
      assert.deepEqual([made.name, made.credentialId, made.lastUsedAt], ['My phone', draft.credentialId, null])
      assert.ok(Math.abs(createdAt.getTime() - world.now()) < 60_000)
      await passkeys.rename(principal, passkeyId, 'My old phone')
      assert.equal((await list())[0]?.name, 'My old phone')
      await passkeys.remove(principal, passkeyId)
      assert.deepEqual(await list(), [])
      await assert.rejects(passkeys.remove(principal, passkeyId), { category: 'not-found', code: 'passkey-not-found' })
      const { records } = await world.service(AuditLog).find(principal, { limit: 10 })
      const noted = records.map(({ action, subject, detail }) => [action, subject, detail.name]).reverse()
      assert.deepEqual(noted, [
        ['passkey-added', `passkey ${passkeyId}`, 'My phone'],
        ['passkey-renamed', `passkey ${passkeyId}`, 'My old phone'],
        ['passkey-removed', `passkey ${passkeyId}`, undefined],
      ])
    },
  },
  {
    name: 'one can be added once, by one user',
    async run(world, { principal }) {
      const passkeys = world.service(Passkeys)
      const draft = freshPasskey()
      await passkeys.add(principal, draft)
      const other = await world.addUser(principal.clientId, {})
      for (const who of [principal, other])
        await assert.rejects(passkeys.add(who, draft), { category: 'conflict', code: 'passkey-known' })
      assert.deepEqual(await passkeys.list(other, other.userId), [])
    },
  },
  {
    name: 'a user has so many at most, with names that say something',
    async run(world, { principal }) {
      const passkeys = world.service(Passkeys)
      for (const name of ['', '  ', 'x'.repeat(61)])
        await assert.rejects(passkeys.add(principal, freshPasskey({ name })), { code: 'invalid-settings' })
      for (let count = 0; count < MOST_PASSKEYS; count += 1) await passkeys.add(principal, freshPasskey())
      await assert.rejects(passkeys.add(principal, freshPasskey()), { category: 'conflict', code: 'too-many-passkeys' })
      const [first] = await passkeys.list(principal, principal.userId)
      await assert.rejects(passkeys.rename(principal, first?.passkeyId as number, ' '), { code: 'invalid-settings' })
    },
  },
  {
    name: 'one lets its user in when its signature is right, which is told apart by nothing',
    async run(world, { principal }) {
      const { userId, clientId } = principal
      const draft = freshPasskey({ counter: 3 })
      await world.service(Passkeys).add(principal, draft)
      const { credentialId } = draft
      const seen: unknown[] = []
      const entered = await logIn(world, credentialId, async (key) => {
        seen.push([key.userId, key.credentialId, key.counter, [...key.publicKey]])
        return 4
      })
      assert.equal(entered, userId)
      assert.deepEqual(seen, [[userId, credentialId, 3, [...draft.publicKey]]])
      const [used] = await world.service(Passkeys).list(principal, userId)
      assert.ok(Math.abs((used?.lastUsedAt?.getTime() ?? 0) - world.now()) < 60_000)
      assert.equal(await logIn(world, credentialId, async () => undefined), undefined)
      await eventually(async () => (await reasonsOf(world, clientId)).length > 0, 'the refusal is noted')
      assert.deepEqual(await reasonsOf(world, clientId), [['wrong-passkey', FROM.address]])
      for (const unknown of ['', 'AAAA', '\0', '\ud800'])
        assert.equal(await logIn(world, unknown, () => assert.fail('there is nothing to check')), undefined)
      const broken = logIn(world, credentialId, () => Promise.reject(new Error('broken')))
      await assert.rejects(broken, /broken/)
    },
  },
  {
    name: 'a counter that does not go on is refused and noted; one of 0 counts nothing',
    async run(world, { principal }) {
      const { userId, clientId } = principal
      const counting = freshPasskey({ counter: 7 })
      const silent = freshPasskey()
      for (const passkey of [counting, silent]) await world.service(Passkeys).add(principal, passkey)
      for (let times = 0; times < 2; times += 1)
        assert.equal(await logIn(world, silent.credentialId, signed(0)), userId)
      for (const counter of [7, 6, 0])
        assert.equal(await logIn(world, counting.credentialId, signed(counter)), undefined)
      const atOnce = await Promise.all([1, 2, 3].map(() => logIn(world, counting.credentialId, signed(8))))
      assert.deepEqual(
        atOnce.filter((entered) => entered !== undefined),
        [userId],
      )
      assert.equal(await logIn(world, counting.credentialId, signed(4_294_967_295)), userId)
      assert.equal(await logIn(world, silent.credentialId, signed(1)), userId)
      assert.equal(await logIn(world, silent.credentialId, signed(0)), undefined, 'it counts from now on')
      await eventually(async () => (await reasonsOf(world, clientId)).length > 0, 'the refusals are noted')
      assert.deepEqual(await reasonsOf(world, clientId), [['passkey-counter', FROM.address]])
    },
  },
  {
    name: 'one of a disabled user lets nobody in',
    async run(world, { principal }) {
      const { clientId, userId } = principal
      const passkey = freshPasskey()
      await world.service(Passkeys).add(principal, passkey)
      await world.disableUser(userId)
      await world.accountsChanged()
      assert.equal(await logIn(world, passkey.credentialId, signed(0)), undefined)
      await eventually(async () => (await reasonsOf(world, clientId)).length > 0, 'the refusal is noted')
      assert.deepEqual(await reasonsOf(world, clientId), [['disabled', FROM.address]])
    },
  },
  {
    name: 'those of others are out of reach; who keeps a user sees and removes all of them',
    async run(world, { principal }) {
      const passkeys = world.service(Passkeys)
      const { userId, clientId } = principal
      for (const passkey of [freshPasskey(), freshPasskey()]) await passkeys.add(principal, passkey)
      const admin = await world.addUser(clientId, { role: 'admin' })
      const other = await world.addUser(clientId, {})
      const stranger = await world.addUser((await world.addClient()).principal.clientId, { role: 'admin' })
      const [first] = await passkeys.list(admin, userId)
      const passkeyId = first?.passkeyId as number
      for (const who of [other, admin]) {
        await assert.rejects(passkeys.remove(who, passkeyId), { code: 'passkey-not-found' })
        await assert.rejects(passkeys.rename(who, passkeyId, 'Mine'), { code: 'passkey-not-found' })
      }
      for (const act of [passkeys.list, passkeys.removeAll]) {
        await assert.rejects(act(other, userId), { code: 'not-allowed' })
        await assert.rejects(act(stranger, userId), { code: 'user-not-found' })
      }
      assert.equal((await passkeys.list(principal, userId)).length, 2)
      assert.equal(await passkeys.removeAll(admin, userId), 2)
      assert.equal(await passkeys.removeAll(admin, userId), 0)
      assert.deepEqual(await passkeys.list(principal, userId), [])
      const acts = (await world.service(AuditLog).find(admin, { action: 'passkeys-removed', limit: 10 })).records
      assert.deepEqual(
        acts.map(({ subject, detail, userId: by }) => [subject, detail.passkeys, by]),
        [[`user ${userId}`, '2', admin.userId]],
      )
    },
  },
]
