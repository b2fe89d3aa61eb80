import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError, type NetworkReceipt } from '@heliograph/contracts'
import { canonicalNetworkId, networkIdCandidates } from '@heliograph/messaging'
import { encodePdu, STATUS } from '@heliograph/smpp'
import type { IdFormat, ReceiptBehaviour } from '@heliograph/testkit'
import { acceptedIds, createCarrier, type Harness, linkTo, textOf, until, withSmsc } from './harness.ts'
import { startHostileSmsc } from './hostile-smsc.ts'

const FROM = '27820001234'
const TO = '27831234567'

/** Receipts that the engine would match with the id of an answer. */
function receiptsFor(receipts: readonly NetworkReceipt[], answered: string): readonly NetworkReceipt[] {
  return receipts.filter(({ networkId }) => networkIdCandidates(networkId).includes(canonicalNetworkId(answered)))
}

const received = ({ gateway }: Harness, count: number) =>
  until(`${count} receipts`, () => gateway.receipts.length >= count)

test('a receipt is acknowledged when the gateway has it, not before', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { receipt: false } } } }, async ({ smsc, gateway }) => {
    let open = (): void => undefined
    gateway.gate = new Promise((resolve) => {
      open = resolve
    })
    const sent = smsc.sendReceipt({ messageId: '1', from: FROM, to: TO })
    await until('the receipt', () => gateway.waiting === 1)
    // Whatever arrives in between, the SMSC has no answer yet.
    smsc.binds[0]?.send({ command: 'enquire_link' })
    await until('an answer to something else', () => smsc.deliveries.length === 1)
    assert.deepEqual(smsc.deliveries[0]?.answers, [])
    open()
    const [delivery] = await sent
    assert.deepEqual(delivery?.answers, [STATUS.ROK])
    const { carrier, networkId, status, to } = gateway.receipts[0] as NetworkReceipt
    assert.deepEqual(
      { carrier, networkId, status, to },
      { carrier: 'operator', networkId: '1', status: 'delivered', to: TO },
    )
  }))

test('what the gateway cannot take is refused for now, and taken when it comes again', () =>
  withSmsc({ smsc: { redeliverMs: 1 } }, async (harness) => {
    const { smsc, gateway, metrics, log } = harness
    gateway.failure = new GatewayError('unavailable', 'database', 'Try again later')
    const sent = Promise.all([
      smsc.sendReceipt({ messageId: '1', from: FROM, to: TO }),
      smsc.sendIncoming({ from: TO, to: FROM, text: 'Hi' }),
    ])
    await until(
      'refusals',
      () => smsc.deliveries.every(({ answers }) => answers.length > 2) && smsc.deliveries.length === 2,
    )
    gateway.failure = undefined
    await sent
    for (const { answers } of smsc.deliveries) {
      assert.equal(answers.at(-1), STATUS.ROK)
      assert.ok(answers.slice(0, -1).every((answer) => answer === STATUS.RX_T_APPN))
    }
    assert.equal(gateway.receipts.length, 1)
    assert.equal(gateway.incomings.length, 1)
    assert.equal(gateway.incomings[0]?.mayBeRepeated, true)
    assert.ok(metrics.value('smpp_link_deliveries', { link: 'main', result: 'refused' }) >= 4)
    // One line, however often it happens.
    assert.equal(log.at('warn').length, 1)
  }))

test('what the gateway will never take is acknowledged', () =>
  withSmsc({}, async ({ smsc, gateway }) => {
    gateway.failure = new GatewayError('invalid', 'bad-network-id', 'No such id')
    const [[receipt], [incoming]] = await Promise.all([
      smsc.sendReceipt({ messageId: '1', from: FROM, to: TO }),
      smsc.sendIncoming({ from: TO, to: FROM, text: 'Hi' }),
    ])
    assert.deepEqual([receipt?.answers, incoming?.answers], [[STATUS.ROK], [STATUS.ROK]])
  }))

test('receipt before response', () =>
  withSmsc({}, async (harness) => {
    const { smsc, gateway, submit } = harness
    smsc.script({ delayMs: 20, receipt: { before: true } })
    const outcome = submit()
    await received(harness, 1)
    const [id] = acceptedIds(await outcome)
    assert.equal(receiptsFor(gateway.receipts, id as string).length, 1)
  }))

