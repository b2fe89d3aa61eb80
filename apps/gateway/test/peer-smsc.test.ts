import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from './support/gateway-process.ts'
import { WAIT_LIMIT_MS } from './support/peers/arrivals.ts'
import { type Account, createDeployment, type Deployment } from './support/peers/deployment.ts'
import { type Esme, type EsmeSession, readReceipt } from './support/peers/esme.ts'
import { withoutNetSmpp } from './support/peers/installed.ts'
import type { NetSmppPdu } from './support/peers/net-smpp.ts'
import { type NetSmppSmsc, SMSC_PASSWORD, startNetSmppSmsc } from './support/peers/net-smpp-smsc.ts'
import { startNpmSmppEsme } from './support/peers/npm-smpp-esme.ts'
import type { SmppGateway } from './support/peers/smpp-gateway.ts'
import { decodeText } from './support/peers/sms-text.ts'

// Links of carrier-smpp to a network on Perl's Net::SMPP. The client is npm `smpp`, so that each message crosses SMPP
// twice.

const LONG_GSM = 'A long text with @ and € in it, which takes several parts. '.repeat(6)
const LONG_UCS2 = 'Длинный текст, которому нужно несколько частей. '.repeat(4)

/** Destination prefixes and the links their messages take. */
const LINKS = {
  main: { prefix: '27821', config: {} },
  pair: { prefix: '27822', config: { bind: 'transmitter-receiver' } },
  sar: { prefix: '27823', config: { longMessages: 'sar' } },
  payload: { prefix: '27824', config: { longMessages: 'payload' } },
} as const

let subscriber = 0
function nextNumber(link: keyof typeof LINKS = 'main'): string {
  subscriber += 1
  return `${LINKS[link].prefix}${String(subscriber).padStart(3, '0')}100`
}

