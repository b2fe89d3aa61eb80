import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Account, createDeployment, type Deployment } from './support/peers/deployment.ts'
import { type Esme, type EsmeSession, readReceipt } from './support/peers/esme.ts'
import { withoutNetSmpp } from './support/peers/installed.ts'
import { startNetSmppEsme } from './support/peers/net-smpp-esme.ts'
import { startNpmSmppEsme } from './support/peers/npm-smpp-esme.ts'
import type { SmppGateway } from './support/peers/smpp-gateway.ts'

// Third-party client programs at the SMPP server.

const LONG_GSM = 'A long text with @ and € in it, which takes several parts. '.repeat(6)
const LONG_UCS2 = 'Длинный текст, которому нужно несколько частей. '.repeat(4)

const TEXTS = [
  { name: 'GSM 03.38 with @, £ and €', text: 'One part: @ £ $ _ €' },
  { name: 'UCS-2', text: 'Привет, 世界 👋' },
  { name: 'GSM 03.38 in parts with a header', text: LONG_GSM, long: 'udh' },
  { name: 'UCS-2 in parts with a header', text: LONG_UCS2, long: 'udh' },
  { name: 'GSM 03.38 in parts with SAR parameters', text: LONG_GSM, long: 'sar' },
  { name: 'UCS-2 in parts with SAR parameters', text: LONG_UCS2, long: 'sar' },
  { name: 'GSM 03.38 in message_payload', text: LONG_GSM, long: 'payload' },
  { name: 'UCS-2 in message_payload', text: LONG_UCS2, long: 'payload' },
] as const

const OUTCOMES = [
  { name: 'delivered', ending: '100', stat: 'DELIVRD', state: 2 },
  { name: 'subscriber absent', ending: '901', stat: 'UNDELIV', state: 5 },
  { name: 'expired', ending: '902', stat: 'EXPIRED', state: 3 },
  { name: 'rejected', ending: '903', stat: 'REJECTD', state: 8 },
] as const

const PEERS = [
  { start: startNetSmppEsme, name: "Perl's Net::SMPP", skip: withoutNetSmpp },
  { start: startNpmSmppEsme, name: 'npm smpp', skip: false },
] as const

/** The number of a different subscriber for each message. */
let subscriber = 0
function nextNumber(ending = '100'): string {
  subscriber += 1
  return `2782${String(subscriber).padStart(4, '0')}${ending}`
}