test('doubled receipt: both are handed over and acknowledged', () =>
  withSmsc({}, async (harness) => {
    const { smsc, gateway, submit } = harness
    smsc.script({ receipt: { times: 2 } })
    const [id] = acceptedIds(await submit())
    await received(harness, 2)
    assert.equal(receiptsFor(gateway.receipts, id as string).length, 2)
    await smsc.until('acknowledgements', () => smsc.counts.deliveriesAcknowledged === 2)
  }))

test('receipt for one part of three failed', () =>
  withSmsc({ link: { errorCodes: 'registry' } }, async (harness) => {
    const { smsc, gateway, submit } = harness
    smsc.script({}, { receipt: { stat: 'UNDELIV', error: '027' } }, {})
    const ids = acceptedIds(await submit(textOf(3)))
    await received(harness, 3)
    assert.deepEqual(
      ids.map((id) => receiptsFor(gateway.receipts, id).map(({ status, errorId }) => [status, errorId])),
      [[['delivered', null]], [['undeliverable', 27]], [['delivered', null]]],
    )
  }))

const ID_ROWS: readonly (readonly [name: string, answer: IdFormat, receipt: IdFormat, firstId: bigint])[] = [
  ['hexadecimal receipts for decimal ids above 2^63', 'decimal', 'hex', 9_308_878_062_554_710_043n],
  ['decimal receipts for hexadecimal ids above 2^63', 'hex', 'decimal', 9_308_878_062_554_710_043n],
  ['hexadecimal in the other case', 'hex', 'lower-hex', 0xabc_def0_1234_5678n],
  ['id with leading zeros in the receipt', 'decimal', 'zero-padded', 913_121_205n],
  ['id with leading zeros in the answer', 'zero-padded', 'decimal', 913_121_205n],
  ['UUID ids', 'uuid', 'uuid', 77n],
]

for (const [name, answer, receipt, firstId] of ID_ROWS) {
  for (const idFormat of ['auto', answer === 'decimal' && receipt === 'hex' ? 'hex' : 'string']) {
    test(`${name}, ${idFormat}`, () =>
      withSmsc({ link: { idFormat }, smsc: { firstId } }, async (harness) => {
        const { smsc, gateway, submit } = harness
        smsc.setBehaviour({ otherwise: { messageId: answer, receipt: { idFormat: receipt } } })
        const ids: string[] = []
        // Enough for a link to learn the format.
        for (let count = 1; count <= 60; count += 1) {
          ids.push(...acceptedIds(await submit()))
          await received(harness, count)
        }
        for (const id of ids) assert.equal(receiptsFor(gateway.receipts, id).length, 1, id)
        if (idFormat !== 'auto') return
        // It has learnt the format: ids are now already in the spelling of the answers.
        assert.equal(canonicalNetworkId(gateway.receipts.at(-1)?.networkId ?? ''), canonicalNetworkId(ids.at(-1) ?? ''))
      }))
  }
}

test('receipt from another link with the same id: named with carrier and link', () =>
  withSmsc({ others: { backup: { systemId: 'other' } } }, async (harness) => {
    const { smsc, gateway, submit } = harness
    smsc.script({ receipt: { fromOtherLink: true } })
    const [id] = acceptedIds(await submit())
    await received(harness, 1)
    const [receipt] = receiptsFor(gateway.receipts, id as string)
    assert.equal(receipt?.carrier, 'operator')
    assert.equal(receipt?.link, 'backup')
    assert.equal(receipt?.to, TO)
  }))

const FORMS: readonly (readonly [name: string, receipt: ReceiptBehaviour, status: string])[] = [
  ['text only', { form: 'text' }, 'delivered'],
  ['parameters only', { form: 'tlv' }, 'delivered'],
  ['in message_payload', { form: 'text', payload: true }, 'delivered'],
  ['expired', { stat: 'EXPIRED' }, 'expired'],
  ['a state nobody knows', { form: 'text', stat: 'GONEFSH' }, 'enroute'],
]

for (const [name, receipt, status] of FORMS) {
  test(`receipts: ${name}`, () =>
    withSmsc({ smsc: { behaviour: { otherwise: { receipt } } } }, async (harness) => {
      const { gateway, submit } = harness
      const [id] = acceptedIds(await submit())
      await received(harness, 1)
      const [found] = receiptsFor(gateway.receipts, id as string)
      assert.equal(found?.status, status)
    }))
}

test('intermediate receipts come before the final one', () =>
  withSmsc({ smsc: { behaviour: { otherwise: { receipt: { intermediate: true } } } } }, async (harness) => {
    acceptedIds(await harness.submit())
    await received(harness, 2)
    assert.deepEqual(
      harness.gateway.receipts.map(({ status }) => status),
      ['enroute', 'delivered'],
    )
  }))

