import assert from 'node:assert/strict'
import {
  Accounts,
  AuditLog,
  Directory,
  type GatewayError,
  MessageHistory,
  MOST_KEYS,
  Passkeys,
  type Principal,
  SCOPES,
  SecondFactors,
} from '@heliograph/contracts'
import { freshEmail, freshNumber, PASSWORD } from './fresh-names.ts'
import { submitOne } from './requests.ts'
import { roleCases } from './role-cases.ts'
import { eventually, type ServiceCase } from './service-world.ts'

const UNKNOWN = 999_999_999

/** Calls for what does not exist, by an operator, since no one sees more. */
const NOT_THERE: readonly (readonly [string, (accounts: Accounts, operator: Principal) => Promise<unknown>])[] = [
  ['client-not-found', (a, o) => a.setClient(o, { clientId: UNKNOWN, price: '1' })],
  ['client-not-found', (a, o) => a.client(o, UNKNOWN)],
  ['client-not-found', (a, o) => a.ledger(o, UNKNOWN, { limit: 1 })],
  ['client-not-found', (a, o) => a.users(o, UNKNOWN)],
  ['client-not-found', (a, o) => a.channels(o, UNKNOWN)],
  ['client-not-found', (a, o) => a.addUser(o, { clientId: UNKNOWN, email: freshEmail(), password: PASSWORD })],
  ['client-not-found', (a, o) => a.addChannel(o, { clientId: UNKNOWN, number: freshNumber() })],
  ['user-not-found', (a, o) => a.setUser(o, { userId: UNKNOWN, enabled: true })],
  ['user-not-found', (a, o) => a.keys(o, UNKNOWN)],
  ['key-not-found', (a, o) => a.removeKey(o, UNKNOWN)],
  ['client-not-found', (a, o) => a.outgoingNumbers(o, UNKNOWN)],
  ['client-not-found', (a, o) => a.giveOutgoingNumber(o, { clientId: UNKNOWN, number: freshNumber() })],
  ['client-not-found', (a, o) => a.takeOutgoingNumber(o, { clientId: UNKNOWN, number: freshNumber() })],
  ['channel-not-found', (a, o) => a.setChannel(o, { channelId: UNKNOWN, enabled: true })],
  ['channel-not-found', (a, o) => a.rotateSecurityKey(o, UNKNOWN)],
  ['channel-not-found', (a, o) => a.setSharedSecret(o, { channelId: UNKNOWN, kind: 'opt-in' })],
]

