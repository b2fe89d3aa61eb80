import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import portal from '../src/index.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'
import { ask, EMAIL, entered, HOUR, inPortal, logIn, MINUTE, PASSWORD } from './support/browser.ts'
import { withCallers } from './support/key-caller.ts'
import { appCode, setUpSecondFactor } from './support/second-factor.ts'

const NEW_PASSWORD = 'a much longer password'

describe('a one-time link', () => {
  test('logs in once, within 15 minutes', async () => {
    await inPortal(async (kit, userId) => {
      const { token } = await kit.engine.createLoginLink(userId)
      const first = entered(await ask(kit, 'POST', '/log-in/link', { body: { token } }))
      assert.deepEqual([first.status, first.json.me.userId], [200, userId])
      assert.equal((await ask(kit, 'GET', '/session', { cookie: first.cookie })).status, 200)
      const second = await ask(kit, 'POST', '/log-in/link', { body: { token } })
      assert.deepEqual([second.status, second.json.code], [401, 'useless-link'])
      const late = await kit.engine.createLoginLink(userId)
      kit.clock.advance(15 * MINUTE)
      assert.equal((await ask(kit, 'POST', '/log-in/link', { body: { token: late.token } })).status, 401)
    })
  })

  test('stands for the password for 15 minutes', async () => {
    await inPortal(async (kit, userId) => {
      const enter = async () => {
        const { token } = await kit.engine.createLoginLink(userId)
        return entered(await ask(kit, 'POST', '/log-in/link', { body: { token } }))
      }
      const late = await enter()
      kit.clock.advance(15 * MINUTE)
      const change = { ...late, body: { password: NEW_PASSWORD } }
      assert.equal((await ask(kit, 'PUT', '/account/password', change)).json.code, 'wrong-password')
      const fresh = await enter()
      assert.equal(
        (await ask(kit, 'PUT', '/account/password', { ...fresh, body: { password: NEW_PASSWORD } })).status,
        200,
      )
      assert.equal((await logIn(kit, { password: NEW_PASSWORD })).status, 200)
    })
  })
})

describe('the own password', () => {
  test('is changed by who knows it, and ends the other sessions', async () => {
    await inPortal(async (kit) => {
      const [here, there] = [await logIn(kit), await logIn(kit)]
      const body = { presentPassword: PASSWORD, password: NEW_PASSWORD }
      const wrong = await ask(kit, 'PUT', '/account/password', { ...here, body: { ...body, presentPassword: 'x' } })
      assert.deepEqual([wrong.status, Object.keys(wrong.json.details)], [400, ['presentPassword']])
      const short = await ask(kit, 'PUT', '/account/password', { ...here, body: { ...body, password: 'short' } })
      assert.deepEqual([short.status, Object.keys(short.json.details)], [400, ['password']])
      const changed = await ask(kit, 'PUT', '/account/password', { ...here, body })
      assert.deepEqual([changed.status, changed.json], [200, { keys: [] }])
      assert.equal((await ask(kit, 'GET', '/session', here)).status, 200)
      assert.equal((await ask(kit, 'GET', '/session', there)).status, 401)
      assert.equal((await logIn(kit)).status, 401)
      assert.equal((await logIn(kit, { password: NEW_PASSWORD })).status, 200)
    })
  })

  test('cannot be guessed at faster than at a log-in', async () => {
    await inPortal(async (kit) => {
      const here = await logIn(kit)
      const statuses: number[] = []
      for (let guess = 0; guess < 8; guess += 1) {
        const body = { presentPassword: `guess ${guess}`, password: NEW_PASSWORD }
        statuses.push((await ask(kit, 'PUT', '/account/password', { ...here, body })).status)
      }
      assert.equal(statuses.at(-1), 429)
    })
  })
})

