import assert from 'node:assert/strict'
import {
  AuditLog,
  Directory,
  KeyHandout,
  type LoginAttempt,
  Logins,
  SecondFactors,
  SmppLogins,
  VouchedLogins,
} from '@heliograph/contracts'
import { enrolledFactor } from './second-factor-app.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

let lastAddress = 0

/** An attempt from a new address, so that failures in other cases do not count. */
function attempt(client: ServiceClient, changes: Partial<LoginAttempt> = {}): LoginAttempt {
  lastAddress += 1
  const { password, principal } = client
  return { origin: 'suite', account: principal.email, password, address: `198.51.100.${lastAddress}`, ...changes }
}

async function logIn(world: ServiceWorld, client: ServiceClient, changes: Partial<LoginAttempt> = {}) {
  const result = await world.service(Logins).byPassword(attempt(client, changes))
  return result.kind === 'ok' ? result.principal.userId : result.kind
}

type Change = (client: ServiceClient) => Partial<LoginAttempt>

const ATTEMPTS: readonly (readonly [string, Change, 'ok' | 'unknown'])[] = [
  ['e-mail and password', () => ({}), 'ok'],
  ['the e-mail in capitals', ({ principal }) => ({ account: principal.email.toUpperCase() }), 'ok'],
  ['the right client', ({ principal }) => ({ clientId: principal.clientId }), 'ok'],
  ['another client', ({ principal }) => ({ clientId: principal.clientId + 1_000 }), 'unknown'],
  ['a wrong password', ({ password }) => ({ password: `${password}x` }), 'unknown'],
  ['the password in capitals', ({ password }) => ({ password: password.toUpperCase() }), 'unknown'],
  ['no password', () => ({ password: '' }), 'unknown'],
  ['the API key as password', ({ apiKey }) => ({ password: apiKey }), 'unknown'],
  ['an unknown e-mail', () => ({ account: 'somebody@else.test' }), 'unknown'],
  ['a beginning of the e-mail', ({ principal }) => ({ account: principal.email.slice(0, -1) }), 'unknown'],
]