const effectCases: readonly ServiceCase[] = [
  {
    name: 'what is not there is named',
    async run(world, { principal }) {
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      for (const [code, operate] of NOT_THERE)
        await assert.rejects(operate(world.service(Accounts), operator), { category: 'not-found', code })
    },
  },
  {
    name: 'an operator sees every client, others their own, and a user of its fellows nothing',
    async run(world, { principal }) {
      const { clients, users } = world.service(Accounts)
      const other = await world.addClient()
      const [operator, admin] = await Promise.all([
        world.addUser(principal.clientId, { role: 'operator' }),
        world.addUser(principal.clientId, { role: 'admin' }),
      ])
      const idsOf = async (who: Principal) => (await clients(who)).map(({ clientId }) => clientId)
      const seen = await idsOf(operator)
      assert.ok([principal.clientId, other.principal.clientId].every((clientId) => seen.includes(clientId)))
      for (const who of [admin, principal]) assert.deepEqual(await idsOf(who), [principal.clientId])
      const fellows = async (who: Principal) => (await users(who, principal.clientId)).map(({ userId }) => userId)
      assert.equal((await fellows(admin)).length, 3)
      assert.deepEqual(await fellows(principal), [principal.userId])
    },
  },
  {
    name: 'a client is called and charged as it was changed to',
    async run(world, { principal: { clientId } }) {
      const { client, setClient } = world.service(Accounts)
      const operator = await world.addUser((await world.addClient()).principal.clientId, { role: 'operator' })
      const limits = { rateLimit: 7, retentionDays: 30 }
      const change = { clientId, name: 'Acme & Sons', country: 'DE', price: '0.125', ...limits, enabled: false }
      const changed = await setClient(operator, change)
      assert.deepEqual({ ...changed, ...change, price: '0.125000' }, changed)
      assert.deepEqual(await client(operator, clientId), changed)
      assert.deepEqual(await setClient(operator, { clientId }), changed)
      assert.equal((await setClient(operator, { clientId, retentionDays: null })).retentionDays, null)
    },
  },
  {
    name: 'the ledger tells by day what a client was given, who gave it and why, and what its messages cost',
    async run(world) {
      const operator = await world.addUser((await world.addClient()).principal.clientId, { role: 'operator' })
      const { addClient, ledger, setClient } = world.service(Accounts)
      const { clientId } = await addClient(operator, { name: 'Prepaid', credit: '5', price: '0.5' })
      const given = await setClient(operator, { clientId, addCredit: '2.5', creditNote: 'Invoice 17' })
      assert.equal(given.credit, '7.500000')
      await setClient(operator, { clientId, addCredit: '-1' })
      const admin = await world.addUser(clientId, { role: 'admin' })
      await world.addChannel(clientId, { number: freshNumber(), default: true })
      await submitOne(world, { principal: admin })
      const { records, next } = await ledger(admin, clientId, { limit: 10 })
      const changes = records.flatMap((day) => day.changes)
      assert.deepEqual(
        changes.map(({ amount, reason, by, note }) => [amount, reason, by, note]),
        [
          ['-1.000000', 'top-up', operator.email, null],
          ['2.500000', 'top-up', operator.email, 'Invoice 17'],
          ['5.000000', 'opening', operator.email, null],
        ],
      )
      // A day may begin between two charges.
      const charged = records.reduce((total, day) => total + Number(day.charged), 0)
      assert.deepEqual([records[0]?.balance, charged, next], ['6.000000', 0.5, undefined])
      const today = records[0]?.day as string
      assert.ok((await ledger(admin, clientId, { limit: 10, before: today })).records.every(({ day }) => day < today))
    },
  },
  {
    name: 'a client that is billed afterwards has no ledger',
    async run(world, client) {
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      await submitOne(world, client)
      const page = await world.service(Accounts).ledger(admin, client.principal.clientId, { limit: 10 })
      assert.deepEqual(page, { records: [], next: undefined })
    },
  },
  {
    name: 'a new user is listed as it was given, and a change of it is, too',
    async run(world, { principal }) {
      const { addUser, setUser, users } = world.service(Accounts)
      const { clientId } = principal
      const admin = await world.addUser(clientId, { role: 'admin' })
      const channelId = await world.addChannel(clientId, { number: freshNumber(), default: false })
      const email = freshEmail()
      const { userId } = await addUser(admin, { clientId, email, password: PASSWORD, channelId, priority: 'BULK' })
      const given = { userId, clientId, email, role: 'user', channelId, priority: 'BULK', enabled: true }
      assert.deepEqual((await users(admin, clientId)).at(-1), given)
      const changed = { ...given, role: 'admin', channelId: null, priority: null, enabled: false }
      const change = { userId, role: 'admin', channelId: null, priority: null, enabled: false }
      assert.deepEqual(await setUser(admin, change), changed)
      assert.deepEqual((await users(admin, clientId)).at(-1), changed)
      const again = addUser(admin, { clientId, email: email.toUpperCase(), password: PASSWORD })
      await assert.rejects(again, { category: 'conflict', code: 'email-taken' })
    },
  },
  {
    name: 'a user sends from no channel of another client',
    async run(world, { principal }) {
      const other = await world.addClient()
      const channelId = await world.addChannel(other.principal.clientId, { number: freshNumber() })
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const setting = world.service(Accounts).setUser(admin, { userId: principal.userId, channelId })
      await assert.rejects(setting, { category: 'invalid', code: 'invalid-settings' })
    },
  },
  {
    name: 'a key works once it is added, and no more when it is removed',
    async run(world, { principal }) {
      const { addKey, keys, removeKey } = world.service(Accounts)
      const { byApiKey } = world.service(Directory)
      const before = await keys(principal, principal.userId)
      const { apiKey, keyId } = await addKey(principal, { userId: principal.userId })
      await eventually(async () => (await byApiKey(apiKey))?.keyId === keyId, 'the key is good')
      const listed = await keys(principal, principal.userId)
      assert.deepEqual(listed.slice(0, -1), before)
      assert.deepEqual([listed.at(-1)?.keyId, listed.at(-1)?.userId], [keyId, principal.userId])
      await removeKey(principal, keyId)
      await eventually(async () => (await byApiKey(apiKey)) === undefined, 'the key is refused')
      assert.deepEqual(await keys(principal, principal.userId), before)
    },
  },
  {
    name: 'a key reaches no further than sending unless it says so, and is listed with that',
    async run(world, { principal }) {
      const { addKey, keys } = world.service(Accounts)
      const { byApiKey } = world.service(Directory)
      const { userId } = principal
      const before = (await keys(principal, userId)).length
      for (const scope of [undefined, ...SCOPES]) {
        const { apiKey } = await addKey(principal, { userId, scope })
        await eventually(async () => (await byApiKey(apiKey)) !== undefined, 'the key is good')
        assert.equal((await byApiKey(apiKey))?.scope, scope ?? 'send')
      }
      const listed = await keys(principal, userId)
      assert.deepEqual(
        listed.slice(before).map(({ scope }) => scope),
        ['send', ...SCOPES],
      )
    },
  },
  {
    name: 'a key has the name and the end that it was given, and none in the past',
    async run(world, { principal }) {
      const { addKey, keys } = world.service(Accounts)
      const { byApiKey } = world.service(Directory)
      const { userId } = principal
      const expiresAt = new Date('2999-01-01T00:00:00Z')
      const { apiKey, keyId } = await addKey(principal, { userId, name: 'Till 2', expiresAt })
      await eventually(async () => (await byApiKey(apiKey))?.keyId === keyId, 'the key is good')
      await addKey(principal, { userId })
      const listed = (await keys(principal, userId)).slice(-2)
      assert.deepEqual(
        listed.map((key) => [key.name, key.expiresAt?.toISOString() ?? null]),
        [
          ['Till 2', expiresAt.toISOString()],
          [null, null],
        ],
      )
      const past = addKey(principal, { userId, expiresAt: new Date('2020-01-01T00:00:00Z') })
      await assert.rejects(past, { category: 'invalid', code: 'invalid-settings' })
    },
  },
  {
    name: 'a credential that reaches no further than sending manages nothing',
    async run(world, { principal }) {
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      const error = { category: 'forbidden', code: 'send-only' }
      for (const who of [principal, admin, operator]) {
        const sender: Principal = { ...who, scope: 'send' }
        const { clientId, userId } = sender
        const calls: readonly Promise<unknown>[] = [
          world.service(Accounts).clients(sender),
          world.service(Accounts).users(sender, clientId),
          world.service(Accounts).addUser(sender, { clientId, email: freshEmail(), password: PASSWORD }),
          world.service(Accounts).setPassword(sender, { userId, password: PASSWORD }),
          world.service(Accounts).keys(sender, userId),
          world.service(Accounts).addKey(sender, { userId }),
          world.service(Accounts).channels(sender, clientId),
          world.service(AuditLog).find(sender, { limit: 1 }),
          world.service(SecondFactors).state(sender, userId),
          world.service(SecondFactors).enrol(sender),
          world.service(SecondFactors).remove(sender, { userId: principal.userId }),
          world.service(Passkeys).list(sender, userId),
          world.service(Passkeys).remove(sender, 1),
          world.service(Passkeys).removeAll(sender, principal.userId),
        ]
        for (const call of calls) await assert.rejects(call, error)
      }
    },
  },
  {
    name: 'a user has so many keys at most, and another one once it has removed one',
    async run(world, { principal }) {
      const { addKey, keys, removeKey } = world.service(Accounts)
      const { userId } = principal
      const before = await keys(principal, userId)
      for (let count = before.length; count < MOST_KEYS; count += 1) await addKey(principal, { userId })
      await assert.rejects(addKey(principal, { userId }), { category: 'conflict', code: 'too-many-keys' })
      const last = (await keys(principal, userId)).at(-1)
      await removeKey(principal, last?.keyId as number)
      await addKey(principal, { userId })
    },
  },
  {
    name: 'a channel is listed with its settings and without its key, which is another each time',
    async run(world, { principal }) {
      const { channels, rotateSecurityKey, setChannel } = world.service(Accounts)
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const channelId = await world.addChannel(principal.clientId, { number: freshNumber(), default: false })
      const dlrUrl = 'https://acme.example/dlr'
      const changed = await setChannel(admin, { channelId, dlrUrl, incomingHandler: 'soap', enabled: false })
      assert.deepEqual(
        [changed.dlrUrl, changed.incomingHandler, changed.enabled, changed.autoResponse],
        [dlrUrl, 'soap', false, null],
      )
      assert.deepEqual((await channels(admin, principal.clientId)).at(-1), changed)
      assert.equal((await setChannel(admin, { channelId, dlrUrl: '' })).dlrUrl, null)
      const secrets = [await rotateSecurityKey(admin, channelId), await rotateSecurityKey(admin, channelId)]
      const [first, second] = secrets.map(({ securityKey }) => securityKey)
      assert.ok(first?.length === 64 && second?.length === 64 && first !== second)
      assert.ok(!JSON.stringify(await channels(admin, principal.clientId)).includes(second))
    },
  },
  {
    name: 'links begin as the channel says: null is the default, empty means no link',
    async run(world, { principal }) {
      const { setChannel } = world.service(Accounts)
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const channelId = await world.addChannel(principal.clientId, { number: freshNumber(), default: false })
      const base = 'https://acme.example/bye/'
      const set = await setChannel(admin, { channelId, keywordMatch: 'exact', optOutLinkBase: base, optInLinkBase: '' })
      assert.deepEqual([set.keywordMatch, set.optOutLinkBase, set.optInLinkBase], ['exact', base, ''])
      assert.equal((await setChannel(admin, { channelId, optOutLinkBase: null })).optOutLinkBase, null)
    },
  },
  {
    name: 'passwords have at least 10 characters, shared secrets of your own 16, and the fields are named',
    async run(world, { principal }) {
      const { clientId } = principal
      const accounts = world.service(Accounts)
      const admin = await world.addUser(clientId, { role: 'admin' })
      const channelId = await world.addChannel(clientId, { number: freshNumber(), default: false })
      const adding = (password: string) => accounts.addUser(admin, { clientId, email: 'p@w.test', password })
      const setting = (password: string) => accounts.setPassword(admin, { userId: admin.userId, password })
      const sharing = (secret: string) => accounts.setSharedSecret(admin, { channelId, kind: 'opt-in', secret })
      const rules = [
        { field: 'password', set: adding, shortest: 10, longest: 1_024 },
        { field: 'password', set: setting, shortest: 10, longest: 1_024 },
        { field: 'secret', set: sharing, shortest: 16, longest: 200 },
      ]
      for (const { field, set, shortest, longest } of rules) {
        for (const length of [0, shortest - 1, longest + 1])
          await assert.rejects(
            set('x'.repeat(length)),
            ({ category, code, details }: GatewayError) =>
              category === 'invalid' && code === 'invalid-settings' && field in (details ?? {}),
          )
        await set('x'.repeat(shortest))
      }
    },
  },
  {
    name: 'what signed before a change goes on for a day, or as long as is said',
    async run(world, { principal }) {
      const { channels, rotateSecurityKey, setSharedSecret } = world.service(Accounts)
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const channelId = await world.addChannel(principal.clientId, { number: freshNumber(), default: false })
      const secrets = async () =>
        (await channels(admin, principal.clientId)).find((channel) => channel.channelId === channelId)?.secrets
      const none = { isSet: false, previousUntil: null }
      assert.deepEqual(await secrets(), {
        securityKey: { isSet: true, previousUntil: null },
        optOut: none,
        optIn: none,
      })
      const { previousUntil } = await rotateSecurityKey(admin, channelId)
      assert.ok(Math.abs((previousUntil as Date).getTime() - world.now() - 86_400_000) < 60_000)
      const out = await setSharedSecret(admin, { channelId, kind: 'opt-out', overlapHours: 2 })
      const back = await setSharedSecret(admin, {
        channelId,
        kind: 'opt-in',
        secret: 'our own long one',
        overlapHours: 0,
      })
      assert.deepEqual([out.secret?.length, back], [64, { secret: 'our own long one', previousUntil: null }])
      assert.deepEqual(await secrets(), {
        securityKey: { isSet: true, previousUntil },
        optOut: { isSet: true, previousUntil: out.previousUntil },
        optIn: { isSet: true, previousUntil: null },
      })
      const cleared = await setSharedSecret(admin, { channelId, kind: 'opt-in', secret: null, overlapHours: 0 })
      assert.equal(cleared.secret, null)
      assert.equal((await secrets())?.optIn.isSet, false)
    },
  },
  {
    name: 'a role that was taken away is gone at once, and so is a disabled account',
    async run(world, { principal }) {
      const { setUser, users } = world.service(Accounts)
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      await setUser(operator, { userId: admin.userId, role: 'user' })
      assert.deepEqual(
        (await users(admin, principal.clientId)).map(({ userId }) => userId),
        [admin.userId],
      )
      await setUser(operator, { userId: admin.userId, enabled: false })
      const asking = users(admin, principal.clientId)
      await assert.rejects(asking, { category: 'unauthenticated', code: 'account-disabled' })
    },
  },
  {
    name: 'an operator sees the history of any message',
    async run(world, client) {
      const home = await world.addClient()
      const operator = await world.addUser(home.principal.clientId, { role: 'operator' })
      const smsId = await submitOne(world, client)
      const { of } = world.service(MessageHistory)
      assert.deepEqual(await of(operator, smsId), await of(client.principal, smsId))
      assert.equal(await of(operator, 999_999_999), undefined)
    },
  },
]

export const administrationCases: readonly ServiceCase[] = [...roleCases, ...effectCases]
