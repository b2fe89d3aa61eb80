import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Caller, withCallers } from './support/key-caller.ts'

const CALLS = '/plugin-pages/loyalty/points/calls'

describe('pages of plugins', () => {
  for (const [who, ids] of [
    ['user', ['points']],
    ['admin', ['points']],
    ['operator', ['points', 'rules']],
  ] as const) {
    test(`are listed as ${who} may open them`, async () => {
      await withCallers(async ({ ask }) => {
        const { status, json } = await ask(who, 'GET', '/plugin-pages')
        assert.equal(status, 200)
        assert.deepEqual(
          json.records.map(({ pageId }: { pageId: string }) => pageId),
          ids,
        )
        assert.deepEqual(json.records[0], {
          instanceId: 'loyalty',
          pageId: 'points',
          icon: 'chart',
          path: '/plugin-pages/loyalty/points/',
          title: { en: 'Points', fr: 'Points de fidélité' },
        })
      })
    })
  }

  test('call their plugin as the person who looks at them', async () => {
    await withCallers(async ({ ask, kit }) => {
      const { clientId } = kit.account
      const input = { client: 7 }
      const mine = await ask('user', 'POST', `${CALLS}/read`, input)
      assert.deepEqual([mine.status, mine.json], [200, { value: { clientId, role: 'user', input } }])
      const acting = await ask('operator', 'POST', `${CALLS}/read?client=${clientId}`, {})
      assert.deepEqual(acting.json.value, { clientId, role: 'operator', input: {} })
    })
  })

  const REFUSED: readonly (readonly [Caller, string, unknown, number, string])[] = [
    ['user', `${CALLS}/nowhere`, {}, 404, 'unknown-path'],
    ['operator', '/plugin-pages/loyalty/nowhere/calls/read', {}, 404, 'unknown-path'],
    ['operator', '/plugin-pages/nowhere/points/calls/read', {}, 404, 'unknown-path'],
    ['admin', '/plugin-pages/loyalty/rules/calls/read', {}, 404, 'unknown-path'],
    ['user', `${CALLS}/read`, { client: 'x' }, 400, 'invalid-request'],
    ['user', `${CALLS}/read`, { more: 1 }, 400, 'invalid-request'],
    ['user', `${CALLS}/read`, [], 400, 'not-an-object'],
  ]
  for (const [who, path, body, status, code] of REFUSED) {
    test(`refused: ${who} calls ${path} with ${JSON.stringify(body)}`, async () => {
      await withCallers(async ({ ask }) => {
        const answer = await ask(who, 'POST', path, body)
        assert.deepEqual([answer.status, answer.json.code], [status, code])
      })
    })
  }

  test('are not called without a log-in', async () => {
    await withCallers(async ({ kit }) => {
      const headers = { 'x-api-key': undefined, 'content-type': 'application/json' }
      for (const [method, path] of [
        ['GET', '/plugin-pages'],
        ['POST', `${CALLS}/read`],
      ] as const)
        assert.equal((await kit.request({ method, path: `/portal/api/1${path}`, headers, body: '{}' })).status, 401)
    })
  })

  test('leave a trace when they change something', async () => {
    await withCallers(async ({ ask, kit }) => {
      await ask('user', 'POST', `${CALLS}/read`, {})
      await ask('user', 'POST', `${CALLS}/reset`, {})
      const { records } = (await ask('admin', 'GET', '/audit-log')).json
      assert.deepEqual(
        records.map(({ action, subject, email }: Record<string, string>) => [action, subject, email]),
        [['plugin-page-used', 'loyalty/points: reset', kit.account.principal.email]],
      )
    })
  })
})
