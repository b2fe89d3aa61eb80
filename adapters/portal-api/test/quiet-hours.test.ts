import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCallers } from './support/key-caller.ts'

const HOURS = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '21:00',
  to: '08:00',
  zone: 'Africa/Johannesburg',
  includesInterfaces: false,
}
const EVENING = '2026-01-06T20:00:00Z'

test('admins set quiet hours; a preview has how many wait for them, and until when', async () => {
  await withCallers(async ({ ask, kit }) => {
    const now = new Date(EVENING).getTime()
    kit.clock.advance(now - kit.clock.now())
    const preview = async (body: object = {}) => {
      const recipients = ['0821110001', '+18085550123', '+447911123456', '+61412345678']
      const { json } = await ask('user', 'POST', '/send/preview', { text: 'hello', recipients, ...body })
      return json.held
    }
    assert.deepEqual((await ask('user', 'GET', '/quiet-hours')).json, { hours: null })
    assert.equal(await preview(), null)

    assert.equal((await ask('user', 'PUT', '/quiet-hours', { hours: HOURS })).status, 403)
    const set = await ask('admin', 'PUT', '/quiet-hours', { hours: HOURS })
    assert.deepEqual([set.status, set.json], [200, { hours: HOURS }])
    assert.deepEqual((await ask('user', 'GET', '/quiet-hours')).json, { hours: HOURS })
    assert.deepEqual((await ask('stranger', 'GET', '/quiet-hours')).json, { hours: null })

    // In Johannesburg, whose time counts for the others as well, it is 22:00; in London it is 20:00.
    assert.deepEqual(await preview(), { messages: 3, at: '08:00' })
    assert.deepEqual(await preview({ sendAt: '2026-01-06T22:00:00Z' }), { messages: 4, at: '08:00' })
    assert.equal(await preview({ sendAt: '2026-01-07T12:00:00Z' }), null)
    assert.equal(await preview({ priority: 'CRITICAL' }), null)

    await ask('user', 'POST', '/send', { text: 'hello', recipients: ['0821110001', '+447911123456'] })
    assert.deepEqual(
      kit.engine.messages.map(({ to, state, scheduledAt }) => [to, state, scheduledAt?.toISOString()]),
      [
        ['27821110001', 'scheduled', '2026-01-07T06:00:00.000Z'],
        ['447911123456', 'queued', undefined],
      ],
    )
    const wrong = await ask('admin', 'PUT', '/quiet-hours', { hours: { ...HOURS, to: '21:00' } })
    assert.deepEqual([wrong.status, Object.keys(wrong.json.details)], [400, ['to']])
    assert.deepEqual((await ask('admin', 'PUT', '/quiet-hours', { hours: null })).json, { hours: null })
  })
})
