import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Accounts, ContactGroups, Contacts } from '@heliograph/contracts'
import { multiplyAmount } from '../src/endpoints/sending/money.ts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const HOUR = 3_600_000

async function addGroup({ kit }: KeyCaller, mobiles: readonly string[]): Promise<number> {
  const { principal } = kit.account
  const contacts = kit.engine.service(Contacts)
  const groups = kit.engine.service(ContactGroups)
  const { groupId } = await groups.add(principal, 'Staff')
  for (let from = 0; from < mobiles.length; from += 500) {
    const piece = mobiles.slice(from, from + 500)
    await contacts.save(
      principal,
      piece.map((mobile) => ({ mobile })),
    )
    await groups.addContacts(principal, groupId, piece)
  }
  return groupId
}

describe('sending', () => {
  test('goes to numbers and groups, each recipient once, as the portal’s with low priority', async () => {
    await withCallers(async (caller) => {
      const groupId = await addGroup(caller, ['27821110001', '27821110002'])
      const recipients = ['082 111 0001', '+27821110003', 'nobody']
      const sent = await caller.ask('user', 'POST', '/send', { text: 'hello', recipients, groupIds: [groupId] })
      assert.equal(sent.status, 200, JSON.stringify(sent.json))
      assert.deepEqual([sent.json.accepted, sent.json.refused], [3, [{ state: 'bad-number', messages: 1 }]])
      assert.ok(sent.json.bulkId)
      assert.deepEqual(
        caller.kit.engine.messages.map(({ to, priority, origin }) => [to, priority, origin]),
        ['27821110001', '27821110003', '27821110002'].map((to) => [to, 'LOW', 'portal']),
      )
    })
  })

  test('a user chooses among the channels of the client, and the preview follows', async () => {
    await withCallers(async (caller) => {
      const { account, engine } = caller.kit
      engine.addChannel(account.clientId, { sender: 'ACME' })
      const { records } = (await caller.ask('user', 'GET', '/senders')).json
      const { address } = account.channel
      assert.deepEqual(records, [
        { address, shownAs: address, kind: 'number', isDefault: true },
        { address: 'ACME', shownAs: 'ACME', kind: 'sender', isDefault: false },
      ])
      for (const [from, sender] of [
        [undefined, address],
        ['ACME', 'ACME'],
        [`+${address}`, address],
        ['unknown', address],
      ]) {
        const body = { text: 'hello', recipients: ['0821110001'], from }
        assert.equal((await caller.ask('user', 'POST', '/send/preview', body)).json.sender, sender)
        await caller.ask('user', 'POST', '/send', body)
        assert.equal(engine.messages.at(-1)?.from, sender)
      }
    })
  })

  test('the same request again sends nothing twice', async () => {
    await withCallers(async (caller) => {
      const body = { text: 'hello', recipients: ['0821110001', '0821110002'], requestId: 'abc' }
      const first = await caller.ask('user', 'POST', '/send', body)
      const again = await caller.ask('user', 'POST', '/send', body)
      assert.deepEqual(again.json.entries, first.json.entries)
      assert.equal(caller.kit.engine.messages.length, 2)
    })
  })

  test('takes a time, flash, a channel, a reference and metadata', async () => {
    await withCallers(async (caller) => {
      const sendAt = new Date(caller.kit.clock.now() + HOUR).toISOString()
      const labels = { reference: 'r', metadata: { order: 7 } }
      const body = { text: 'later', recipients: ['0821110001'], sendAt, flash: true, ...labels, priority: 'BULK' }
      const { json } = await caller.ask('user', 'POST', '/send', body)
      const [message] = caller.kit.engine.messages
      assert.deepEqual(
        [message?.state, message?.flash, message?.reference, message?.metadata, message?.priority],
        ['scheduled', true, 'r', { order: 7 }, 'BULK'],
      )
      assert.equal(json.smsId, message?.smsId)
    })
  })

  test('a text that may go at some hours only waits for them', async () => {
    await withCallers(async ({ ask, kit }) => {
      const opens = new Date(Math.ceil(kit.clock.now() / HOUR + 2) * HOUR)
      const timeOf = (hours: number) => new Date(opens.getTime() + hours * HOUR).toISOString().slice(11, 16)
      const deliveryWindow = { days: [1, 2, 3, 4, 5, 6, 7], from: timeOf(0), to: timeOf(2), zone: 'UTC' }
      const body = { text: 'by day', recipients: ['0821110001'], deliveryWindow }
      assert.equal((await ask('user', 'POST', '/send', body)).status, 200)
      const [message] = kit.engine.messages
      assert.deepEqual([message?.deliveryWindow, message?.scheduledAt], [deliveryWindow, opens])
      const never = { ...body, deliveryWindow: { ...deliveryWindow, days: [] } }
      const { json } = await ask('user', 'POST', '/send', never)
      assert.deepEqual([json.code, json.faults], ['bad-delivery-window', { days: { code: 'no-day', values: {} } }])
    })
  })

  test('a text says what each contact has; without a value or a fallback nothing is sent', async () => {
    await withCallers(async (caller) => {
      const { principal } = caller.kit.account
      await caller.kit.engine.service(Contacts).save(principal, [
        { mobile: '27821110001', name: 'Anna Bell', fields: { Town: 'Durban' }, groups: ['Staff'] },
        { mobile: '27821110002', name: 'Ben', groups: ['Staff'] },
      ])
      const [group] = await caller.kit.engine.service(ContactGroups).list(principal)
      const named = { recipients: ['082 111 0003', 'nobody'], groupIds: [group?.groupId] }
      const text = 'Hi {first_name|there} from {town|afar}{{}}'
      const sent = await caller.ask('user', 'POST', '/send', { text, ...named })
      assert.deepEqual([sent.json.accepted, sent.json.refused], [3, [{ state: 'bad-number', messages: 1 }]])
      assert.deepEqual(
        caller.kit.engine.messages.map((message) => [message.to, message.text]),
        [
          ['27821110003', 'Hi there from afar{}'],
          ['27821110001', 'Hi Anna from Durban{}'],
          ['27821110002', 'Hi Ben from afar{}'],
        ],
      )
      const preview = (
        await caller.ask('user', 'POST', '/send/preview', { text: 'Hi {first_name} {opt_out_link}', ...named })
      ).json
      assert.deepEqual(
        preview.samples.map((each: { to: string; name: string; filled: string; isMissing: boolean }) => [
          each.to,
          each.name,
          each.filled,
          each.isMissing,
        ]),
        [
          ['27821110003', '', 'Hi  {opt_out_link}', true],
          ['27821110001', 'Anna Bell', 'Hi Anna {opt_out_link}', false],
          ['27821110002', 'Ben', 'Hi Ben {opt_out_link}', false],
        ],
      )
      assert.match(preview.samples[1].text, /^Hi Anna https?:/)
      assert.deepEqual(
        [preview.isPersonal, preview.missing, preview.missingCount, preview.unknown],
        [true, ['27821110003'], 1, []],
      )
      const lacking = await caller.ask('user', 'POST', '/send', { text: 'From {town}', ...named })
      assert.deepEqual([lacking.status, lacking.json.code], [400, 'missing-values'])
      assert.match(lacking.json.details.text, /^2 recipients, \+27821110003 among them, lack a value/)
      assert.equal(caller.kit.engine.messages.length, 3)
    })
  })

  test('the parts of personal texts are counted one by one', async () => {
    await withCallers(async (caller) => {
      const { principal, clientId } = caller.kit.account
      await caller.kit.engine.service(Contacts).save(principal, [
        { mobile: '27821110001', fields: { story: 'x'.repeat(400) } },
        { mobile: '27821110002', fields: { story: 'x' } },
      ])
      const body = { text: '{story}', recipients: ['0821110001', '0821110002'] }
      const { json } = await caller.ask('user', 'POST', '/send/preview', body)
      const price = (await caller.kit.engine.service(Accounts).client(principal, clientId)).price
      assert.deepEqual([json.parts, Number(json.price.amount)], [3, Number(multiplyAmount(price, 4))])
    })
  })

  test('a time that has passed is refused; one of a moment ago is now', async () => {
    await withCallers(async (caller) => {
      const { clock } = caller.kit
      const at = (ago: number) => new Date(clock.now() - ago).toISOString()
      const body = { text: 'late', recipients: ['0821110001'] }
      const late = await caller.ask('user', 'POST', '/send', { ...body, sendAt: at(HOUR) })
      assert.deepEqual([late.status, late.json.code, Object.keys(late.json.details)], [400, 'time-passed', ['sendAt']])
      assert.equal(caller.kit.engine.messages.length, 0)
      assert.equal((await caller.ask('user', 'POST', '/send', { ...body, sendAt: at(30_000) })).status, 200)
      const { json } = await caller.ask('user', 'POST', '/send', { ...body, sendAt: at(-HOUR) })
      const path = `/scheduled/${encodeURIComponent(json.bulkId)}`
      assert.equal((await caller.ask('user', 'PATCH', path, { sendAt: at(HOUR) })).json.code, 'time-passed')
      const message = `/messages/${json.smsId}`
      assert.equal((await caller.ask('user', 'PATCH', message, { sendAt: at(HOUR) })).json.code, 'time-passed')
    })
  })

  test('what cannot be sent is reported', async () => {
    await withCallers(async (caller) => {
      for (const [body, code] of [
        [{ text: 'x' }, 'no-recipients'],
        [{ text: 'x', recipients: [] }, 'no-recipients'],
        [{ text: '', recipients: ['0821110001'] }, 'invalid-request'],
        [{ text: 'x', recipients: ['0821110001'], more: 1 }, 'invalid-request'],
        [{ text: 'x', recipients: ['0821110001'], sendAt: 'soon' }, 'invalid-request'],
        [{ text: 'x'.repeat(45_000), recipients: ['0821110001'] }, 'message-too-long'],
        [{ text: 'x', recipients: ['0821110001'], priority: 'HIGH' }, 'priority-not-allowed'],
      ] as const)
        assert.equal((await caller.ask('user', 'POST', '/send', body)).json.code, code)
      const urgent = { text: 'x', recipients: ['0821110001'], priority: 'HIGH' }
      assert.equal((await caller.ask('admin', 'POST', '/send', urgent)).status, 200)
      const many = Array.from({ length: 10_001 }, (_, n) => `2782${String(n).padStart(7, '0')}`)
      assert.equal((await caller.ask('user', 'POST', '/send', { text: 'x', recipients: many })).status, 400)
    })
  })
})

