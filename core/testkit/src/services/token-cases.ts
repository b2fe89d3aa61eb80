import assert from 'node:assert/strict'
import { Accounts, Directory, LONGEST_TOKEN_SECONDS, type Principal, Tokens } from '@heliograph/contracts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

/** A key of the client that was made for this case, its principal, and a token for it. */
async function issued(world: ServiceWorld, client: ServiceClient) {
  const apiKey = await world.addKey(client.principal.userId, 'send')
  const principal = (await world.service(Directory).byApiKey(apiKey)) as Principal
  return { principal, ...(await world.service(Tokens).issue(principal)) }
}

/** The text with another letter at one place. */
function changedAt(text: string, index: number): string {
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

export const tokenCases: readonly ServiceCase[] = [
  {
    name: 'a token stands for its key, for an hour and for sending unless more is asked for',
    async run(world, { principal }) {
      const tokens = world.service(Tokens)
      const before = world.now()
      const { token, scope, expiresAt } = await tokens.issue(principal)
      assert.match(token, /^at1_[\w-]{80}$/)
      assert.equal(scope, 'send')
      const seconds = (expiresAt.getTime() - before) / 1_000
      assert.ok(seconds > 3_590 && seconds <= 3_610, `it lives for ${seconds} s`)
      assert.deepEqual(await tokens.find(token), { ...principal, scope: 'send' })
      const wide = await tokens.issue(principal, { scope: 'portal', lifetimeSeconds: 1 })
      assert.deepEqual(await tokens.find(wide.token), principal)
    },
  },
  {
    name: 'whatever was not signed here is no token',
    async run(world, client) {
      const tokens = world.service(Tokens)
      const { token } = await issued(world, client)
      const others = [...token].map((_, index) => changedAt(token, index))
      for (const other of ['', 'at1_', client.apiKey, `${token}A`, token.slice(0, -1), ` ${token}`, ...others])
        assert.equal(await tokens.find(other), undefined, other)
    },
  },
  {
    name: 'what a key may not have is refused',
    async run(world, client) {
      const tokens = world.service(Tokens)
      const { principal: sending } = await issued(world, client)
      const { principal } = client
      await assert.rejects(tokens.issue(sending, { scope: 'portal' }), { category: 'forbidden', code: 'token-scope' })
      await assert.rejects(tokens.issue({ ...principal, keyId: null }), {
        category: 'forbidden',
        code: 'token-needs-key',
      })
      for (const lifetimeSeconds of [0, -1, 1.5, LONGEST_TOKEN_SECONDS + 1])
        await assert.rejects(tokens.issue(principal, { lifetimeSeconds }), {
          category: 'invalid',
          code: 'bad-token-lifetime',
        })
    },
  },
  {
    name: 'revoking a token ends those of its key, and no others',
    async run(world, client) {
      const tokens = world.service(Tokens)
      const first = await issued(world, client)
      const second = await tokens.issue(first.principal, { lifetimeSeconds: 60 })
      const other = await issued(world, client)
      const works = async (...each: readonly { readonly token: string }[]) => {
        await world.accountsChanged()
        return Promise.all(each.map(async ({ token }) => (await tokens.find(token)) !== undefined))
      }
      for (const text of [other.token, changedAt(first.token, 40), 'unknown'])
        await tokens.revoke(first.principal, text)
      assert.deepEqual(await works(first, second, other), [true, true, true])
      await tokens.revoke(first.principal, second.token)
      assert.deepEqual(await works(first, second, other), [false, false, true])
      const third = await tokens.issue(first.principal)
      await tokens.revoke(first.principal, first.token)
      assert.deepEqual(await works(first, third, other), [false, true, true], 'it was revoked already')
    },
  },
  {
    name: 'a token ends with its key, and with its user',
    async run(world, client) {
      const tokens = world.service(Tokens)
      const [first, second] = [await issued(world, client), await issued(world, client)]
      assert.ok(await tokens.find(first.token))
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      await world.service(Accounts).removeKey(admin, first.principal.keyId as number)
      await world.accountsChanged()
      assert.equal(await tokens.find(first.token), undefined)
      const ended = { category: 'unauthenticated', code: 'account-disabled' }
      await assert.rejects(tokens.issue(first.principal), ended)
      assert.ok(await tokens.find(second.token))
      await world.disableUser(client.principal.userId)
      await world.accountsChanged()
      assert.equal(await tokens.find(second.token), undefined)
      await assert.rejects(tokens.issue(second.principal), ended)
    },
  },
  {
    name: 'a token is accepted where its client accepts keys',
    async run(world, client) {
      const tokens = world.service(Tokens)
      const { token } = await issued(world, client)
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      const networks = { programs: ['203.0.113.0/24'], portal: [] }
      await world.service(Accounts).setNetworks(admin, client.principal.clientId, networks)
      await world.accountsChanged()
      assert.ok(await tokens.find(token, { remoteAddress: '203.0.113.9' }))
      assert.equal(await tokens.find(token, { remoteAddress: '198.51.100.1' }), undefined)
      assert.equal(await tokens.find(token), undefined, 'from nowhere')
      assert.ok(await tokens.find(token, { remoteAddress: '198.51.100.1' }, 'portal'))
    },
  },
]
