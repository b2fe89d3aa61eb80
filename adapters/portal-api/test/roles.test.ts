import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Role } from '@heliograph/contracts'
import { type AdapterKit, withAdapterKit } from '@heliograph/testkit'
import type { Endpoint } from '../src/endpoint.ts'
import { ENDPOINTS } from '../src/endpoints.ts'
import portal from '../src/index.ts'
import { ROLE_TABLE } from './role-table.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'
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
  readonly users: Readonly<Record<Exclude<Who, 'nobody'> | 'stranger', CallerUser>>
}

interface CallerUser {
  readonly userId: number
  readonly email: string
  /** Of the scope `portal`. */
  readonly key: string
  readonly sendKey: string
}

function withUsers(work: (callers: Callers) => Promise<void>): Promise<void> {
  return withAdapterKit(
    portal,
    { config: {}, services: ABSENT_SERVICES, account: { rateLimit: 1_000_000 } },
    async (kit) => {
      const { account, engine, stranger } = kit
      const add = (clientId: number, role: Role): CallerUser => {
        const email = `${role}.${clientId}@acme.example`
        const userId = engine.addUser(clientId, { email, role, password: PASSWORD })
        return { userId, email, key: engine.addKey(userId, undefined, 'portal'), sendKey: engine.addKey(userId) }
      }
      const users = {
        user: add(account.clientId, 'user'),
        admin: add(account.clientId, 'admin'),
        operator: add(account.clientId, 'operator'),
        stranger: add(stranger.clientId, 'admin'),
      }
      await work({ kit, users })
    },
  )
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

/** How a user may present itself; a password is taken by the login alone. */
const CREDENTIALS = ['portal key', 'send key', 'session', 'password'] as const

async function headersOf(kit: AdapterKit, { email, key, sendKey }: CallerUser, credential: string) {
  switch (credential) {
    case 'portal key':
      return keyOf(key)
    case 'send key':
      return keyOf(sendKey)
    case 'password':
      return { authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}` }
    default: {
      const { cookie, token } = await logIn(kit, { email })
      return { cookie, 'x-csrf-token': token }
    }
  }
}

/** The refusal by credential, before the role is looked at; undefined where the role decides. */
const REFUSALS: Readonly<Record<(typeof CREDENTIALS)[number], string | undefined>> = {
  'portal key': undefined,
  session: undefined,
  'send key': '403 send-only',
  password: '401 not-logged-in',
}

describe('every role with every credential at every endpoint', () => {
  for (const credential of CREDENTIALS)
    test(credential, async () => {
      await withUsers(async ({ kit, users }) => {
        for (const who of ['user', 'admin', 'operator'] as const) {
          const user = users[who]
          let headers = await headersOf(kit, user, credential)
          for (const [group, ids] of Object.entries(ROLE_TABLE)) {
            for (const id of ids as readonly string[]) {
              const endpoint = ENDPOINTS.find((each) => each.id === id) as Endpoint
              // They end the session that asks, or are for those who have none.
              if (group === 'anyone' || id === 'logOut') continue
              const { status, json } = await call(kit, endpoint, user.userId, '', headers)
              const mayGo = ALLOWED[group as keyof typeof ROLE_TABLE].includes(who)
              const reported = `${status} ${json?.code}`
              const expected = REFUSALS[credential] ?? (mayGo ? undefined : '403 not-allowed')
              const isRefused = ['not-logged-in', 'not-allowed', 'send-only', 'cross-site'].includes(json?.code)
              if (expected === undefined) assert.ok(!isRefused && status < 500, `${who} ${id}: ${reported}`)
              else assert.equal(reported, expected, `${who} ${id}`)
              if (credential === 'session' && id === 'endOtherSessions')
                headers = await headersOf(kit, user, credential)
            }
          }
        }
      })
    })
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
            const reported = `${who}: ${status} ${JSON.stringify(json)}`
            const isAllowed = ALLOWED[group as keyof typeof ROLE_TABLE].includes(who)
            const isRefused = ['not-logged-in', 'not-allowed'].includes(json?.code)
            if (isAllowed) assert.ok(!isRefused && status < 500, reported)
            else assert.equal(status, who === 'nobody' ? 401 : 403, reported)
            if (!isAllowed) assert.ok(isRefused, reported)
          }
        })
      })
})

describe('a user who is not an operator', () => {
  test('finds no other client at any endpoint', async () => {
    await withUsers(async ({ kit, users }) => {
      for (const endpoint of ENDPOINTS.filter(({ roles }) => roles !== 'anyone')) {
        const query = `?client=${kit.account.clientId}`
        const { status, json } = await call(kit, endpoint, users.stranger.userId, query, keyOf(users.stranger.key))
        // Where the role is wrong as well, either of the two may be found out first.
        const reported = `${status} ${json.code}`
        const isRoleRefused = !endpoint.roles.includes('admin') && reported === '403 not-allowed'
        assert.ok(isRoleRefused || reported === '404 client-not-found', `${endpoint.id}: ${reported}`)
      }
    })
  })
})

describe('a page of another site', () => {
  test('changes nothing at any endpoint, for it has no token', async () => {
    await withUsers(async ({ kit, users }) => {
      const { cookie, token } = await logIn(kit, { email: users.operator.email })
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