describe("a network on Perl's Net::SMPP", { skip: withoutNetSmpp }, () => {
  let smscs: Map<string, NetSmppSmsc>
  let deployment: Deployment
  let gateway: SmppGateway
  let account: Account
  let esme: Esme
  let session: EsmeSession
  const smsc = (link: keyof typeof LINKS = 'main') => smscs.get(link) as NetSmppSmsc

  before(async () => {
    const names = Object.keys(LINKS) as (keyof typeof LINKS)[]
    smscs = new Map(await Promise.all(names.map(async (name) => [name, await startNetSmppSmsc()] as const)))
    const instances = Object.fromEntries(
      names.map((name) => {
        const link = {
          hosts: [`127.0.0.1:${smsc(name).port}`],
          systemId: 'gateway',
          password: SMSC_PASSWORD,
          reconnectMinMs: 100,
          reconnectMaxMs: 400,
          refusedRetryMs: 500,
          enquireLinkMs: 500,
          ...LINKS[name].config,
        }
        return [name, { use: '@heliograph/carrier-smpp', config: { links: { only: link } } }]
      }),
    )
    deployment = await createDeployment({
      instances,
      sections: {
        routes: { default: { links: ['main'] }, ...Object.fromEntries(names.map((name) => [name, { links: [name] }])) },
        routing: names.map((name) => ({ when: { to: [LINKS[name].prefix] }, route: name })),
        dispatch: { retryDelaysSeconds: [1] },
      },
    })
    account = await deployment.addAccount({ name: 'Peer', number: '27820009999' })
    gateway = await deployment.start()
    esme = startNpmSmppEsme()
    const { systemId, password } = account
    session = await esme.bind({ port: gateway.smppPort, type: 'transceiver', systemId, password })
    assert.equal(session.status, 0)
  })
  after(async () => {
    await esme?.stop()
    await deployment?.remove()
    await Promise.all([...(smscs?.values() ?? [])].map((each) => each.stop()))
  })

  const send = async (to: string, text: string, long?: 'payload'): Promise<string> => {
    const { status, messageId } = await session.submit({ from: 'Sender', to, text, ...(long && { long }) })
    assert.equal(status, 0)
    return messageId
  }
  const submitsTo = (link: keyof typeof LINKS, to: string, count = 1) =>
    smsc(link).submits.waitForCount(count, ({ fields }) => fields.destination_addr === to)
  const receiptFrom = async (to: string) => {
    const delivery = await session.deliveries.waitFor((each) => each.from === to)
    return readReceipt(delivery)
  }

  test('binds as configured', async () => {
    const bind = await smsc().binds.waitFor(() => true)
    assert.equal(bind.command, 'bind_transceiver')
    assert.equal(bind.fields.system_id, 'gateway')
    assert.equal(bind.fields.interface_version, 0x34)
    const pair = await smsc('pair').binds.waitForCount(2)
    assert.deepEqual(pair.map(({ command }) => command).sort(), ['bind_receiver', 'bind_transmitter'])
  })

  for (const link of ['main', 'pair'] as const) {
    describe(`by the link ${link}`, () => {
      for (const ids of ['decimal', 'hex'] as const) {
        test(`sends a message and finds its receipt, with ${ids} ids in answers and decimal ids in receipts`, async () => {
          smsc(link).setBehaviour({ ids })
          const to = nextNumber(link)
          const messageId = await send(to, 'Hello @ €')
          const [submit] = await submitsTo(link, to)
          assert.equal(textOf(submit as NetSmppPdu), 'Hello @ €')
          assert.equal(submit?.fields.source_addr, account.number)
          assert.equal(submit?.fields.registered_delivery, 1)
          assert.deepEqual({ ...(await receiptFrom(to)) }, { id: messageId, stat: 'DELIVRD', err: '000' })
        })
      }

      test('takes an SMS from a subscriber, and a long one whose parts come last first', async () => {
        for (const text of ['Ответ', LONG_GSM]) {
          const from = nextNumber(link)
          const answers = await smsc(link).sendIncoming({ from, to: account.number, text })
          assert.deepEqual(
            answers.map(({ command, status }) => [command, status]),
            answers.map(() => ['deliver_sm_resp', 0]),
          )
          const delivery = await session.deliveries.waitFor((each) => each.from === from)
          assert.equal(delivery.text, text)
        }
      })
    })
  }

  for (const { name, text } of [
    { name: 'GSM 03.38', text: LONG_GSM },
    { name: 'UCS-2', text: LONG_UCS2 },
  ]) {
    test(`sends a long text in ${name} in parts with a header`, async () => {
      const to = nextNumber()
      const messageId = await send(to, text, 'payload')
      const parts = await submitsTo('main', to, 3)
      assert.equal(new Set(parts.map((part) => headerOf(part).slice(0, -4))).size, 1, 'one reference and total')
      assert.deepEqual(parts.map((part) => headerOf(part).slice(-4)).sort(), ['0301', '0302', '0303'])
      assert.equal(inOrder(parts, headerOf).map(textOf).join(''), text)
      assert.equal((await receiptFrom(to))?.id, messageId)
    })

    test(`sends a long text in ${name} in parts with SAR parameters`, async () => {
      const to = nextNumber('sar')
      await send(to, text, 'payload')
      const parts = await submitsTo('sar', to, 3)
      const sarOf = ({ tlvs }: NetSmppPdu) => `${tlvs.sar_total_segments}${tlvs.sar_segment_seqnum}`
      assert.deepEqual(parts.map(sarOf).sort(), ['0301', '0302', '0303'])
      assert.equal(new Set(parts.map(({ tlvs }) => tlvs.sar_msg_ref_num)).size, 1)
      assert.equal(inOrder(parts, sarOf).map(textOf).join(''), text)
      assert.equal((await receiptFrom(to))?.stat, 'DELIVRD')
    })

    test(`sends a long text in ${name} whole in message_payload`, async () => {
      const to = nextNumber('payload')
      await send(to, text, 'payload')
      const [submit] = await submitsTo('payload', to)
      assert.equal(submit?.octets.short_message, '')
      assert.equal(textOf(submit as NetSmppPdu), text)
      assert.equal((await receiptFrom(to))?.stat, 'DELIVRD')
    })
  }

  test('sends again what was throttled', async () => {
    smsc().setBehaviour({ status: 0x58 })
    const to = nextNumber()
    await send(to, 'Throttled')
    await submitsTo('main', to)
    smsc().setBehaviour({})
    assert.equal((await receiptFrom(to))?.stat, 'DELIVRD')
  })

  test('what the network refuses for good is told to the client', async () => {
    smsc().setBehaviour({ status: 0x0b })
    const to = nextNumber()
    await send(to, 'Refused')
    const receipt = await receiptFrom(to)
    smsc().setBehaviour({})
    assert.ok(receipt?.stat === 'REJECTD' || receipt?.stat === 'UNDELIV', receipt?.stat)
    assert.equal((await submitsTo('main', to)).length, 1)
  })

  for (const [what, lose] of [
    ['unbinds', (link: NetSmppSmsc['links'][number]) => link.request('unbind')],
    ['cuts the connection', async (link: NetSmppSmsc['links'][number]) => link.close()],
    ['no longer answers enquire_link', async (link: NetSmppSmsc['links'][number]) => link.silence(true)],
  ] as const) {
    test(`binds again when the network ${what}`, async () => {
      const [link] = smsc().links
      assert.ok(link)
      const before = smsc().binds.all.length
      await lose(link)
      await link.closed
      await smsc().binds.waitForCount(before + 1)
      const to = nextNumber()
      await send(to, 'After the loss')
      assert.equal((await receiptFrom(to))?.stat, 'DELIVRD')
      assert.equal((await submitsTo('main', to)).length, 1)
    })
  }

  test('a bind that is refused is tried again, and the messages wait', async () => {
    smsc().setBehaviour({ password: 'another' })
    const before = smsc().binds.all.length
    for (const link of smsc().links) link.close()
    await smsc().binds.waitForCount(before + 2)
    const to = nextNumber()
    await send(to, 'Waits')
    assert.deepEqual(
      smsc().submits.all.filter(({ fields }) => fields.destination_addr === to),
      [],
    )
    smsc().setBehaviour({})
    assert.equal((await receiptFrom(to))?.stat, 'DELIVRD')
  })

  test('a gateway that stops unbinds', async () => {
    await gateway.stop()
    await smsc().others.waitFor(({ command }) => command === 'unbind')
    await until(
      async () => smsc().links.length,
      (open) => open === 0,
      WAIT_LIMIT_MS,
    )
    gateway = await deployment.start()
  })
})

/** Text of a submit without its header. */
function textOf({ fields, octets, tlvs }: NetSmppPdu): string {
  const message = Buffer.from(tlvs.message_payload ?? octets.short_message ?? '', 'hex')
  const hasHeader = (Number(fields.esm_class) & 0x40) !== 0
  const body = hasHeader ? message.subarray(1 + (message[0] ?? 0)) : message
  return decodeText({ dataCoding: Number(fields.data_coding), octets: body })
}

/** The header of a part in hexadecimal; it ends in the total and the number of the part. */
function headerOf({ octets }: NetSmppPdu): string {
  const message = Buffer.from(octets.short_message ?? '', 'hex')
  return message.subarray(0, 1 + (message[0] ?? 0)).toString('hex')
}

function inOrder(parts: readonly NetSmppPdu[], keyOf: (part: NetSmppPdu) => string): readonly NetSmppPdu[] {
  return [...parts].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
