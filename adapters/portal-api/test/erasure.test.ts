import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareEngine } from './support/engine-kit.ts'

const ANNA = '27821112221'

const { withCallers } = shareEngine()

test('contacts are erased by an admin, and stay opted out', async () => {
  await withCallers(async ({ ask }) => {
    await ask('user', 'PUT', `/contacts/${ANNA}`, { name: 'Anna' })
    await ask('user', 'POST', `/contacts/${ANNA}/status`, { status: 'opted-out' })
    const erase = (who: 'user' | 'admin') => ask(who, 'POST', '/contacts/erase', { mobile: '082 111 2221' })
    assert.equal((await erase('user')).status, 403)
    const { status, json } = await erase('admin')
    const counts = { messages: 0, incoming: 0, uploadRows: 0 }
    assert.deepEqual([status, json], [200, { ...counts, isOptedOut: true, archives: [] }])
    assert.equal((await ask('user', 'GET', `/contacts/${ANNA}`)).status, 404)
    const { records } = (await ask('admin', 'GET', '/audit-log?action=contact-erased')).json
    assert.equal(records.length, 1)
    assert.ok(!JSON.stringify(records).includes('821112221'))
  })
})