export const loginCases: readonly ServiceCase[] = [
  ...ATTEMPTS.map(
    ([what, change, expected]): ServiceCase => ({
      name: `with ${what}: ${expected}`,
      async run(world, client) {
        const reported = await logIn(world, client, change(client))
        assert.equal(reported, expected === 'ok' ? client.principal.userId : expected)
      },
    }),
  ),
  ...[undefined, false, true].map(
    (asksSecondFactor): ServiceCase => ({
      name: `the principal is that of the user, without a key, and reaches the portal: ${asksSecondFactor === true}`,
      async run(world, client) {
        const result = await world.service(Logins).byPassword(attempt(client, { asksSecondFactor }))
        const scope = asksSecondFactor ? 'portal' : 'send'
        assert.deepEqual(result, { kind: 'ok', principal: { ...client.principal, keyId: null, scope } })
      },
    }),
  ),
  {
    name: 'a user that an identity provider vouches for is found by the whole e-mail, until it is disabled',
    async run(world, client) {
      const { byEmail } = world.service(VouchedLogins)
      const { email, userId } = client.principal
      const principal = { ...client.principal, keyId: null, scope: 'portal' }
      assert.deepEqual(await byEmail(email.toUpperCase()), { kind: 'ok', principal })
      for (const other of ['', email.slice(0, -1), `x${email}`, 'somebody@else.test'])
        assert.deepEqual(await byEmail(other), { kind: 'unknown' }, other)
      await world.disableUser(userId)
      await world.accountsChanged()
      assert.deepEqual(await byEmail(email), { kind: 'disabled' })
    },
  },
  {
    name: 'a user as an identity provider describes it is given the role, and made only where that is wanted',
    async run(world, client) {
      const { settle } = world.service(VouchedLogins)
      const { clientId, email, userId } = client.principal
      const known = await settle({ email: email.toUpperCase(), clientId, role: 'admin' }, false)
      assert.deepEqual(known, {
        kind: 'ok',
        principal: { ...client.principal, keyId: null, scope: 'portal', role: 'admin' },
      })
      const fresh = { email: `new.${email}`, clientId, role: 'user' } as const
      assert.deepEqual(await settle(fresh, false), { kind: 'unknown' })
      const made = await settle(fresh, true)
      assert.equal(made.kind === 'ok' && made.principal.email, fresh.email)
      assert.deepEqual(await settle(fresh, true), made, 'once')
      await assert.rejects(settle({ ...fresh, clientId: 999_999_999 }, true), { code: 'client-not-found' })
      const { records } = await world
        .service(AuditLog)
        .find(known.kind === 'ok' ? known.principal : client.principal, { limit: 10 })
      const acts = records.map(({ action, subject, detail }) => [action, subject, detail.by])
      const madeId = made.kind === 'ok' ? made.principal.userId : 0
      for (const act of [
        ['user-changed', `user ${userId}`],
        ['user-added', `user ${madeId}`],
      ])
        assert.ok(
          acts.some((each) => each.join() === [...act, 'identity provider'].join()),
          act.join(),
        )
      await world.disableUser(userId)
      await world.accountsChanged()
      assert.deepEqual(await settle({ email, clientId, role: 'operator' }, true), { kind: 'disabled' })
    },
  },
  {
    name: 'a user with a second factor logs in by password where the caller asks for the code, and nowhere else',
    async run(world, client) {
      const portal = { asksSecondFactor: true }
      assert.equal(await logIn(world, client), client.principal.userId, 'and is remembered')
      const { factors } = await enrolledFactor(world, client.principal)
      assert.equal(await logIn(world, client), 'unknown')
      assert.equal(await logIn(world, client, { clientId: client.principal.clientId }), 'unknown')
      assert.equal(await logIn(world, client, portal), client.principal.userId)
      assert.equal(await logIn(world, client), 'unknown', 'also after it was right')
      assert.equal(await logIn(world, client, { ...portal, password: 'wrong' }), 'unknown')
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      await factors.remove(admin, { userId: client.principal.userId })
      assert.equal(await logIn(world, client), client.principal.userId)
    },
  },
  {
    name: 'one that is not in force yet changes nothing',
    async run(world, client) {
      await world.service(SecondFactors).enrol(client.principal)
      assert.equal(await logIn(world, client), client.principal.userId)
    },
  },
  {
    name: 'trying the password of a user with a second factor counts as guessing',
    async run(world, client) {
      await enrolledFactor(world, client.principal)
      const { address } = attempt(client)
      const kinds: unknown[] = []
      for (let guess = 0; guess < 10; guess += 1) kinds.push(await logIn(world, client, { address }))
      assert.equal(kinds.at(-1), 'locked')
    },
  },
  {
    name: 'the beginning of a key reaches no further than sending, whatever the key',
    async run(world, { apiKey, principal }) {
      const { address } = attempt({ apiKey, principal, password: '', address: '' })
      const log = { origin: 'suite', account: principal.email, password: apiKey.slice(0, 8), address }
      const result = await world.service(SmppLogins).bySystemId(log)
      assert.deepEqual(result, { kind: 'ok', principal: { ...principal, scope: 'send' } })
    },
  },
  {
    name: 'a disabled user is told so, with the right password only',
    async run(world, client) {
      await world.disableUser(client.principal.userId)
      assert.equal(await logIn(world, client), 'disabled')
      assert.equal(await logIn(world, client, { password: 'wrong' }), 'unknown')
    },
  },
  {
    name: 'guessing ends in a lock, also for the right password',
    async run(world, client) {
      const { address } = attempt(client)
      const kinds: unknown[] = []
      for (let guess = 0; guess < 10; guess += 1) kinds.push(await logIn(world, client, { address, password: 'wrong' }))
      assert.equal(kinds.at(-1), 'locked')
      assert.equal(await logIn(world, client, { address }), 'locked')
      assert.equal(await logIn(world, client), client.principal.userId, 'from another address')
    },
  },
  {
    name: 'all addresses of a /64 count as one',
    async run(world, client) {
      const kinds: unknown[] = []
      for (let guess = 0; guess < 10; guess += 1)
        kinds.push(await logIn(world, client, { address: `2001:db8:1:2:${guess}::1`, password: 'wrong' }))
      assert.equal(kinds.at(-1), 'locked')
      assert.equal(await logIn(world, client, { address: '2001:db8:1:2:ffff::1' }), 'locked')
    },
  },
  {
    name: 'guesses from many addresses delay an account everywhere but where it has logged in from',
    async run(world, client) {
      const { address } = attempt(client)
      assert.equal(await logIn(world, client, { address }), client.principal.userId)
      const guessesUntilLocked = async (account: string) => {
        let guesses = 0
        while (guesses < 100 && (await logIn(world, client, { account, password: 'wrong' })) === 'unknown') guesses += 1
        return guesses
      }
      const guesses = await guessesUntilLocked(client.principal.email)
      assert.ok(guesses >= 5 && guesses < 100, `locked after ${guesses}`)
      assert.equal(await logIn(world, client), 'locked', 'a new address')
      assert.equal(await logIn(world, client, { address }), client.principal.userId)
      const ofNobody = await guessesUntilLocked(`no.${client.principal.email}`)
      assert.equal(ofNobody, guesses, 'an account that no one has is delayed as well')
    },
  },
  {
    name: 'the newest key that reaches no further than sending is handed out',
    async run(world, { apiKey, principal }) {
      const { newestKey } = world.service(KeyHandout)
      const { byApiKey } = world.service(Directory)
      assert.equal((await byApiKey(apiKey))?.scope, 'portal')
      assert.equal(await newestKey(principal), undefined)
      for (let index = 0; index < 2; index += 1) {
        const key = await world.addKey(principal.userId, 'send')
        assert.equal((await byApiKey(key))?.scope, 'send')
        assert.equal(await newestKey(principal), key)
        await world.addKey(principal.userId, 'portal')
        assert.equal(await newestKey(principal), key)
      }
    },
  },
  {
    name: 'a disabled user is handed no key',
    async run(world, { principal }) {
      await world.addKey(principal.userId, 'send')
      await world.disableUser(principal.userId)
      assert.equal(await world.service(KeyHandout).newestKey(principal), undefined)
    },
  },
]
