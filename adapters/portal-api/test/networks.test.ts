import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AdapterKit } from '@heliograph/testkit'
import { ask, inPortal, logIn } from './support/browser.ts'
import { withCallers } from './support/key-caller.ts'

const ELSEWHERE = { programs: [], portal: ['192.0.2.0/24'] }

describe('the networks of a client', () => {
  test('are set by an admin, who is told the present address', async () => {
    await withCallers(async ({ ask: call }) => {
      const before = await call('admin', 'GET', '/networks')
      assert.deepEqual(before.json, { programs: [], portal: [], address: '127.0.0.1' })
      const networks = { programs: ['192.0.2.0/24'], portal: ['127.0.0.0/8', '2001:db8::/32'] }
      const set = await call('admin', 'PUT', '/networks', networks)
      assert.deepEqual([set.status, set.json], [200, { ...networks, address: '127.0.0.1' }])
      assert.deepEqual((await call('admin', 'GET', '/networks')).json, set.json)
      const wrong = await call('admin', 'PUT', '/networks', { ...networks, programs: ['localhost'] })
      assert.deepEqual([wrong.status, Object.keys(wrong.json.details)], [400, ['programs']])
    })
  })

  test('cannot lock out who sets them, unless it is an operator who acts for the client', async () => {
    await withCallers(async ({ ask: call, kit }) => {
      const refused = await call('admin', 'PUT', '/networks', ELSEWHERE)
      assert.deepEqual([refused.status, refused.json.code], [409, 'locks-you-out'])
      assert.match(refused.json.message, /127\.0\.0\.1/)
      const path = `/networks?client=${kit.account.clientId}`
      assert.equal((await call('operator', 'PUT', path, ELSEWHERE)).status, 200)
      assert.equal((await call('admin', 'GET', '/networks')).json.code, 'invalid-api-key')
      assert.equal((await call('operator', 'GET', path)).status, 200)
    })
  })

  const WAYS: readonly (readonly [string, (kit: AdapterKit, userId: number) => Promise<string>])[] = [
    ['a password', async (kit) => (await logIn(kit)).json.code],
    [
      'a one-time link',
      async (kit, userId) => {
        const { token } = await kit.engine.createLoginLink(userId)
        return (await ask(kit, 'POST', '/log-in/link', { body: { token } })).json.code
      },
    ],
  ]
  for (const [name, enter] of WAYS)
    test(`refuse a login by ${name} from elsewhere as a wrong one`, async () => {
      await inPortal(async (kit, userId) => {
        kit.engine.setNetworks(kit.account.clientId, ELSEWHERE)
        assert.match(await enter(kit, userId), /^(wrong-log-in|useless-link)$/)
        kit.engine.setNetworks(kit.account.clientId, { programs: ['192.0.2.0/24'], portal: [] })
        assert.equal(await enter(kit, userId), undefined)
      })
    })

  test('refuse a session that goes on elsewhere', async () => {
    await inPortal(async (kit) => {
      const here = await logIn(kit)
      kit.engine.setNetworks(kit.account.clientId, ELSEWHERE)
      assert.equal((await ask(kit, 'GET', '/session', here)).json.code, 'not-logged-in')
    })
  })
})