describe('sessions', () => {
  test('are listed with where they came from, and ended one by one or all', async () => {
    await inPortal(async (kit) => {
      const here = await logIn(kit)
      kit.clock.advance(HOUR)
      const browser = { 'user-agent': 'Mozilla/5.0 (X11) "Firefox"' }
      const body = { email: EMAIL, password: PASSWORD }
      const there = entered(await ask(kit, 'POST', '/log-in', { body, headers: browser }))
      await logIn(kit)
      const list = async () => (await ask(kit, 'GET', '/account/sessions', here)).json.records
      const [, second, first] = await list()
      assert.deepEqual([first.isThis, second.isThis, second.via], [true, false, 'password'])
      assert.equal(second.browser, 'Mozilla/5.0 (X11) ?Firefox?')
      assert.ok(!JSON.stringify(await list()).includes(here.cookie.split('=')[1] as string))
      const path = `/account/sessions/${second.sessionId}`
      assert.equal((await ask(kit, 'DELETE', path, here)).status, 204)
      assert.equal((await ask(kit, 'DELETE', path, here)).status, 404)
      assert.equal((await ask(kit, 'GET', '/session', there)).status, 401)
      assert.equal((await ask(kit, 'DELETE', '/account/sessions', here)).status, 204)
      assert.deepEqual((await list()).length, 1)
    })
  })
})

describe('a second factor', () => {
  test('is asked for at a login by password and by link', async () => {
    await inPortal(async (kit, userId) => {
      const { secret, recoveryCodes } = await setUpSecondFactor(kit)
      const needed = await logIn(kit)
      assert.deepEqual([needed.status, needed.json.code, needed.set], [401, 'second-factor-needed', ''])
      assert.equal((await logIn(kit, { code: '000000' })).json.code, 'wrong-code')
      assert.equal((await logIn(kit, { code: appCode(kit, secret), password: 'wrong' })).json.code, 'wrong-log-in')
      assert.equal((await logIn(kit, { code: appCode(kit, secret) })).status, 200)
      assert.equal((await logIn(kit, { code: appCode(kit, secret) })).json.code, 'wrong-code', 'a second time')
      const { token } = await kit.engine.createLoginLink(userId)
      const byLink = (code?: string) => ask(kit, 'POST', '/log-in/link', { body: { token, code } })
      assert.equal((await byLink()).json.code, 'second-factor-needed')
      assert.equal((await byLink('000000')).json.code, 'wrong-code')
      assert.equal((await byLink(recoveryCodes[0])).status, 200)
    })
  })

  test('needs the password to begin with, and a code to be rid of', async () => {
    await inPortal(async (kit) => {
      const fresh = await logIn(kit)
      const without = await ask(kit, 'POST', '/account/second-factor', { ...fresh, body: {} })
      assert.equal(without.json.code, 'wrong-password')
      const { here, secret } = await setUpSecondFactor(kit)
      const remove = (code: string) => ask(kit, 'DELETE', '/account/second-factor', { ...here, body: { code } })
      assert.equal((await remove('000000')).json.code, 'wrong-code')
      assert.equal((await remove(appCode(kit, secret))).status, 204)
      assert.equal((await ask(kit, 'GET', '/account/second-factor', here)).json.isOn, false)
    })
  })

  test('shows its secret once: no other answer has it', async () => {
    await inPortal(async (kit) => {
      const { here, secret, recoveryCodes } = await setUpSecondFactor(kit)
      for (const path of ['/account/second-factor', '/audit-log', '/session', '/users']) {
        const text = (await ask(kit, 'GET', path, here)).body.toString()
        for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden), path)
      }
    })
  })
})

