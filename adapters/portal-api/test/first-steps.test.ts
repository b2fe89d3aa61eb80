import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

/** Messages of these numbers, in this order. */
async function send({ ask }: EngineCaller, ...numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    const { status } = await ask('admin', 'POST', '/send', { text: 'Hello', recipients: [number] })
    assert.equal(status, 200)
  }
}

describe('the first steps', () => {
  test('tick themselves off by what there is', async () => {
    await withCallers(async (caller) => {
      const { ask } = caller
      const facts = async () => (await ask('admin', 'GET', '/first-steps')).json
      const before = await facts()
      assert.deepEqual([before.isNewcomer, before.hasSent, before.hasSentToSecond], [true, false, false])
      assert.equal(before.hasWebhook, false)
      await send(caller, '27821110001', '27821110001')
      assert.deepEqual([(await facts()).hasSent, (await facts()).hasSentToSecond], [true, false])
      await send(caller, '27821110002')
      assert.equal((await facts()).hasSentToSecond, true)
      const [channel] = (await ask('admin', 'GET', '/channels')).json.records
      await ask('admin', 'PATCH', `/channels/${channel.channelId}`, { dlrUrl: 'https://acme.example/dlr' })
      assert.equal((await facts()).hasWebhook, true)
    })
  })

  test('are no longer those of a newcomer after a hundred messages', async () => {
    await withCallers(async (caller) => {
      await send(caller, ...Array.from({ length: 99 }, (_, index) => `278211100${String(index).padStart(2, '0')}`))
      const isNewcomer = async () => (await caller.ask('user', 'GET', '/first-steps')).json.isNewcomer
      assert.equal(await isNewcomer(), true)
      await send(caller, '27821110100')
      assert.equal(await isNewcomer(), false)
    })
  })

  test('of a user leave out what only admins do', async () => {
    await withCallers(async ({ ask }) => {
      const { json } = await ask('user', 'GET', '/first-steps')
      assert.deepEqual([json.hasKey, json.hasWebhook, json.hasColleague], [true, null, null])
      assert.equal((await ask('operator', 'GET', '/first-steps')).json.hasColleague, true)
    })
  })
})
