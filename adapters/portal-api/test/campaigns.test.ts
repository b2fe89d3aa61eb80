import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const NUMBERS = ['0821110001', '0821110002', '0821110003']

interface Listed {
  readonly uploadId: number
  readonly name: string
  readonly state: string
}

async function listed({ ask }: KeyCaller): Promise<readonly Listed[]> {
  return (await ask('user', 'GET', '/uploads')).json.records
}

/** Sends a text to several numbers. Resolves with its campaign. */
async function send(caller: KeyCaller, more: object = {}) {
  const sent = await caller.ask('user', 'POST', '/send', { text: 'Big sale', recipients: NUMBERS, ...more })
  assert.equal(sent.status, 200, sent.text)
  return (await listed(caller))[0] as Listed
}

describe('campaigns', () => {
  test('a text to several is one, once however often it is sent with the same id; one to a single number is none', async () => {
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

  test('rows left out and messages that failed are one file, and the failed ones are sent again', async () => {
    await withCallers(async (caller) => {
      const { ask, kit } = caller
      const draft = { name: 'Crew', text: 'Hi {name|all}', recipients: [...NUMBERS, 'nobody', NUMBERS[0]] }
      const { uploadId } = (await ask('user', 'POST', '/uploads/groups', draft)).json
      await ask('user', 'POST', `/uploads/${uploadId}/start`, {})
      assert.equal(
        (await ask('user', 'POST', `/uploads/${uploadId}/resend`, { name: 'x' })).json.code,
        'nothing-failed',
      )
      const [first, second] = kit.engine.messages
      kit.engine.move(first?.smsId as number, 'expired')
      kit.engine.deliver(second?.smsId as number)
      const csv = await ask('user', 'GET', `/uploads/${uploadId}/failed.csv`)
      assert.deepEqual(csv.text.replace('\uFEFF', '').trimEnd().split('\r\n'), [
        'row,number,reason,error,text',
        '4,nobody,bad-number,,Hi all',
        '5,+27821110001,duplicate,,Hi all',
        '1,+27821110001,expired,Validity period over before delivery,Hi all',
      ])
      assert.equal((await ask('stranger', 'GET', `/uploads/${uploadId}/failed.csv`)).status, 404)
      const again = (await ask('user', 'POST', `/uploads/${uploadId}/resend`, { name: 'Crew (again)' })).json
      const ready = (await ask('user', 'GET', `/uploads/${again.uploadId}`)).json
      assert.deepEqual([ready.name, ready.state, ready.messages, ready.parts], ['Crew (again)', 'ready', 1, 1])
      const { records } = (await ask('user', 'GET', `/uploads/${again.uploadId}/rows`)).json
      assert.deepEqual([records[0].to, records[0].text], [first?.to, 'Hi all'])
    })
  })
})
