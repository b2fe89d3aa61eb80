import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeText, STATUS } from '@heliograph/smpp'
import { createManualClock, type ReceiptBehaviour } from '../src/index.ts'
import { exchange } from './fixtures/raw-client.ts'
import { answerOf, type SmppClient } from './fixtures/smpp-client.ts'
import { useFakeSmsc } from './fixtures/use-fake-smsc.ts'

const { start, client } = useFakeSmsc()

describe('receipts', () => {
  test('come behind the answer, addresses swapped, as text and parameters', async () => {
    await start()
    const { delivers, submit } = await client()
    await submit()
    const [receipt] = await delivers(1)
    assert.match(
      receipt?.shortMessage.toString() ?? '',
      /^id:1000000001 sub:001 dlvrd:001 submit date:\d{10} done date:\d{10} stat:DELIVRD err:000 text:Hello$/,
    )
    assert.deepEqual(
      [receipt?.esmClass, receipt?.source.address, receipt?.destination.address, receipt?.tlvs],
      [4, '27821234567', '27820001234', { receiptedMessageId: '1000000001', messageState: 2 }],
    )
  })

  const forms: readonly [string, ReceiptBehaviour, RegExp, object][] = [
    ['as text only', { form: 'text' }, /^id:1000000001 .*stat:DELIVRD/, {}],
    ['as parameters only', { form: 'tlv' }, /^$/, { receiptedMessageId: '1000000001', messageState: 2 }],
    ['with another word', { stat: 'REJECTD', error: '0FF' }, /stat:REJECTD err:0FF/, { messageState: 8 }],
    ['for another id', { id: 'nobody' }, /^id:nobody /, { receiptedMessageId: 'nobody' }],
    ['in another spelling', { idFormat: 'hex' }, /^id:3B9ACA01 /, { receiptedMessageId: '3B9ACA01' }],
    ['garbled', { garbage: true }, /^Your call/, {}],
    ['with a text of their own', { garbage: 'id:1 stat:MAYBE' }, /^id:1 stat:MAYBE$/, {}],
  ]
  for (const [what, receipt, text, tlvs] of forms) {
    test(`come ${what}`, async () => {
      await start({ behaviour: { otherwise: { receipt } } })
      const { delivers, submit } = await client()
      await submit()
      const [got] = await delivers(1)
      assert.match(got?.shortMessage.toString('latin1') ?? '', text)
      assert.deepEqual({ ...got?.tlvs, ...tlvs }, got?.tlvs)
      assert.equal(Object.keys(tlvs).length === 0, Object.keys(got?.tlvs ?? {}).length === 0)
    })
  }

  test('come in message_payload', async () => {
    await start({ behaviour: { otherwise: { receipt: { payload: true } } } })
    const { delivers, submit } = await client()
    await submit()
    const [got] = await delivers(1)
    assert.equal(got?.shortMessage.length, 0)
    assert.match(got?.tlvs.messagePayload?.toString() ?? '', /^id:1000000001 /)
  })

  test('stand before or behind the answer on the wire', async () => {
    const smsc = await start()
    const submit = (sequenceNumber: number) =>
      ({ command: 'submit_sm', sequenceNumber, registeredDelivery: 1 }) as const
    smsc.script({}, { receipt: { before: true } })
    const pdus = await exchange(smsc.port, [submit(2), submit(3)], 4)
    assert.deepEqual(
      pdus.map(({ command }) => command),
      ['submit_sm_resp', 'deliver_sm', 'deliver_sm', 'submit_sm_resp'],
    )
  })

  test('come early, late, several times and after intermediate ones', async () => {
    const clock = createManualClock()
    const smsc = await start({ clock })
    const { delivers, events, submit } = await client()
    smsc.script(
      { receipt: { before: true }, delayMs: 5 },
      { receipt: { delayMs: 30 } },
      { receipt: { times: 2 } },
      { receipt: { intermediate: true } },
    )
    const answers = Promise.all([submit(), submit(), submit(), submit()])
    await delivers(5)
    assert.deepEqual(events.slice(0, 1), ['deliver id:1000000001'])
    assert.ok(!events.includes('response 1000000001'))
    clock.advance(5)
    await answers
    clock.advance(30)
    const got = await delivers(6)
    assert.deepEqual(events.at(-1), 'deliver id:1000000002')
    assert.deepEqual(
      got
        .filter(({ esmClass }) => esmClass === 0x20)
        .map(({ shortMessage }) => /stat:(\w+)/.exec(`${shortMessage}`)?.[1]),
      ['ENROUTE'],
    )
    assert.equal(smsc.counts.receiptsSent, 6)
  })

  test('of messages that were never answered come all the same', async () => {
    const smsc = await start()
    smsc.script({ noResponse: true })
    const { delivers, session, submit } = await client()
    const outcome = submit()
    assert.equal((await delivers(1)).length, 1)
    session.destroy('enough')
    assert.equal(answerOf(await outcome), 'lost')
  })

  const asked: readonly [number, string, boolean][] = [
    [0, 'DELIVRD', false],
    [1, 'UNDELIV', true],
    [2, 'DELIVRD', false],
    [2, 'UNDELIV', true],
    [3, 'DELIVRD', true],
    [3, 'UNDELIV', false],
  ]
  test('come for what was asked', async () => {
    const smsc = await start()
    const { submit } = await client()
    for (const [registeredDelivery, stat, comes] of asked) {
      const before = smsc.counts.receiptsSent
      smsc.script({ receipt: { stat } })
      await submit({ registeredDelivery })
      assert.equal(smsc.counts.receiptsSent - before, comes ? 1 : 0, `${registeredDelivery} ${stat}`)
    }
  })

  test('go to a receiver of the same system id, or by another link on request', async () => {
    const smsc = await start()
    const transmitter = await client({ bind: 'bind_transmitter' })
    await transmitter.submit()
    assert.equal(smsc.waitingDeliveries, 1)
    const other = await client({ systemId: 'other' })
    const receiver = await client({ bind: 'bind_receiver' })
    assert.equal((await receiver.delivers(1)).length, 1)
    smsc.script({ receipt: { fromOtherLink: true } })
    await transmitter.submit()
    assert.equal((await other.delivers(1)).length, 1)
    assert.deepEqual([transmitter.delivered.length, receiver.delivered.length], [0, 1])
  })

  test('that a client cannot take now come again, those it never takes do not', async () => {
    const statuses = [STATUS.RX_T_APPN, STATUS.RSYSERR, STATUS.ROK, STATUS.RX_P_APPN]
    const smsc = await start()
    const { submit } = await client({
      onDeliver: (_, respond) => respond({ commandStatus: statuses.shift() ?? STATUS.ROK }),
    })
    await submit()
    await smsc.until('the receipt to be taken', () => smsc.deliveries[0]?.state === 'acknowledged')
    await submit()
    await smsc.until('the receipt to be refused', () => smsc.deliveries[1]?.state === 'refused')
    assert.deepEqual(
      smsc.deliveries.map(({ answers }) => answers),
      [[STATUS.RX_T_APPN, STATUS.RSYSERR, STATUS.ROK], [STATUS.RX_P_APPN]],
    )
    assert.deepEqual([smsc.counts.deliveriesAcknowledged, smsc.counts.deliveriesRefused], [1, 3])
  })

  test('that were unanswered when a connection broke come again by the next', async () => {
    const smsc = await start()
    const silent = await client({ onDeliver: () => {} })
    await silent.submit()
    await silent.delivers(1)
    smsc.dropConnections()
    await silent.session.closed
    const next = await client()
    await next.delivers(1)
    await smsc.until('the receipt to be taken', () => smsc.deliveries[0]?.state === 'acknowledged')
    assert.deepEqual(smsc.deliveries[0]?.answers, ['lost', 0])
  })

  test('are held to the delivery window', async () => {
    const answers: (() => void)[] = []
    const smsc = await start({ deliveryWindow: 2 })
    const { submit } = await client({ onDeliver: (_, respond) => answers.push(() => void respond({})) })
    for (let count = 0; count < 5; count += 1) await submit()
    await smsc.until('the window to be full', () => smsc.binds[0]?.undelivered === 2)
    assert.equal(smsc.waitingDeliveries, 3)
    while (smsc.counts.deliveriesAcknowledged < 5) {
      for (const answer of answers.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.equal(smsc.waitingDeliveries, 0)
  })

  test('come out of the blue', async () => {
    const smsc = await start()
    const { delivered } = await client()
    const sent = await smsc.sendReceipt({ messageId: '00FF', from: '27820001234', to: '27821234567', times: 2 })
    assert.deepEqual(
      sent.map(({ state }) => state),
      ['acknowledged', 'acknowledged'],
    )
    assert.deepEqual([delivered[0]?.source.address, delivered[0]?.tlvs.receiptedMessageId], ['27821234567', '00FF'])
  })
})

describe('incoming messages', () => {
  test('are sent and their fate is told', async () => {
    const smsc = await start()
    const { delivered } = await client()
    const [sent] = await smsc.sendIncoming({ from: '27821234567', to: '27820001234', text: 'Hello @ [you]' })
    assert.equal(sent?.state, 'acknowledged')
    assert.deepEqual(
      [delivered[0]?.shortMessage, delivered[0]?.source.address, delivered[0]?.dataCoding, delivered[0]?.esmClass],
      [encodeText('Hello @ [you]', 'gsm'), '27821234567', 0, 0],
    )
  })

  test('wait for a client that is named', async () => {
    const smsc = await start()
    await assert.rejects(smsc.sendIncoming({ from: '1', to: '2', text: 'x' }), /There is no bind/)
    const sent = smsc.sendIncoming({ from: '1', to: '2', text: 'x', systemId: 'client' })
    await client()
    assert.equal((await sent)[0]?.state, 'acknowledged')
  })

  const LONG = `${'x'.repeat(153)}${'y'.repeat(153)}z`
  const cuts: readonly [string, object, (pdu: SmppClient['delivered'][number]) => unknown, unknown[]][] = [
    [
      'udh8',
      { reference: 300 },
      (pdu) => pdu.shortMessage.subarray(0, 7).toString('hex'),
      ['0500032c0301x', '0500032c0302y', '0500032c0303z'],
    ],
    [
      'udh16',
      { reference: 300 },
      (pdu) => pdu.shortMessage.subarray(0, 8).toString('hex'),
      ['060804012c0301x', '060804012c0302y', '060804012c0303z'],
    ],
    [
      'sar',
      { reference: 300, order: [3, 1, 1, 2] },
      ({ tlvs }) => [tlvs.sarMsgRefNum, tlvs.sarTotalSegments, tlvs.sarSegmentSeqnum],
      [
        [300, 3, 3],
        [300, 3, 1],
        [300, 3, 1],
        [300, 3, 2],
      ],
    ],
    ['payload', {}, ({ tlvs }) => tlvs.messagePayload?.length, [307]],
  ]
  for (const [concatenation, over, look, expected] of cuts) {
    test(`that are long are cut by ${concatenation}`, async () => {
      const smsc = await start()
      const { delivered } = await client()
      await smsc.sendIncoming({ from: '1', to: '2', text: LONG, concatenation: concatenation as 'sar', ...over })
      const letters = expected.map((each) =>
        typeof each === 'string' ? each.slice(0, -1) + Buffer.from(each.slice(-1)).toString('hex') : each,
      )
      assert.deepEqual(delivered.map(look), letters)
    })
  }

  test('can be octets', async () => {
    const smsc = await start()
    const { delivered } = await client()
    await smsc.sendIncoming({ from: '1', to: '2', octets: Buffer.from([1, 2, 3]) })
    assert.deepEqual([delivered[0]?.shortMessage, delivered[0]?.dataCoding], [Buffer.from([1, 2, 3]), 4])
  })
})
