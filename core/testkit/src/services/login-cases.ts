import assert from 'node:assert/strict'
import { type LoginAttempt, Logins } from '@heliograph/contracts'
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
        const told = await logIn(world, client, change(client))
        assert.equal(told, expected === 'ok' ? client.principal.userId : expected)
      },
    }),
  ),
  {
    name: 'the principal is that of the user, without a key',
    async run(world, client) {
      const result = await world.service(Logins).byPassword(attempt(client))
      assert.deepEqual(result, { kind: 'ok', principal: { ...client.principal, keyId: null } })
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
      const kinds: unknown[] = []
      for (let guess = 0; guess < 20; guess += 1) kinds.push(await logIn(world, client, { password: 'wrong' }))
      assert.equal(kinds.at(-1), 'locked')
      assert.equal(await logIn(world, client), 'locked', 'a new address')
      assert.equal(await logIn(world, client, { address }), client.principal.userId)
      const nobody = []
      for (let guess = 0; guess < 20; guess += 1)
        nobody.push(await logIn(world, client, { account: `no.${client.principal.email}`, password: 'wrong' }))
      assert.deepEqual(nobody, kinds, 'an account that nobody has is delayed as well')
    },
  },
  {
    name: 'the newest key of several is handed out',
    async run(world, { apiKey, principal }) {
      const logins = world.service(Logins)
      assert.equal(await logins.newestKey(principal), apiKey)
      const second = await world.addKey(principal.userId)
      assert.equal(await logins.newestKey(principal), second)
    },
  },
  {
    name: 'a disabled user is handed no key',
    async run(world, { principal }) {
      await world.disableUser(principal.userId)
      assert.equal(await world.service(Logins).newestKey(principal), undefined)
    },
  },
]
