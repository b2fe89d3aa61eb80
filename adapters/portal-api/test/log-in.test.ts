import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import portal from '../src/index.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'
import { type Asked, ask, EMAIL, HOUR, inPortal, logIn, MINUTE, PASSWORD } from './support/browser.ts'
import { withCallers } from './support/key-caller.ts'

describe('a session', () => {
  test('is opened by a login, tells who one is, and ends', async () => {
    await inPortal(async (kit, userId) => {
      const { status, json, set, cookie, token } = await logIn(kit)
      assert.deepEqual([status, json.me.userId], [200, userId])
      assert.match(set, /^__Host-heliograph=[^;]+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
      const session = await ask(kit, 'GET', '/session', { cookie })
      assert.deepEqual([session.status, session.json], [200, json])
      assert.equal(session.headers['cache-control'], 'no-store')
      const ended = await ask(kit, 'POST', '/log-out', { cookie, token })
      assert.equal(ended.status, 204)
      assert.match(String(ended.headers['set-cookie']), /^__Host-heliograph=; .*Max-Age=0$/)
      assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, 401)
    })
  })

  test('has a cookie as safe as the way that the request came, whatever the public URL says', async () => {
    await inPortal(async (kit) => {
      const { close } = await kit.listen()
      try {
        for (const [isSecure, name] of [
          [true, '__Host-heliograph'],
          [false, 'heliograph'],
        ] as const) {
          const send = (method: 'GET' | 'POST', path: string, headers: Record<string, string>, json?: unknown) =>
            kit.request({ method, path: `/portal/api/1${path}`, headers, isSecure, ...(json ? { json } : {}) })
          const entered = await send('POST', '/log-in', {}, { email: EMAIL, password: PASSWORD })
          const set = String(entered.headers['set-cookie'])
          assert.ok(set.startsWith(`${name}=`), set)
          assert.equal(set.includes('; Secure;'), isSecure)
          const [cookie = ''] = set.split(';')
          assert.equal((await send('GET', '/session', { cookie })).status, 200)
          const planted = cookie.replace(name, isSecure ? 'heliograph' : '__Host-heliograph')
          assert.equal((await send('GET', '/session', { cookie: planted })).status, 401)
          const token = JSON.parse(entered.text).csrfToken
          const ended = await send('POST', '/log-out', { cookie, 'x-csrf-token': token })
          assert.equal(ended.status, 204)
          assert.ok(String(ended.headers['set-cookie']).startsWith(`${name}=;`))
        }
      } finally {
        await close()
      }
    })
  })

  test('has a new id at every log-in: a planted cookie is worth nothing', async () => {
    await inPortal(async (kit) => {
      const first = await logIn(kit)
      const second = await logIn(kit, { cookie: first.cookie })
      assert.notEqual(second.cookie, first.cookie)
      const planted = '__Host-heliograph=1001.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
      const third = await logIn(kit, { cookie: planted })
      assert.notEqual(third.cookie, planted)
      assert.equal((await ask(kit, 'GET', '/session', { cookie: planted })).status, 401)
    })
  })

  test('ends after 12 hours without use and after 30 days with it', async () => {
    await inPortal(async (kit) => {
      const { cookie } = await logIn(kit)
      kit.clock.advance(12 * HOUR - 1)
      assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, 200)
      kit.clock.advance(12 * HOUR)
      assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, 401)
      const second = await logIn(kit)
      for (let hours = 0; hours < 30 * 24 - 6; hours += 6) {
        assert.equal((await ask(kit, 'GET', '/session', { cookie: second.cookie })).status, 200, `after ${hours} hours`)
        kit.clock.advance(6 * HOUR)
      }
      kit.clock.advance(6 * HOUR)
      assert.equal((await ask(kit, 'GET', '/session', { cookie: second.cookie })).status, 401)
    })
  })

  test('ends at once when its user is disabled', async () => {
    await inPortal(async (kit, userId) => {
      const { cookie } = await logIn(kit)
      kit.engine.setUserEnabled(userId, false)
      assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, 401)
    })
  })

  test('is one of twenty at most: the one unused longest makes room', async () => {
    await inPortal(async (kit) => {
      const first = await logIn(kit)
      for (let more = 0; more < 20; more += 1) {
        kit.clock.advance(MINUTE)
        await logIn(kit)
      }
      assert.equal((await ask(kit, 'GET', '/session', { cookie: first.cookie })).status, 401)
    })
  })
})

