import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AdapterKit, CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import type { Endpoint } from '../src/endpoint.ts'
import { ENDPOINTS } from '../src/endpoints.ts'
import portal from '../src/index.ts'
import { ROLE_TABLE } from './role-table.ts'
import { ask, logIn, PASSWORD } from './support/browser.ts'

const WHO = ['nobody', 'user', 'admin', 'operator'] as const
type Who = (typeof WHO)[number]

const ALLOWED: Readonly<Record<keyof typeof ROLE_TABLE, readonly Who[]>> = {
  anyone: WHO,
  all: ['user', 'admin', 'operator'],
  keepers: ['admin', 'operator'],
  operator: ['operator'],
}

/** The path of an endpoint, with ids that do not exist, except for the user's, which is the caller's. */
function pathOf({ path }: Endpoint, userId: number): string {
  return path.replace(':userId', String(userId)).replace(/:\w+/g, '999999999')
}

interface Callers {
  readonly kit: AdapterKit
  /** The user of each role; `stranger` is an admin of another client. */
  readonly users: Readonly<
    Record<Exclude<Who, 'nobody'> | 'stranger', { readonly userId: number; readonly key: string }>
  >
}

function withUsers(work: (callers: Callers) => Promise<void>): Promise<void> {
  return withAdapterKit(portal, { config: {}, account: { rateLimit: 1_000_000 } }, async (kit) => {
    const { account, engine, stranger } = kit
    const add = (clientId: number, role: 'admin' | 'operator') => {
      const userId = engine.addUser(clientId, { email: `${role}@acme.example`, role, password: PASSWORD })
      return { userId, key: engine.addKey(userId, undefined, 'portal') }
    }
    const users = {
      user: { userId: account.userId, key: CONFORMANCE_API_KEY },
      admin: add(account.clientId, 'admin'),
      operator: add(account.clientId, 'operator'),
      stranger: add(stranger.clientId, 'admin'),
    }
    await work({ kit, users })
  })
}

/** Sends a body that is valid for no endpoint, so that nothing is changed: what counts is how far a request gets. */
async function call(
  kit: AdapterKit,
  endpoint: Endpoint,
  userId: number,
  query: string,
  headers: Record<string, string>,
) {
  const body = endpoint.body === undefined ? {} : { body: { nonsense: true } }
  return ask(kit, endpoint.method, `${pathOf(endpoint, userId)}${query}`, { headers, ...body })
}

const keyOf = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { 'x-api-key': key })

test('the table of roles names every endpoint, once', () => {
  const listed = Object.values(ROLE_TABLE).flat()
  assert.deepEqual([...listed].sort(), ENDPOINTS.map(({ id }) => id).sort())
})

test('no two endpoints have the same id, or the same method and path', () => {
  for (const names of [ENDPOINTS.map(({ id }) => id), ENDPOINTS.map(({ method, path }) => `${method} ${path}`)])
    assert.equal(new Set(names).size, names.length)
})

describe('every role at every endpoint', () => {
  for (const [group, ids] of Object.entries(ROLE_TABLE))
    for (const id of ids as readonly string[])
      test(`${id}: ${group}`, async () => {
        const endpoint = ENDPOINTS.find((each) => each.id === id)
        assert.ok(endpoint)
        await withUsers(async ({ kit, users }) => {
          for (const who of WHO) {
            const { userId, key } = who === 'nobody' ? { userId: 1, key: undefined } : users[who]
            const { status, json } = await call(kit, endpoint, userId, '', keyOf(key))
            const told = `${who}: ${status} ${JSON.stringify(json)}`
            const isAllowed = ALLOWED[group as keyof typeof ROLE_TABLE].includes(who)
            const isRefused = ['not-logged-in', 'not-allowed'].includes(json?.code)
            if (isAllowed) assert.ok(!isRefused && status < 500, told)
            else assert.equal(status, who === 'nobody' ? 401 : 403, told)
            if (!isAllowed) assert.ok(isRefused, told)
          }
        })
      })
})

describe('whoever is no operator', () => {
  test('finds no other client at any endpoint', async () => {
    await withUsers(async ({ kit, users }) => {
      for (const endpoint of ENDPOINTS.filter(({ roles }) => roles !== 'anyone')) {
        const query = `?client=${kit.account.clientId}`
        const { status, json } = await call(kit, endpoint, users.stranger.userId, query, keyOf(users.stranger.key))
        assert.deepEqual([status, json.code], [404, 'client-not-found'], endpoint.id)
      }
    })
  })
})

describe('a page of another site', () => {
  test('changes nothing at any endpoint, for it has no token', async () => {
    await withUsers(async ({ kit, users }) => {
      const { cookie, token } = await logIn(kit, { email: 'operator@acme.example' })
      for (const endpoint of ENDPOINTS.filter(({ roles, method }) => roles !== 'anyone' && method !== 'GET')) {
        const foreign = { 'x-csrf-token': token, origin: 'https://evil.example' }
        for (const headers of [{ cookie }, { cookie, ...foreign }] as readonly Record<string, string>[]) {
          const { status, json } = await call(kit, endpoint, users.operator.userId, '', headers)
          assert.deepEqual([status, json.code], [403, 'cross-site'], endpoint.id)
        }
      }
      assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, 200)
    })
  })
})

test('every answer forbids caching, guessing and framing', async () => {
  await withUsers(async ({ kit, users }) => {
    for (const endpoint of ENDPOINTS) {
      for (const key of [undefined, users.operator.key]) {
        const { headers } = await call(kit, endpoint, users.operator.userId, '', keyOf(key))
        const { 'cache-control': cache, 'x-content-type-options': guess, 'content-security-policy': policy } = headers
        assert.deepEqual(
          [cache, guess, String(policy).includes("frame-ancestors 'none'")],
          ['no-store', 'nosniff', true],
          endpoint.id,
        )
      }
    }
  })
})