test('receipts that say nothing are acknowledged, counted and complained of once; unknown ids are not our business', () =>
  withSmsc({}, async ({ smsc, gateway, metrics, log }) => {
    for (const garbage of [true, 'id: stat:', '\0\0\0', 'stat:DELIVRD'] as const) {
      const [delivery] = await smsc.sendReceipt({ messageId: 'x', from: FROM, to: TO, garbage })
      assert.deepEqual(delivery?.answers, [STATUS.ROK])
    }
    assert.equal(gateway.receipts.length, 0)
    assert.equal(metrics.value('smpp_link_deliveries', { link: 'main', result: 'malformed' }), 4)
    assert.equal(log.at('warn').length, 1)
    await smsc.sendReceipt({ messageId: 'never-seen', from: FROM, to: TO })
    assert.equal(gateway.receipts.length, 1)
  }))

for (const concatenation of ['udh8', 'udh16', 'sar'] as const) {
  test(`a long incoming SMS as ${concatenation}: every part with its place, in any order`, () =>
    withSmsc({}, async ({ smsc, gateway }) => {
      const text = 'Lorem ipsum '.repeat(30)
      await smsc.sendIncoming({ from: TO, to: FROM, text, concatenation, reference: 200, order: [3, 1, 2, 1] })
      assert.deepEqual(
        gateway.incomings.map(({ segment }) => segment),
        [3, 1, 2, 1].map((part) => ({ reference: 200, total: 3, part })),
      )
      const inOrder = gateway.incomings.slice(0, 3).sort((a, b) => (a.segment?.part ?? 0) - (b.segment?.part ?? 0))
      assert.equal(inOrder.map((each) => each.text).join(''), text)
      assert.equal(gateway.incomings[0]?.link, 'main')
      assert.equal(gateway.incomings[0]?.carrier, 'operator')
    }))
}

test('a long incoming SMS in message_payload', () =>
  withSmsc({}, async ({ smsc, gateway }) => {
    const text = 'Привет '.repeat(60)
    await smsc.sendIncoming({ from: TO, to: FROM, text, concatenation: 'payload' })
    assert.equal(gateway.incomings[0]?.text, text)
    assert.equal(gateway.incomings[0]?.segment, undefined)
  }))

test('an incoming SMS may be a repetition right after the connection came up, and not later', () =>
  withSmsc({}, async ({ smsc, gateway, clock }) => {
    await smsc.sendIncoming({ from: TO, to: FROM, text: 'Hi' })
    clock.advance(60_000)
    await smsc.sendIncoming({ from: TO, to: FROM, text: 'Hi' })
    assert.deepEqual(
      gateway.incomings.map(({ mayBeRepeated }) => mayBeRepeated),
      [true, false],
    )
  }))

test('an incoming SMS that arrives together with the answer to the bind may be a repetition', async () => {
  const [source, destination] = [TO, FROM].map((address) => ({ ton: 1, npi: 1, address }))
  const shortMessage = Buffer.from('Hi')
  const smsc = await startHostileSmsc(
    async () => undefined,
    encodePdu({ command: 'deliver_sm', sequenceNumber: 1, source, destination, shortMessage }),
  )
  const carrier = createCarrier({ main: linkTo(smsc) })
  try {
    await carrier.start()
    await until('the SMS', () => carrier.gateway.incomings.length === 1)
    assert.equal(carrier.gateway.incomings[0]?.mayBeRepeated, true)
  } finally {
    await carrier.stop()
    await smsc.stop()
  }
})

test('data_sm brings incoming SMS and receipts as well', () =>
  withSmsc({}, async ({ smsc, gateway }) => {
    const addresses = { source: { ton: 1, npi: 1, address: TO }, destination: { ton: 1, npi: 1, address: FROM } }
    const [bind] = smsc.binds
    bind?.send({ command: 'data_sm', ...addresses, tlvs: { messagePayload: Buffer.from('Hi') } })
    const receipt = { receiptedMessageId: '5', messageState: 2 }
    bind?.send({ command: 'data_sm', ...addresses, esmClass: 4, tlvs: receipt })
    await until('both', () => gateway.incomings.length === 1 && gateway.receipts.length === 1)
    assert.equal(gateway.incomings[0]?.text, 'Hi')
    assert.equal(gateway.receipts[0]?.networkId, '5')
  }))