describe('the preview', () => {
  test('tells what forces UCS-2, who does not get it and what it costs', async () => {
    await withCallers(async (caller) => {
      const { clientId } = caller.kit.account
      caller.kit.engine.contacts.set(clientId, '27821110002', 'opted-out', { kind: 'web' })
      const body = {
        text: `It’s ${'x'.repeat(100)}`,
        recipients: ['0821110001', '0821110002', '27821110001', 'nobody'],
      }
      const { json } = await caller.ask('user', 'POST', '/send/preview', body)
      assert.deepEqual([json.encoding, json.parts, json.replacedParts], ['ucs2', 2, 1])
      assert.deepEqual(json.beyondGsm, [{ at: 2, length: 1, character: '’', replacement: "'" }])
      assert.deepEqual([json.recipients, json.repeated, json.bad, json.optedOut], [1, 1, ['nobody'], ['27821110002']])
      const price = Number((await caller.ask('admin', 'POST', '/send/preview', body)).json.price.amount)
      assert.equal(Number(json.price.amount), price)
      assert.equal(caller.kit.engine.messages.length, 0)
    })
  })

  test('is there for no text and nobody', async () => {
    await withCallers(async (caller) => {
      const { json } = await caller.ask('user', 'POST', '/send/preview', { text: '' })
      assert.deepEqual([json.encoding, json.parts, json.recipients, Number(json.price.amount)], ['gsm', 1, 0, 0])
    })
  })

  for (const [amount, times, product] of [
    ['0.05', 3, '0.15'],
    ['0.050000', 100_000, '5000.000000'],
    ['12', 2, '24'],
    ['0', 9, '0'],
    ['0.000001', 1, '0.000001'],
  ] as const)
    test(`${amount} times ${times}`, () => assert.equal(multiplyAmount(amount, times), product))
})