describe('users', () => {
  const draft = { email: 'New@acme.example', password: NEW_PASSWORD, role: 'user', priority: 'LOW' }

  test('are added, changed, disabled and enabled by an admin', async () => {
    await withCallers(async ({ kit, ask: call }) => {
      const added = await call('admin', 'POST', '/users', draft)
      assert.deepEqual(
        [added.status, added.json.email, added.json.role, added.json.priority, added.json.enabled],
        [200, 'new@acme.example', 'user', 'LOW', true],
      )
      const path = `/users/${added.json.userId}`
      assert.equal((await call('admin', 'POST', '/users', draft)).json.code, 'email-taken')
      const session = await logIn(kit, { email: draft.email, password: NEW_PASSWORD })
      assert.equal(session.status, 200)
      assert.equal((await call('admin', 'PATCH', path, { enabled: false })).json.enabled, false)
      assert.equal((await ask(kit, 'GET', '/session', session)).status, 401)
      const enabled = await call('admin', 'PATCH', path, { enabled: true, role: 'admin', priority: null })
      assert.deepEqual([enabled.json.role, enabled.json.priority], ['admin', null])
      assert.equal((await ask(kit, 'GET', '/session', session)).status, 401, 'the old session does not come back')
      assert.ok((await call('admin', 'GET', '/users')).json.records.length >= 3)
      assert.equal((await call('user', 'GET', '/users')).json.records.length, 1)
      assert.equal((await call('stranger', 'PATCH', path, { enabled: false })).json.code, 'user-not-found')
    })
  })

  test('of a client are kept by an operator that acts for it', async () => {
    await withCallers(async ({ kit, ask: call }) => {
      const { clientId } = kit.account
      const added = await call('operator', 'POST', `/users?client=${clientId}`, draft)
      assert.deepEqual([added.status, added.json.clientId], [200, clientId])
      const listed = (await call('operator', 'GET', `/users?client=${clientId}`)).json.records
      assert.ok(listed.some(({ userId }: { userId: number }) => userId === added.json.userId))
    })
  })

  test('are given another password by an admin, which logs them out', async () => {
    await inPortal(async (kit, userId) => {
      const admin = kit.engine.addKey(kit.engine.addUser(kit.account.clientId, { role: 'admin' }), undefined, 'portal')
      const session = await logIn(kit)
      const put = (id: number, headers: Record<string, string>) =>
        ask(kit, 'PUT', `/users/${id}/password`, { headers, body: { password: NEW_PASSWORD } })
      assert.equal((await put(userId, { 'x-api-key': CONFORMANCE_API_KEY })).json.code, 'not-allowed')
      assert.equal((await put(userId, { 'x-api-key': admin })).status, 200)
      assert.equal((await ask(kit, 'GET', '/session', session)).status, 401)
      assert.equal((await logIn(kit, { password: NEW_PASSWORD })).status, 200)
    })
  })

  test('have API keys, shown once', async () => {
    await withCallers(async ({ kit, ask: call }) => {
      const path = `/users/${kit.account.userId}/keys`
      const { apiKey, keyId } = (await call('user', 'POST', path)).json
      assert.match(apiKey, /^[A-Za-z0-9]{40}$/)
      const refused = await ask(kit, 'GET', '/session', { headers: { 'x-api-key': apiKey } })
      assert.deepEqual([refused.status, refused.json.code], [403, 'send-only'])
      assert.match(refused.json.message, /create one with the scope `portal`/)
      const listed = await call('admin', 'GET', path)
      const last = listed.json.records.at(-1)
      assert.deepEqual([last.keyId, last.scope], [keyId, 'send'])
      assert.ok(!JSON.stringify(listed.json).includes(apiKey))
      assert.equal((await call('stranger', 'GET', path)).json.code, 'user-not-found')
      assert.equal((await call('stranger', 'DELETE', `${path}/${keyId}`)).json.code, 'user-not-found')
      assert.equal((await call('user', 'DELETE', `${path}/999`)).json.code, 'key-not-found')
      assert.equal((await call('user', 'DELETE', `${path}/${keyId}`)).status, 204)
      assert.equal((await ask(kit, 'GET', '/session', { headers: { 'x-api-key': apiKey } })).status, 401)
    })
  })
})

