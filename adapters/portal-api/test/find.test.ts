import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, type Principal, Submissions } from '@heliograph/contracts'
import { type Caller, type KeyCaller, withCallers } from './support/key-caller.ts'

const TO = '27821110001'
const TO_TOO = '27821110002'

interface Draft {
  readonly to?: string
  readonly messageId?: string | undefined
  readonly reference?: string
  readonly who?: Principal
}

async function send({ kit }: KeyCaller, { to = TO, messageId, who = kit.account.principal, ...more }: Draft = {}) {
  const messages = [{ destinations: [{ to, messageId }], text: 'hello', ...more }]
  const { entries } = await kit.engine.service(Submissions).submit(who, {
    origin: 'v2',
    bulkId: undefined,
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: true,
    messages,
  })
  return entries[0]?.smsId as number
}

/** What was found, as ids and addresses only. */
async function find({ ask }: KeyCaller, who: Caller, query: string, more = '') {
  const { status, json } = await ask(who, 'GET', `/find?query=${encodeURIComponent(query)}${more}`)
  assert.equal(status, 200, JSON.stringify(json))
  return {
    messages: json.messages.map(({ smsId }: { smsId: number }) => smsId),
    contacts: json.contacts.map(({ mobile }: { mobile: string }) => mobile),
    channels: json.channels.map(({ address }: { address: string }) => address),
    clients: json.clients.map(({ clientId }: { clientId: number }) => clientId),
  }
}

describe('what was typed finds', () => {
  test('messages by id, number and reference; a few, with those of the id in front', async () => {
    await withCallers(async (caller) => {
      const first = await send(caller, { messageId: 'mine-7', reference: 'order 7' })
      const second = await send(caller, { to: TO_TOO, reference: 'order 7' })
      const more: number[] = []
      for (let n = 0; n < 5; n += 1) more.unshift(await send(caller, { messageId: n === 0 ? TO : undefined }))
      const rows: readonly (readonly [typed: string, messages: readonly number[]])[] = [
        [String(second), [second]],
        ['mine-7', [first]],
        ['order 7', [second, first]],
        [` +${TO_TOO} `, [second]],
        ['082 111 0002', [second]],
        // This number is also the id of one message.
        [TO, [more[4] as number, ...more.slice(0, 4)]],
        ['order', []],
        ['987654', []],
      ]
      for (const [typed, messages] of rows)
        assert.deepEqual((await find(caller, 'user', typed)).messages, messages, typed)
    })
  })

  test('contacts by the beginning of number or of a word of the name', async () => {
    await withCallers(async (caller) => {
      for (const [mobile, name] of [
        [TO, 'Ánna Botha'],
        [TO_TOO, 'Ben'],
      ])
        await caller.ask('user', 'PUT', `/contacts/${mobile}`, { name })
      for (const [typed, contacts] of [
        ['anna', [TO]],
        ['BEN', [TO_TOO]],
        ['botha', [TO]],
        ['both an', [TO]],
        ['otha', []],
        ['082 111', [TO, TO_TOO]],
        [`+${TO_TOO}`, [TO_TOO]],
      ] as const)
        assert.deepEqual((await find(caller, 'user', typed)).contacts, contacts, typed)
      assert.deepEqual((await find(caller, 'stranger', 'anna')).contacts, [])
    })
  })

  test('channels for those who keep them, clients for operators', async () => {
    await withCallers(async (caller) => {
      const { account } = caller.kit
      const { address } = account.channel
      const clients = (await caller.ask('operator', 'GET', '/clients')).json.records
      const { clientId, name } = clients.find((each: { clientId: number }) => each.clientId === account.clientId)
      assert.deepEqual((await find(caller, 'user', address)).channels, [])
      assert.deepEqual((await find(caller, 'admin', address)).channels, [address])
      assert.deepEqual((await find(caller, 'operator', address, `&client=${clientId}`)).channels, [address])
      assert.deepEqual((await find(caller, 'admin', `0${address.slice(2)}`)).channels, [address])
      assert.ok((await find(caller, 'operator', name.toUpperCase())).clients.includes(clientId))
      assert.deepEqual((await find(caller, 'admin', name)).clients, [])
    })
  })

  test('messages of the own client; operators find those of another one, or of all', async () => {
    await withCallers(async (caller) => {
      const { account, stranger } = caller.kit
      const own = await send(caller)
      const foreign = await send(caller, { who: stranger.principal })
      assert.deepEqual((await find(caller, 'stranger', TO)).messages, [foreign])
      assert.deepEqual((await find(caller, 'operator', TO, `&client=${account.clientId}`)).messages, [own])
      assert.deepEqual((await find(caller, 'operator', TO, '&everyClient=true')).messages, [foreign, own])
      assert.equal((await caller.ask('admin', 'GET', '/find?query=abc&everyClient=true')).status, 403)
      for (const query of ['', `?query=${'a'.repeat(201)}`])
        assert.equal((await caller.ask('user', 'GET', `/find${query}`)).status, 400, query)
    })
  })
})
