import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { awaitUpload } from './support/await-upload.ts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const NUMBERS = ['0821110001', '0821110002', '0821110003']

interface Listed {
  readonly uploadId: number
  readonly name: string
  readonly state: string
}

async function listed({ ask }: EngineCaller): Promise<readonly Listed[]> {
  return (await ask('user', 'GET', '/uploads')).json.records
}

/** Sends a text to several numbers. Resolves with its campaign. */
async function send(caller: EngineCaller, more: object = {}) {
  const sent = await caller.ask('user', 'POST', '/send', { text: 'Big sale', recipients: NUMBERS, ...more })
  assert.equal(sent.status, 200, sent.text)
  return (await listed(caller))[0] as Listed
}

describe('campaigns', () => {
  test('a text to several is one, once however often it is sent with the same id; one to a single number is not a campaign', async () => {
    await withCallers(async (caller) => {
      for (let time = 0; time < 2; time += 1) await send(caller, { requestId: 'abc' })
      await caller.ask('user', 'POST', '/send', { text: 'Hello', recipients: [NUMBERS[0]] })
      const named = await send(caller, { name: 'July', text: 'x'.repeat(100) })
      assert.equal(named.name, 'July')
      const found = await listed(caller)
      assert.deepEqual(
        found.map(({ name, state }) => [name, state]),
        [
          ['July', 'sending'],
          ['Big sale', 'sending'],
        ],
      )
      const { json } = await caller.ask('user', 'GET', `/uploads/${found[1]?.uploadId}/results`)
      assert.deepEqual(json, {
        states: [{ state: 'queued', messages: 3 }],
        recipients: 3,
        replied: 0,
        optedOut: 0,
        texts: [],
      })
    })
  })

  test('a scheduled one is moved and cancelled as a bulk, which knows it', async () => {
    await withCallers(async (caller) => {
      const at = (hours: number) => new Date(caller.kit.clock.now() + hours * 3_600_000).toISOString()
      const { uploadId, state } = await send(caller, { sendAt: at(1) })
      assert.equal(state, 'scheduled')
      await caller.ask('user', 'POST', '/send', { text: 'One', recipients: [NUMBERS[0]], sendAt: at(2) })
      const { records } = (await caller.ask('user', 'GET', '/scheduled')).json
      assert.deepEqual(
        records.map((bulk: { uploadId: number | null }) => bulk.uploadId),
        [uploadId, null],
      )
      assert.equal(
        (await caller.ask('user', 'PATCH', `/scheduled/${records[0].bulkId}`, { sendAt: at(3) })).status,
        200,
      )
      assert.equal((await caller.ask('user', 'GET', `/uploads/${uploadId}`)).json.sendAt, at(3))
      assert.equal((await caller.ask('user', 'POST', `/scheduled/${records[0].bulkId}/cancel`)).status, 204)
      assert.equal((await caller.ask('user', 'GET', `/uploads/${uploadId}`)).json.state, 'cancelled')
    })
  })

  test('is renamed, which is noted', async () => {
    await withCallers(async (caller) => {
      const { uploadId } = await send(caller)
      assert.equal((await caller.ask('user', 'PATCH', `/uploads/${uploadId}`, { name: 'August' })).json.name, 'August')
      assert.equal((await caller.ask('user', 'PATCH', `/uploads/${uploadId}`, { name: ' ' })).json.code, 'bad-upload')
      assert.equal((await caller.ask('stranger', 'PATCH', `/uploads/${uploadId}`, { name: 'Mine' })).status, 404)
      const [last] = (await caller.ask('admin', 'GET', '/audit-log')).json.records
      assert.deepEqual([last.action, last.subject], ['upload-renamed', `upload ${uploadId}`])
    })
  })

  test('goes at a speed that can be changed, which is noted, and says when it will be done', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const speedLimit = { parts: 6, seconds: 3_600 }
      const { uploadId } = await send(caller, { speedLimit })
      const path = `/uploads/${uploadId}`
      const limitNow = async () => (await ask('user', 'GET', path)).json.speedLimit
      const endNow = async () => {
        const { endsAt } = (await ask('user', 'GET', `${path}/states`)).json
        return endsAt && Math.round((Date.parse(endsAt) - Date.now()) / 60_000)
      }
      assert.deepEqual(await limitNow(), speedLimit)
      assert.equal(await endNow(), 30)
      const [first] = await kit.messages()
      assert.equal((await ask('user', 'POST', `/messages/${first?.smsId}/cancel`)).status, 200)
      assert.equal(await endNow(), 20)

      const limit = (to: unknown, by: 'user' | 'stranger' = 'user') =>
        ask(by, 'PUT', `${path}/speed-limit`, { speedLimit: to })
      const faster = { parts: 1, seconds: 60 }
      assert.deepEqual((await limit(faster)).json.speedLimit, faster)
      assert.equal(await endNow(), 2)
      const [last] = (await ask('admin', 'GET', '/audit-log')).json.records
      assert.deepEqual([last.action, last.subject], ['upload-speed-changed', `upload ${uploadId}`])
      assert.equal((await limit(null, 'stranger')).status, 404)
      const refused = (await limit({ parts: 0, seconds: 60 })).json
      assert.deepEqual(Object.keys(refused.faults), ['speedLimit.parts'])
      assert.equal((await limit(null)).json.speedLimit, null)
      assert.equal(await endNow(), null)
      await ask('user', 'POST', `${path}/cancel`)
      assert.equal((await limit(faster)).json.code, 'upload-state')
    })
  })

  test('to groups keeps the speed that it was begun with, unless it is started with another one', async () => {
    await withCallers(async (caller) => {
      const { ask } = caller
      const slow = { parts: 1, seconds: 86_400 }
      const faster = { parts: 5, seconds: 60 }
      const rows: [start: object, speedLimit: object | null][] = [
        [{}, slow],
        [{ speedLimit: faster }, faster],
        [{ speedLimit: null }, null],
      ]
      for (const [start, speedLimit] of rows) {
        const draft = { name: 'Crew', text: 'Hi', recipients: NUMBERS, speedLimit: slow }
        const { uploadId } = (await ask('user', 'POST', '/uploads/groups', draft)).json
        await awaitUpload(caller, uploadId, 'ready')
        const { json } = await ask('user', 'POST', `/uploads/${uploadId}/start`, start)
        assert.deepEqual(json.speedLimit, speedLimit)
      }
    })
  })

  test('rows left out and messages that failed are one file, and the failed ones are sent again', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const speedLimit = { parts: 9, seconds: 60 }
      const taken = ['0831110001', '0831110002']
      const recipients = [...taken, NUMBERS[2], 'nobody', taken[0]]
      const draft = { name: 'Crew', text: 'Hi {name|all}', recipients, speedLimit }
      const { uploadId } = (await ask('user', 'POST', '/uploads/groups', draft)).json
      await awaitUpload(caller, uploadId, 'ready')
      await ask('user', 'POST', `/uploads/${uploadId}/start`, {})
      await awaitUpload(caller, uploadId, { submitted: 3 })
      assert.equal(
        (await ask('user', 'POST', `/uploads/${uploadId}/resend`, { name: 'x' })).json.code,
        'nothing-failed',
      )
      const idOf = async (to: string) => (await kit.messages()).find((message) => message.to === to)?.smsId as number
      await kit.report(await idOf('27831110001'), 'expired')
      await kit.report(await idOf('27831110002'), 'delivered')
      const csv = await ask('user', 'GET', `/uploads/${uploadId}/failed.csv`)
      assert.deepEqual(csv.text.replace('\uFEFF', '').trimEnd().split('\r\n'), [
        'row,number,reason,error,text',
        '4,nobody,bad-number,,Hi all',
        '5,+27831110001,duplicate,,Hi all',
        '1,+27831110001,expired,Validity period over before delivery,Hi all',
      ])
      assert.equal((await ask('stranger', 'GET', `/uploads/${uploadId}/failed.csv`)).status, 404)
      const again = (await ask('user', 'POST', `/uploads/${uploadId}/resend`, { name: 'Crew (again)' })).json
      const ready = await awaitUpload(caller, again.uploadId, 'ready')
      assert.deepEqual([ready.name, ready.state, ready.messages, ready.parts], ['Crew (again)', 'ready', 1, 1])
      assert.deepEqual(ready.speedLimit, speedLimit)
      const { records } = (await ask('user', 'GET', `/uploads/${again.uploadId}/rows`)).json
      assert.deepEqual([records[0].to, records[0].text], ['27831110001', 'Hi all'])
    })
  })
})
