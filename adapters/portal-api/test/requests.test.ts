import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCallers } from './support/key-caller.ts'

test('the latest requests of a client are told to its users, newest first, and to nobody else', async () => {
  await withCallers(async ({ kit, ask }) => {
    const { clientId, userId } = kit.account
    const request = { instanceId: 'v2', userId, method: 'POST', path: '/sms/2/messages', elapsedMs: 1.5 }
    const error = { category: 'forbidden', code: 'no-credit', message: 'Not enough credit' } as const
    const at = new Date(kit.clock.now())
    kit.engine.requests.add(clientId, { ...request, requestId: 'r-1', at, status: 200, error: null })
    kit.engine.requests.add(clientId, { ...request, requestId: null, at, status: 403, error })
    for (const who of ['user', 'admin'] as const) {
      const { json } = await ask(who, 'GET', '/requests')
      assert.deepEqual(json.records, [
        { ...request, requestId: null, at: at.toISOString(), status: 403, error },
        { ...request, requestId: 'r-1', at: at.toISOString(), status: 200, error: null },
      ])
    }
    for (const who of ['stranger', 'operator'] as const)
      assert.deepEqual((await ask(who, 'GET', '/requests')).json.records, [])
    assert.equal((await ask('operator', 'GET', `/requests?client=${clientId}`)).json.records.length, 2)
  })
})