for (const peer of PEERS) {
  describe(`${peer.name} as a client`, { skip: peer.skip }, () => {
    let deployment: Deployment
    let gateway: SmppGateway
    let account: Account
    let esme: Esme
    before(async () => {
      deployment = await createDeployment()
      account = await deployment.addAccount({ name: 'Peer', number: '27820009999' })
      gateway = await deployment.start()
      esme = peer.start()
    })
    after(async () => {
      await esme?.stop()
      await deployment?.remove()
    })
    const bind = (type: 'transmitter' | 'receiver' | 'transceiver'): Promise<EsmeSession> =>
      esme.bind({ port: gateway.smppPort, type, systemId: account.systemId, password: account.password })

    describe('as a transceiver', () => {
      let session: EsmeSession
      before(async () => {
        session = await bind('transceiver')
        assert.equal(session.status, 0)
      })
      after(async () => assert.equal(await session.unbind(), 0))

      for (const { name, ...content } of TEXTS) {
        test(`sends ${name}`, async () => {
          const to = nextNumber()
          const { status, messageId } = await session.submit({ from: 'Sender', to, ...content })
          assert.equal(status, 0)
          const [message] = await gateway.sentTo(to)
          assert.equal(message?.text, content.text)
          assert.equal(message?.from, account.number)
          const delivery = await session.deliveries.waitFor(
            (each) => each.receiptedMessageId === messageId || readReceipt(each)?.id === messageId,
          )
          assert.equal(delivery.from, to)
          assert.equal(delivery.to, 'Sender')
          assert.equal((await gateway.sentTo(to)).length, 1)
        })
      }

      for (const { name, ending, stat, state } of OUTCOMES) {
        test(`gets the receipt of a message that was ${name}`, async () => {
          const to = nextNumber(ending)
          const { messageId } = await session.submit({ from: '27820000000', to, text: 'Hello' })
          const delivery = await session.deliveries.waitFor((each) => each.from === to)
          const receipt = readReceipt(delivery)
          assert.equal(receipt?.id, messageId)
          assert.equal(receipt?.stat, stat)
          assert.equal(delivery.receiptedMessageId, messageId)
          assert.equal(delivery.messageState, state)
          assert.equal(delivery.to, '27820000000')
        })
      }

      test('gets receipts only for failures when it asks so', async () => {
        const [good, bad, last] = [nextNumber(), nextNumber('901'), nextNumber()]
        await session.submit({ from: 'Sender', to: good, text: 'Hello', registeredDelivery: 2 })
        await session.submit({ from: 'Sender', to: bad, text: 'Hello', registeredDelivery: 2 })
        await gateway.sentTo(good)
        await session.deliveries.waitFor((each) => each.from === bad)
        await session.submit({ from: 'Sender', to: last, text: 'Hello' })
        await session.deliveries.waitFor((each) => each.from === last)
        assert.equal(
          session.deliveries.all.find((each) => each.from === good),
          undefined,
        )
      })

      test('gets an SMS from a subscriber', async () => {
        const from = nextNumber()
        await gateway.receive({ from, to: account.number, text: 'Ответ 👋' })
        const delivery = await session.deliveries.waitFor((each) => each.from === from)
        assert.equal(delivery.text, 'Ответ 👋')
        assert.equal(delivery.to, account.number)
        assert.equal(delivery.esmClass & 0x3c, 0)
      })

      test('gets a long SMS from a subscriber', async () => {
        const from = nextNumber()
        await gateway.receive({ from, to: account.number, text: LONG_GSM })
        const delivery = await session.deliveries.waitFor((each) => each.from === from)
        assert.equal(delivery.text, LONG_GSM)
      })

      test('gets again what it could not take for the moment', async () => {
        const from = nextNumber()
        session.answerDeliveriesWith(0x64)
        await gateway.receive({ from, to: account.number, text: 'Later' })
        await session.deliveries.waitFor((each) => each.from === from)
        session.answerDeliveriesWith(0)
        const both = await session.deliveries.waitForCount(2, (each) => each.from === from)
        assert.deepEqual(
          both.map(({ text }) => text),
          ['Later', 'Later'],
        )
      })

      test('queries a message', async () => {
        const to = nextNumber()
        const { messageId } = await session.submit({ from: 'Sender', to, text: 'Hello' })
        await session.deliveries.waitFor((each) => each.from === to)
        const answer = await session.request('query_sm', { message_id: messageId, source_addr: 'Sender' })
        assert.equal(answer.status, 0)
        assert.equal(answer.fields.message_id, messageId)
        assert.equal(answer.fields.message_state, 2)
        assert.equal((await session.request('query_sm', { message_id: '1', source_addr: 'Sender' })).status, 0x67)
      })

      test('gets an answer to enquire_link', async () => {
        assert.equal((await session.request('enquire_link', {})).status, 0)
      })

      test('sends by data_sm', async () => {
        const to = nextNumber()
        const { status, messageId } = await session.sendData({ from: 'Sender', to, text: 'By data_sm' })
        assert.equal(status, 0)
        assert.equal((await gateway.sentTo(to))[0]?.text, 'By data_sm')
        await session.deliveries.waitFor((each) => each.from === to && each.receiptedMessageId === messageId)
      })

      test('sends to many by submit_multi, and gets a receipt of each under the one id', async () => {
        const numbers = [nextNumber(), nextNumber(), nextNumber()]
        const { status, messageId } = await session.submitMulti({ from: 'Sender', to: numbers, text: 'To all' })
        assert.equal(status, 0)
        for (const to of numbers) {
          assert.equal((await gateway.sentTo(to))[0]?.text, 'To all')
          await session.deliveries.waitFor((each) => each.from === to && each.receiptedMessageId === messageId)
        }
      })

      test('replaces and cancels a scheduled message', async () => {
        const to = nextNumber()
        const schedule = '000001000000000R'
        const { status, messageId } = await session.submit({ from: 'Sender', to, text: 'Tomorrow', schedule })
        assert.equal(status, 0)
        const names = { message_id: messageId, source_addr: 'Sender' }
        assert.equal((await session.request('query_sm', names)).fields.message_state, 1)
        const replacement = { ...names, short_message: 'Other text', registered_delivery: 1 }
        assert.equal((await session.request('replace_sm', replacement)).status, 0)
        const cancel = await session.request('cancel_sm', { ...names, destination_addr: to })
        assert.equal(cancel.status, 0)
        const receipt = await session.deliveries.waitFor((each) => each.from === to)
        assert.equal(readReceipt(receipt)?.stat, 'DELETED')
        assert.notEqual((await session.request('cancel_sm', { ...names, destination_addr: to })).status, 0)
      })

      test('gets 0x0B for an invalid number', async () => {
        assert.equal((await session.submit({ from: 'Sender', to: '12', text: 'Hello' })).status, 0x0b)
      })
    })

    test('a transmitter sends, the receiver beside it gets the receipts', async () => {
      const [transmitter, receiver] = [await bind('transmitter'), await bind('receiver')]
      assert.deepEqual([transmitter.status, receiver.status], [0, 0])
      const to = nextNumber()
      const { status, messageId } = await transmitter.submit({ from: 'Sender', to, text: 'Hello' })
      assert.equal(status, 0)
      const delivery = await receiver.deliveries.waitFor((each) => each.from === to)
      assert.equal(readReceipt(delivery)?.id, messageId)
      assert.deepEqual(transmitter.deliveries.all, [])
      assert.equal((await receiver.submit({ from: 'Sender', to, text: 'Hello' })).status, 0x04)
      assert.deepEqual([await transmitter.unbind(), await receiver.unbind()], [0, 0])
    })

    test('what comes while nobody is bound waits for the next receiver', async () => {
      const transmitter = await bind('transmitter')
      const to = nextNumber()
      await transmitter.submit({ from: 'Sender', to, text: 'Hello' })
      await gateway.sentTo(to)
      const from = nextNumber()
      await gateway.receive({ from, to: account.number, text: 'Anybody there?' })
      await transmitter.unbind()
      const receiver = await bind('receiver')
      const receipt = await receiver.deliveries.waitFor((each) => each.from === to)
      assert.equal(readReceipt(receipt)?.stat, 'DELIVRD')
      assert.equal((await receiver.deliveries.waitFor((each) => each.from === from)).text, 'Anybody there?')
      await receiver.unbind()
    })

    for (const [what, login] of [
      ['a wrong password', { password: 'wrongkey' }],
      ['an unknown user', { systemId: 'nobody@example.com' }],
    ] as const) {
      test(`${what} is refused with 0x0E`, async () => {
        const { systemId, password } = { ...account, ...login }
        const session = await esme.bind({ port: gateway.smppPort, type: 'transceiver', systemId, password })
        assert.equal(session.status, 0x0e)
        session.drop()
      })
    }

    test('a submit before a bind that worked is refused with 0x04', async () => {
      const session = await esme.bind({ port: gateway.smppPort, type: 'transceiver', systemId: 'x', password: 'y' })
      assert.equal(session.status, 0x0e)
      const outcome = await session.submit({ from: 'Sender', to: nextNumber(), text: 'Hello' }).catch(() => 'closed')
      if (outcome !== 'closed') assert.equal((outcome as { status: number }).status, 0x04)
      session.drop()
    })
  })
}
