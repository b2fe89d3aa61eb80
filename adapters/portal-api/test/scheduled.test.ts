import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareEngine } from './support/engine-kit.ts'

const HOUR = 3_600_000

const { withCallers } = shareEngine()

describe('what is scheduled', () => {
  test('is listed, moved and cancelled as a bulk', async () => {
    await withCallers(async (caller) => {
      const sendAt = new Date(caller.kit.clock.now() + HOUR).toISOString()
      const { json } = await caller.ask('user', 'POST', '/send', { text: 'later', recipients: ['0821110001'], sendAt })
      const { records } = (await caller.ask('user', 'GET', '/scheduled')).json
      assert.deepEqual([records[0].messages, records[0].text, records[0].sendAt], [1, 'later', sendAt])
      const later = new Date(caller.kit.clock.now() + 3 * HOUR).toISOString()
      const path = `/scheduled/${encodeURIComponent(json.bulkId)}`
      assert.equal((await caller.ask('stranger', 'PATCH', path, { sendAt: later })).status, 404)
      assert.equal((await caller.ask('user', 'PATCH', path, { sendAt: later })).json.sendAt, later)
      assert.equal((await caller.ask('user', 'POST', `${path}/cancel`)).status, 204)
      assert.equal((await caller.ask('user', 'POST', `${path}/cancel`)).json.code, 'bulk-not-found')
      assert.deepEqual((await caller.ask('user', 'GET', '/scheduled')).json, { records: [], next: null })
    })
  })

  test('a scheduled bulk is paused and resumed, and says so', async () => {
    await withCallers(async (caller) => {
      const sendAt = new Date(caller.kit.clock.now() + HOUR).toISOString()
      const body = { text: 'later', recipients: ['0821110001', '0821110002'], sendAt }
      const { json } = await caller.ask('user', 'POST', '/send', body)
      const path = `/scheduled/${encodeURIComponent(json.bulkId)}`
      const isPaused = async () => (await caller.ask('user', 'GET', '/scheduled')).json.records[0].isPaused
      assert.equal(await isPaused(), false)
      assert.equal((await caller.ask('stranger', 'POST', `${path}/pause`)).json.code, 'bulk-not-found')
      assert.equal((await caller.ask('user', 'POST', `${path}/pause`)).status, 204)
      assert.equal(await isPaused(), true)
      assert.equal((await caller.ask('stranger', 'POST', `${path}/resume`)).status, 204)
      assert.equal(await isPaused(), true)
      assert.equal((await caller.ask('user', 'POST', `${path}/resume`)).status, 204)
      assert.equal(await isPaused(), false)
      assert.equal((await caller.ask('user', 'POST', '/scheduled/none/pause')).json.code, 'bulk-not-found')
    })
  })

  test('scheduled bulks are paged', async () => {
    await withCallers(async (caller) => {
      for (let hour = 1; hour <= 12; hour += 1) {
        const sendAt = new Date(caller.kit.clock.now() + hour * HOUR).toISOString()
        await caller.ask('user', 'POST', '/send', { text: `at ${hour}`, recipients: ['0821110001'], sendAt })
      }
      const page = (await caller.ask('user', 'GET', '/scheduled?limit=10')).json
      assert.deepEqual([page.records.length, page.records[9].text, page.next], [10, 'at 10', 10])
      const rest = (await caller.ask('user', 'GET', '/scheduled?limit=10&cursor=10')).json
      assert.deepEqual([rest.records.map(({ text }: { text: string }) => text), rest.next], [['at 11', 'at 12'], null])
    })
  })
})