describe('keys for the portal', () => {
  test('are made with the password again, by a session and by a key', async () => {
    await inPortal(async (kit, userId) => {
      const here = await logIn(kit)
      const path = `/users/${userId}/keys`
      const make = (headers: object, body?: unknown) => ask(kit, 'POST', path, { ...headers, body })
      assert.equal((await make(here)).status, 200, 'one that only sends needs none')
      assert.equal((await make(here, { scope: 'portal' })).json.code, 'wrong-password')
      const given = { scope: 'portal', presentPassword: PASSWORD }
      const { apiKey } = (await make(here, given)).json
      const byKey = { headers: { 'x-api-key': apiKey } }
      assert.equal((await make(byKey, { scope: 'portal' })).json.code, 'wrong-password')
      assert.equal((await make(byKey, given)).status, 200)
    })
  })

  for (const endKeys of [undefined, false, true])
    test(`and others: a new password names those left, endKeys ${endKeys}`, async () => {
      await inPortal(async (kit, userId) => {
        const { engine, account } = kit
        const admin = engine.addKey(engine.addUser(account.clientId, { role: 'admin' }), undefined, 'portal')
        engine.addKey(userId)
        engine.addKey(userId, undefined, 'portal')
        const scopes = (answer: { json: { keys: { scope: string }[] } }) => answer.json.keys.map(({ scope }) => scope)
        const left = endKeys === true ? [] : ['send', 'portal']
        const body = { password: NEW_PASSWORD, endKeys }
        const byAdmin = { headers: { 'x-api-key': admin }, body }
        assert.deepEqual(scopes(await ask(kit, 'PUT', `/users/${userId}/password`, byAdmin)), left)
        const here = await logIn(kit, { password: NEW_PASSWORD })
        const own = { ...here, body: { ...body, presentPassword: NEW_PASSWORD } }
        assert.deepEqual(scopes(await ask(kit, 'PUT', '/account/password', own)), left)
      })
    })
})

describe('the audit log', () => {
  test('shows what was done, page by page, to those who may know', async () => {
    await withCallers(async ({ kit, ask: call }) => {
      const path = `/users/${kit.account.userId}`
      await call('admin', 'PATCH', path, { priority: 'LOW' })
      await call('operator', 'PATCH', `${path}?client=${kit.account.clientId}`, { priority: null })
      const first = (await call('admin', 'GET', '/audit-log?limit=1')).json
      assert.deepEqual([first.records[0].action, first.records[0].email], ['user-changed', null])
      const second = (await call('admin', 'GET', `/audit-log?limit=1&cursor=${first.next}`)).json
      assert.match(second.records[0].email, /^admin@/)
      assert.deepEqual(second.records[0].detail.priority, 'LOW')
      assert.equal((await call('stranger', 'GET', '/audit-log')).json.records.length, 0)
      assert.equal((await call('user', 'GET', '/audit-log')).json.records.length, 0)
      assert.equal((await call('operator', 'GET', '/audit-log')).json.records.length, 2)
      const noTimes = ['since=yesterday', 'since=2026-13-45T99:99:99Z', 'until=2016-12-31T23:59:60Z']
      for (const wrong of [...noTimes, 'limit=0', 'limit=1001'])
        assert.equal((await call('admin', 'GET', `/audit-log?${wrong}`)).status, 400, wrong)
      assert.equal((await call('admin', 'GET', '/audit-log?until=2036-12-31T23:59:59Z')).status, 200)
    })
  })

  test('notes logins with their address', async () => {
    await withAdapterKit(
      portal,
      { config: {}, services: ABSENT_SERVICES, account: { user: { email: EMAIL, password: PASSWORD } } },
      async (kit) => {
        const here = await logIn(kit)
        const [entry] = (await ask(kit, 'GET', '/audit-log', here)).json.records
        assert.deepEqual([entry.action, entry.email, entry.detail.via], ['log-in', EMAIL, 'password'])
      },
    )
  })
})