describe('a change by cookie', () => {
  const FOREIGN = { origin: 'https://evil.example' }
  const ROWS: readonly (readonly [string, (token: string) => Asked, number])[] = [
    ['with the token', (token) => ({ token }), 204],
    ['with the token from the own page', (token) => ({ token, headers: { origin: 'https://gateway.example' } }), 204],
    ['without a token', () => ({}), 403],
    ['with a wrong token', (token) => ({ token: `${token.slice(1)}A` }), 403],
    ['with the token from another site', (token) => ({ token, headers: FOREIGN }), 403],
    ['with an opaque origin', (token) => ({ token, headers: { origin: 'null' } }), 403],
    ['that the browser calls cross-site', (token) => ({ token, headers: { 'sec-fetch-site': 'cross-site' } }), 403],
  ]
  for (const [name, asked, status] of ROWS) {
    test(`${name}: ${status}`, async () => {
      await inPortal(async (kit) => {
        const { cookie, token } = await logIn(kit)
        const answer = await ask(kit, 'POST', '/log-out', { cookie, ...asked(token) })
        assert.equal(answer.status, status)
        if (status === 403) assert.equal(answer.json.code, 'cross-site')
        assert.equal((await ask(kit, 'GET', '/session', { cookie })).status, status === 403 ? 200 : 401)
      })
    })
  }

  test('with the token of another session: 403', async () => {
    await inPortal(async (kit) => {
      const [one, other] = [await logIn(kit), await logIn(kit)]
      assert.equal((await ask(kit, 'POST', '/log-out', { cookie: one.cookie, token: other.token })).status, 403)
    })
  })

  test('an API key needs no token', async () => {
    await inPortal(async (kit) => {
      const headers = { 'x-api-key': CONFORMANCE_API_KEY }
      assert.equal((await ask(kit, 'POST', '/log-out', { headers })).status, 204)
    })
  })
})

describe('a log-in', () => {
  test('from a page of another site is refused', async () => {
    await inPortal(async (kit) => {
      const body = { email: EMAIL, password: PASSWORD }
      const answer = await ask(kit, 'POST', '/log-in', { body, headers: { origin: 'https://evil.example' } })
      assert.deepEqual([answer.status, answer.json.code], [403, 'cross-site'])
    })
  })

  test('does not tell whether there is such a user, and is locked after failures with the time to wait', async () => {
    await inPortal(async (kit) => {
      const unknown = await ask(kit, 'POST', '/log-in', { body: { email: 'no@body.example', password: 'x' } })
      let wrong = await logIn(kit, { password: 'wrong' })
      assert.deepEqual([wrong.status, wrong.json], [401, unknown.json])
      for (let guess = 0; guess < 10 && wrong.status === 401; guess += 1)
        wrong = await logIn(kit, { password: 'wrong' })
      assert.deepEqual([wrong.status, wrong.json.code], [429, 'locked'])
      assert.match(String(wrong.retryAfter), /^\d+$/)
      assert.equal((await logIn(kit)).status, 429)
    })
  })

  test('of a disabled user says so only with the right password', async () => {
    await inPortal(async (kit, userId) => {
      kit.engine.setUserEnabled(userId, false)
      assert.equal((await logIn(kit)).json.code, 'account-disabled')
      assert.equal((await logIn(kit, { password: 'wrong' })).json.code, 'wrong-log-in')
    })
  })

  test('that is refused is noted in the audit log with the address but not the password', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const email = `admin@${kit.account.clientId}.example`
      const body = { email: email.toUpperCase(), password: 'not it' }
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', path: '/portal/api/1/log-in', headers, body: JSON.stringify(body) } as const
      for (let tries = 0; tries < 2; tries += 1) assert.equal((await kit.request(request)).status, 401)
      const { json, text } = await ask('admin', 'GET', '/audit-log')
      const [{ action, email: tried, detail }, ...more] = json.records
      assert.deepEqual([action, tried, more], ['log-in-refused', email, []])
      assert.deepEqual([detail.reason, detail.interface, detail.times], ['wrong-password', 'portal', '2'])
      assert.ok(!text.includes('not it'))
    })
  })

  test('is counted by address', async () => {
    await inPortal(async (kit) => {
      for (let attempt = 0; attempt < 30; attempt += 1) assert.equal((await logIn(kit)).status, 200)
      assert.equal((await logIn(kit)).status, 429)
    })
  })
})

describe('an operator', () => {
  test('acts for a client by `client`; others only for their own', async () => {
    await withAdapterKit(
      portal,
      { config: {}, services: ABSENT_SERVICES, account: { user: { role: 'operator' } } },
      async (kit) => {
        const { engine, stranger } = kit
        const get = (client: number | string, key = CONFORMANCE_API_KEY) =>
          ask(kit, 'GET', `/session?client=${client}`, { headers: { 'x-api-key': key } })
        assert.deepEqual((await get(stranger.clientId)).json.me.clientId, stranger.clientId)
        assert.deepEqual([(await get(9_999)).status, (await get('x')).status], [404, 400])
        const ofStranger = engine.addKey(stranger.userId, undefined, 'portal')
        assert.equal((await get(stranger.clientId, ofStranger)).status, 200)
        assert.equal((await get(kit.account.clientId, ofStranger)).status, 404)
      },
    )
  })
})
