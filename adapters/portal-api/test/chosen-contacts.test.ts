import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCsv } from '@heliograph/wire'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const ANNA = '27821112221'
const BEN = '27821112222'
const CARA = '27821112223'

const addAll = async ({ ask }: KeyCaller) => {
  for (const [mobile, name] of [
    [ANNA, 'Anna'],
    [BEN, '=Ben'],
    [CARA, 'Cara'],
  ])
    await ask('user', 'PUT', `/contacts/${mobile}`, { name })
}

const optedOut = async ({ ask }: KeyCaller): Promise<string[]> => {
  const { json } = await ask('user', 'GET', '/contacts?status=opted-out')
  return json.records.map(({ mobile }: { mobile: string }) => mobile)
}

describe('chosen contacts', () => {
  test('are opted out at once; an undo takes back what has not changed since', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      await addAll(caller)
      await ask('user', 'POST', `/contacts/${CARA}/status`, { status: 'opted-out' })
      const body = { mobiles: [ANNA, BEN, CARA], status: 'opted-out' }
      const { status, json } = await ask('user', 'POST', '/contacts/status', body)
      assert.equal(status, 200)
      assert.deepEqual(
        json.changes.map(({ mobile }: { mobile: string }) => mobile),
        [ANNA, BEN],
      )
      assert.deepEqual(await optedOut(caller), [ANNA, BEN, CARA])
      assert.deepEqual((await ask('user', 'POST', '/contacts/status', body)).json, { changes: [] })
      kit.clock.advance(1_000)
      await ask('user', 'POST', `/contacts/${BEN}/status`, { status: 'opted-in' })
      await ask('user', 'POST', `/contacts/${BEN}/status`, { status: 'opted-out' })
      assert.deepEqual((await ask('user', 'POST', '/contacts/undo', json)).json, { undone: 1 })
      assert.deepEqual(await optedOut(caller), [BEN, CARA])
    })
  })

  test('are exported, those there are', async () => {
    await withCallers(async (caller) => {
      await addAll(caller)
      const { status, text } = await caller.ask('user', 'POST', '/contacts/export', {
        mobiles: [CARA, '27829999999', BEN],
      })
      assert.equal(status, 200)
      assert.deepEqual(
        parseCsv(text).map(([mobile, name]) => [mobile, name]),
        [
          ['mobile', 'name'],
          [CARA, 'Cara'],
          [BEN, "'=Ben"],
        ],
      )
    })
  })

  test('of others are out of reach', async () => {
    await withCallers(async (caller) => {
      await addAll(caller)
      const { text } = await caller.ask('stranger', 'POST', '/contacts/export', { mobiles: [ANNA] })
      assert.doesNotMatch(text, /Anna/)
      await caller.ask('stranger', 'POST', '/contacts/status', { mobiles: [ANNA], status: 'opted-out' })
      assert.deepEqual(await optedOut(caller), [])
      for (const body of [
        { mobiles: [], status: 'opted-out' },
        { mobiles: [ANNA], status: 'gone' },
      ])
        assert.equal((await caller.ask('user', 'POST', '/contacts/status', body)).status, 400)
    })
  })
})
