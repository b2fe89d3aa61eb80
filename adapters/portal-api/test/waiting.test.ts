import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const HOUR = 3_600_000
const TO = '27821110001'

const { withCallers } = shareEngine()

async function send({ ask }: EngineCaller, to: string, more: object = {}): Promise<number> {
  return (await ask('user', 'POST', '/send', { text: 'hello', recipients: [to], ...more })).json.smsId
}

describe('one message', () => {
  test('says why it waits, to a client without the names of links', async () => {
    await withCallers(async (caller) => {
      const { ask } = caller
      const until = new Date(caller.kit.clock.now() + HOUR).toISOString()
      const later = await send(caller, TO, { sendAt: until })
      const causesOf = async (who: 'user' | 'operator', smsId: number) =>
        (await ask(who, 'GET', `/messages/${smsId}/waiting`)).json.causes
      assert.deepEqual(await causesOf('user', later), [{ kind: 'scheduled', until }])
      const smsId = await send(caller, TO)
      assert.deepEqual(await causesOf('user', smsId), [{ kind: 'no-link', route: '', links: [] }])
      const links = [{ link: 'net/closed', obstacle: 'down', detail: null }]
      assert.deepEqual(await causesOf('operator', smsId), [{ kind: 'no-link', route: 'default', links }])
    })
  })

  test('says that it waits for the end of quiet hours', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const inHours = (hours: number) => new Date(Math.floor(Date.now() / HOUR + hours) * HOUR)
      // The recipient is in Johannesburg, two hours ahead of UTC.
      const local = (time: Date) => new Date(time.getTime() + 2 * HOUR).toISOString().slice(11, 16)
      const end = inHours(3)
      const times = { from: local(inHours(-2)), to: local(end), zone: 'Africa/Johannesburg' }
      const hours = { days: [1, 2, 3, 4, 5, 6, 7], ...times, includesInterfaces: false }
      assert.equal((await ask('admin', 'PUT', '/quiet-hours', { hours })).status, 200)
      await kit.world.accountsChanged()
      const { json } = await ask('user', 'GET', `/messages/${await send(caller, TO)}/waiting`)
      assert.deepEqual(json.causes, [{ kind: 'quiet-hours', until: end.toISOString() }])
    })
  })

  test('is hidden from other clients, and shown to operators', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller, TO)
      for (const path of ['', '/history', '/waiting'].map((end) => `/messages/${smsId}${end}`)) {
        assert.equal((await caller.ask('stranger', 'GET', path)).json.code, 'message-not-found')
        assert.equal((await caller.ask('operator', 'GET', path)).status, 200)
      }
    })
  })
})
