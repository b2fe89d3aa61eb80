import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, Submissions } from '@heliograph/contracts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const PHONE = '27831234567'

/** Delivers a message of a client to the phone. */
async function arrive({ kit }: KeyCaller, clientId: number, text: string): Promise<number> {
  const account = clientId === kit.account.clientId ? kit.account : kit.stranger
  const { smsIds } = await send({ kit } as KeyCaller, account.apiKey, text)
  const [smsId] = smsIds
  assert.ok(smsId !== undefined)
  kit.engine.phones.messages.push({
    order: kit.engine.phones.messages.length + 1,
    direction: 'received',
    smsId,
    phone: PHONE,
    peer: account.channel.address,
    text,
    encoding: 'gsm',
    parts: 1,
    flash: false,
    at: new Date(kit.engine.clock.now()),
  })
  return smsId
}

async function send({ kit }: KeyCaller, apiKey: string, text: string) {
  const before = kit.engine.messages.length
  const principal = kit.engine.principal(apiKey)
  await kit.engine.service(Submissions).submit(principal, {
    origin: 'test',
    priority: PRIORITIES.NORMAL,
    numbers: 'international',
    atomic: false,
    messages: [{ text, destinations: [{ to: PHONE }] }],
  })
  return { smsIds: kit.engine.messages.slice(before).map(({ smsId }) => smsId) }
}

describe('virtual phones', () => {
  test('show what arrived of the own client, and answer it', async () => {
    await withCallers(async (caller) => {
      const { kit, ask } = caller
      const smsId = await arrive(caller, kit.account.clientId, '<b>Hello</b>')
      const foreign = await arrive(caller, kit.stranger.clientId, 'of another client')
      const list = await ask('admin', 'GET', '/phones')
      assert.equal(list.status, 200)
      assert.deepEqual(
        list.json.records.map((phone: { number: string; messages: { smsId: number; text: string }[] }) => [
          phone.number,
          phone.messages.map((message) => [message.smsId, message.text]),
        ]),
        [[PHONE, [[smsId, '<b>Hello</b>']]]],
      )
      assert.equal((await ask('admin', 'POST', '/phones/answers', { smsId, text: 'STOP' })).status, 200)
      const one = await ask('admin', 'GET', `/phones/${PHONE}`)
      assert.deepEqual(
        one.json.messages.map((message: { direction: string; text: string }) => [message.direction, message.text]),
        [
          ['received', '<b>Hello</b>'],
          ['answered', 'STOP'],
        ],
      )
      const answered = await ask('admin', 'POST', '/phones/answers', { smsId: foreign, text: 'STOP' })
      assert.deepEqual([answered.status, answered.json.code], [404, 'message-not-on-a-phone'])
      assert.deepEqual((await ask('stranger', 'GET', '/phones')).json.records[0].messages.length, 1)
    })
  })

  test('are for those who keep the account', async () => {
    await withCallers(async ({ ask }) => {
      assert.equal((await ask('user', 'GET', '/phones')).status, 403)
      assert.deepEqual((await ask('operator', 'GET', '/phones')).json, { records: [] })
      assert.deepEqual((await ask('admin', 'GET', '/phones/1234')).json, { number: '1234', messages: [] })
      assert.equal((await ask('admin', 'GET', '/phones/12ab')).status, 400)
      assert.equal((await ask('admin', 'POST', '/phones/answers', { smsId: 1, text: '' })).status, 400)
    })
  })
})
