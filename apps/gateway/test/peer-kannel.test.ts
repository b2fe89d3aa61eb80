import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTcpProxy, startWebhookReceiver, type TcpProxy, type WebhookReceiver } from '@heliograph/testkit'
import { WAIT_LIMIT_MS } from './support/peers/arrivals.ts'
import { type Account, createDeployment, type Deployment } from './support/peers/deployment.ts'
import { withoutKannel } from './support/peers/installed.ts'
import { type Kannel, readKannelIncoming, startKannel } from './support/peers/kannel.ts'
import type { SmppGateway } from './support/peers/smpp-gateway.ts'

// Kannel (bearerbox and smsbox) at the SMPP server. Kannel cuts system_id after 15 octets, so its user is found by the
// start of the e-mail.

/** Types of receipts in Kannel's callbacks. */
const DELIVERED = '1'
const FAILED = '2'
const TAKEN = '8'

const TEXTS = [
  { name: 'a text of one part', text: 'One part: @ £ $ _ €' },
  { name: 'UCS-2', text: 'Привет, 世界' },
  { name: 'a long text', text: 'A long text with @ and € in it, which takes several parts. '.repeat(6) },
  { name: 'a long text in UCS-2', text: 'Длинный текст, которому нужно несколько частей. '.repeat(4) },
] as const

let subscriber = 0
function nextNumber(ending = '100'): string {
  subscriber += 1
  return `2783${String(subscriber).padStart(4, '0')}${ending}`
}

function parametersOf({ query }: { readonly query: string }): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query))
}

describe('Kannel as a client', { skip: withoutKannel }, () => {
  let deployment: Deployment
  let gateway: SmppGateway
  let account: Account
  let callbacks: WebhookReceiver
  before(async () => {
    // With two connections Kannel drops a receipt that it reads before the answer with the id of the message.
    const simulator = { use: '@heliograph/carrier-simulator', config: { history: 100_000, receiptDelayMs: 250 } }
    deployment = await createDeployment({ instances: { simulator } })
    account = await deployment.addAccount({ name: 'Kannel', number: '27820009999' })
    gateway = await deployment.start()
    callbacks = await startWebhookReceiver()
  })
  after(async () => {
    await callbacks?.close()
    await deployment?.remove()
  })
  const receiptOf = async (reference: string, type: string) => {
    const isMeant = (parameters: Readonly<Record<string, string>>) =>
      parameters.reference === reference && parameters.type === type
    return parametersOf(await callbacks.waitFor((request) => isMeant(parametersOf(request)), WAIT_LIMIT_MS))
  }

  for (const binds of ['transceiver', 'transmitter and receiver'] as const) {
    describe(`as ${binds}`, () => {
      let kannel: Kannel
      before(async () => {
        const { systemId, password } = account
        kannel = await startKannel({
          smppPort: gateway.smppPort,
          systemId,
          password,
          binds,
          callbackUrl: callbacks.url,
        })
        await kannel.waitForState('online')
      })
      after(() => kannel?.stop())

      for (const { name, text } of TEXTS) {
        test(`sends ${name} and hears that it was taken and delivered`, async () => {
          const to = nextNumber()
          await kannel.send({ from: '12345', to, text, reference: to })
          const sent = await gateway.sentTo(to)
          assert.deepEqual(
            sent.map((message) => message.text),
            [text],
          )
          assert.equal(sent[0]?.from, account.number)
          await receiptOf(to, TAKEN)
          assert.match((await receiptOf(to, DELIVERED)).reply ?? '', / stat:DELIVRD err:000 /)
        })
      }

      test('hears that a message was not delivered', async () => {
        const to = nextNumber('901')
        await kannel.send({ from: 'Alpha', to, text: 'Hello', reference: to })
        assert.match((await receiptOf(to, FAILED)).reply ?? '', / stat:UNDELIV /)
      })

      test('gets an SMS from a subscriber', async () => {
        for (const text of ['Hello @ €', 'Ответ', 'A long answer of a subscriber. '.repeat(12).trim()]) {
          const from = nextNumber()
          await gateway.receive({ from, to: account.number, text })
          const { query } = await callbacks.waitFor(
            (each) => each.path === '/incoming' && readKannelIncoming(each.query).from === `+${from}`,
            WAIT_LIMIT_MS,
          )
          const incoming = readKannelIncoming(query)
          assert.equal(incoming.to, `+${account.number}`)
          assert.equal(incoming.text, text)
        }
      })
    })
  }

  test('with a wrong password it is refused for good', async () => {
    const kannel = await startKannel({
      smppPort: gateway.smppPort,
      systemId: account.systemId,
      password: 'wrongkey',
      binds: 'transceiver',
      callbackUrl: callbacks.url,
    })
    try {
      await kannel.waitForState('dead')
      assert.match(await kannel.log(), /rejected login.*code 0x0000000e/)
    } finally {
      await kannel.stop()
    }
  })

  describe('when the gateway is restarted', () => {
    let proxy: TcpProxy
    let kannel: Kannel
    before(async () => {
      // Kannel needs a fixed address, but the gateway's port changes.
      proxy = await startTcpProxy(gateway.smppPort)
      kannel = await startKannel({
        smppPort: proxy.port,
        systemId: account.systemId,
        password: account.password,
        binds: 'transceiver',
        callbackUrl: callbacks.url,
        // 60 per second, so that the interruption falls in the middle of the traffic.
        lines: ['throughput = 60'],
      })
      await kannel.waitForState('online')
    })
    after(async () => {
      await kannel?.stop()
      await proxy?.close()
    })
    const restart = async () => {
      proxy.target = undefined
      await gateway.stop()
      gateway = await deployment.start()
      proxy.target = gateway.smppPort
    }

    test('Kannel binds again, sends, and gets a receipt of before', async () => {
      await restart()
      await kannel.waitForState('online')
      const to = nextNumber()
      await kannel.send({ from: '12345', to, text: 'After the restart', reference: to })
      await gateway.sentTo(to)
      await receiptOf(to, DELIVERED)
    })

    test('in the middle of traffic, no message of Kannel is lost', async (t) => {
      const numbers = Array.from({ length: 240 }, () => nextNumber())
      const sendAll = async () => {
        for (const to of numbers)
          await kannel.send({ from: '12345', to, text: `To ${to}`, reference: to, receiptMask: 1 })
      }
      const sending = sendAll()
      await receiptOf(numbers[20] ?? '', DELIVERED)
      await restart()
      await sending
      for (const to of numbers) await receiptOf(to, DELIVERED)
      assert.ok((await gateway.sent()).length > 0, 'the restart came too late to prove anything')
      const received = numbers.map(
        (to) => callbacks.requests.filter((request) => parametersOf(request).reference === to).length,
      )
      t.diagnostic(`${received.filter((count) => count > 1).length} of ${numbers.length} messages went twice`)
    })
  })
})
