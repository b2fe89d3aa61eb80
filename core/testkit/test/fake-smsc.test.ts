import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { concatenationHeader, dataCodingOf, encodeText, joinUserData, STATUS } from '@heliograph/smpp'
import {
  type FakeSmsc,
  type FakeSmscOptions,
  formatNetworkId,
  type IdFormat,
  type ReceiptBehaviour,
  SMSC_FATES,
  type SubmitBehaviour,
  startFakeSmsc,
} from '../src/index.ts'
import { CERTIFICATE } from './fixtures/certificate.ts'
import { exchange } from './fixtures/raw-client.ts'
import { answerOf, bindClient, type SmppClient, type SmppClientOptions } from './fixtures/smpp-client.ts'

const open: { smsc?: FakeSmsc; clients: SmppClient[] } = { clients: [] }

async function start(options: FakeSmscOptions = {}): Promise<FakeSmsc> {
  open.smsc = await startFakeSmsc({ redeliverMs: 1, ...options })
  return open.smsc
}

async function client(over: Partial<SmppClientOptions> = {}): Promise<SmppClient> {
  const made = await bindClient({ port: open.smsc?.port ?? 0, ...over })
  open.clients.push(made)
  return made
}

afterEach(async () => {
  for (const { session } of open.clients) session.destroy('end of the test')
  open.clients = []
  await open.smsc?.stop()
})

const address = (number: string) => ({ ton: 1, npi: 1, address: number })
const to = (number: string) => ({ destination: address(number) })

describe('binds', () => {
  const refusals: readonly [string, FakeSmscOptions, number][] = [
    ['another system id', { systemId: 'somebody' }, STATUS.RINVSYSID],
    ['another password', { password: 'else' }, STATUS.RINVPASWD],
    ['every bind', { refuseBinds: STATUS.RBINDFAIL }, STATUS.RBINDFAIL],
  ]
  for (const [what, options, status] of refusals) {
    test(`are refused: ${what}`, async () => {
      const smsc = await start(options)
      await assert.rejects(client(), { message: `bind ${status}` })
      assert.deepEqual([smsc.counts.binds, smsc.counts.bindsRefused], [0, 1])
      Object.assign(smsc.settings, { systemId: null, password: null, refuseBinds: 0 })
      await client()
    })
  }

  test('are limited in number, and known by their fields', async () => {
    const smsc = await start({ maxBinds: 1 })
    await client({ bind: 'bind_receiver' })
    await assert.rejects(client(), { message: `bind ${STATUS.RBINDFAIL}` })
    const [bind] = smsc.binds
    assert.deepEqual([bind?.systemId, bind?.password, bind?.kind, bind?.isOpen], ['client', 'secret', 'receiver', true])
  })

  test('end with unbind of either side', async () => {
    const smsc = await start()
    const first = await client()
    assert.equal((await first.session.unbind()).kind, 'unbound')
    const second = await client()
    smsc.unbind()
    assert.equal((await second.session.closed).kind, 'peer-unbound')
    await smsc.until('both to be gone', () => smsc.binds.every(({ isOpen }) => !isOpen))
  })

  test('are noticed as gone when enquire_link is not answered', async () => {
    const smsc = await start({ ignoreEnquireLinks: true })
    const { session } = await client({ enquireLinkMs: 100 })
    assert.equal((await session.closed).kind, 'silent')
    assert.equal(smsc.binds[0]?.enquireLinks, 2)
  })

  test('are needed to submit, and a receiver may not', async () => {
    await start()
    const { submit } = await client({ bind: 'bind_receiver' })
    assert.equal(answerOf(await submit()), STATUS.RINVBNDSTS)
  })
})

describe('submits', () => {
  test('are recorded as they came, and decoded', async () => {
    const smsc = await start()
    const { submit } = await client()
    await submit({ serviceType: 'CMT', validityPeriod: '000000010000000R' })
    await submit({ shortMessage: encodeText('\u4f60\u597d', 'ucs2'), dataCoding: 8 })
    await submit({ shortMessage: Buffer.from([0xca, 0xfe]), dataCoding: 4 })
    await submit({ tlvs: { messagePayload: Buffer.from('payload') }, shortMessage: Buffer.alloc(0) })
    await submit({ dataCoding: 0x10 })
    const seen = smsc.received.map(({ encoding, flash, text }) => [text, encoding, flash])
    assert.deepEqual(seen, [
      ['Hello', 'gsm', false],
      ['\u4f60\u597d', 'ucs2', false],
      ['CAFE', 'binary', false],
      ['payload', 'gsm', false],
      ['Hello', 'gsm', true],
    ])
    const [first] = smsc.received
    assert.deepEqual(
      [first?.from, first?.to, first?.status, first?.messageId, first?.octets],
      ['27820001234', '27821234567', 0, '1000000001', 5],
    )
    assert.ok(first && 'serviceType' in first.pdu && first.pdu.serviceType === 'CMT')
  })

  test('of long messages are put together, by header or SAR parameters, in any order', async () => {
    const smsc = await start()
    const { submit } = await client()
    const part = (number: number, bits: 8 | 16) => {
      const header = concatenationHeader(7, 2, number, bits)
      return { esmClass: 0x40, shortMessage: joinUserData(header, Buffer.from(`part ${number} `)) }
    }
    const sar = (number: number) => ({
      shortMessage: Buffer.from(`sar ${number} `),
      tlvs: { sarMsgRefNum: 7, sarTotalSegments: 2, sarSegmentSeqnum: number },
      ...to('27821234568'),
    })
    for (const over of [part(2, 8), sar(1), part(1, 16), sar(2)]) await submit(over)
    assert.deepEqual(
      smsc.texts.map(({ submits, text }) => [text, submits.length]),
      [
        ['part 1 part 2 ', 2],
        ['sar 1 sar 2 ', 2],
      ],
    )
    assert.deepEqual(smsc.received[0]?.segment, { reference: 7, total: 2, part: 2 })
    assert.deepEqual(smsc.received[0]?.userDataHeader, '0003070202')
  })

  test('keep their order, and the window of the client is seen', async () => {
    const smsc = await start({ behaviour: { otherwise: { delayMs: 5 } } })
    const { submit } = await client({ window: 7 })
    await Promise.all(Array.from({ length: 40 }, (_, index) => submit({ shortMessage: Buffer.from(`${index}`) })))
    assert.deepEqual(
      smsc.texts.map(({ text }) => Number(text)),
      Array.from({ length: 40 }, (_, index) => index),
    )
    const [bind] = smsc.binds
    assert.deepEqual([bind?.mostUnanswered, bind?.unanswered, bind?.submits, bind?.sequenceFaults], [7, 0, 40, 0])
  })

  test('above the window of the network are throttled', async () => {
    const smsc = await start({ window: 2, behaviour: { otherwise: { delayMs: 5 } } })
    const { submit } = await client({ window: 3 })
    const outcomes = await Promise.all([submit(), submit(), submit()])
    assert.deepEqual(outcomes.map(answerOf), ['1000000001', '1000000002', STATUS.RTHROTTLED])
    assert.equal(smsc.counts.throttled, 1)
  })

  test('above the rate are throttled', async () => {
    const smsc = await start({ rate: 3 })
    const { submit } = await client()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => submit()))
    assert.deepEqual(outcomes.map(answerOf).slice(2), ['1000000003', STATUS.RTHROTTLED, STATUS.RTHROTTLED])
    assert.deepEqual([smsc.counts.accepted, smsc.counts.throttled], [3, 2])
  })

  const endings: readonly [string, SubmitBehaviour, string | number, Partial<Record<string, number>>][] = [
    ['a refusal', { status: STATUS.RINVDSTADR }, STATUS.RINVDSTADR, { refused: 1 }],
    ['a status nobody has heard of', { status: 0x499 }, 0x499, { refused: 1 }],
    ['generic_nack', { nack: true }, STATUS.RSYSERR, { refused: 1 }],
    ['no answer', { noResponse: true }, 'lost', { accepted: 1, unanswered: 1 }],
    ['a cut before it is taken', { drop: true }, 'lost', { dropped: 1, accepted: 0 }],
    ['a cut in the middle of the answer', { drop: 'middle' }, 'lost', { accepted: 1 }],
    ['a cut after the answer', { drop: 'after' }, '1000000001', { accepted: 1 }],
    ['an answer without an id', { messageId: () => '' }, '', { accepted: 1 }],
    ['garbage', { garbage: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n') }, 'lost', { accepted: 1 }],
  ]
  for (const [what, behaviour, answer, counts] of endings) {
    test(`are met by ${what}`, async () => {
      const smsc = await start()
      smsc.script(behaviour)
      const { submit } = await client()
      const outcome = submit({ registeredDelivery: 0 })
      if (behaviour.noResponse) {
        await smsc.until('the submit', () => smsc.counts.unanswered === 1)
        smsc.dropConnections()
      }
      assert.equal(answerOf(await outcome), answer)
      for (const [name, count] of Object.entries(counts)) assert.equal(smsc.counts[name as 'submits'], count, name)
      assert.equal(smsc.waitingScript, 0)
    })
  }

  test('are met as the script, a function, their recipient or nothing says', async () => {
    const smsc = await start({
      behaviour: {
        by: ({ text }) => (text === 'by text' ? { status: 1 } : undefined),
        bySuffix: { 77: { status: 2 }, 777: { status: 3, forFirst: 1 } },
        otherwise: { status: 4 },
      },
    })
    smsc.script({ status: 5 })
    const { submit } = await client()
    const send = async (text: string, number: string) =>
      answerOf(await submit({ shortMessage: Buffer.from(text), ...to(number) }))
    assert.deepEqual(
      [
        await send('by text', '2782777'),
        await send('by text', '2782777'),
        await send('x', '2782677'),
        await send('x', '2782777'),
        await send('x', '2782777'),
        await send('x', '2782'),
      ],
      [5, 1, 2, 3, '1000000001', 4],
    )
    smsc.setBehaviour({})
    assert.equal(await send('x', '2782677'), '1000000002')
  })

  test('to the recipients of the simulator meet the same fates', async () => {
    const smsc = await start({ behaviour: { bySuffix: SMSC_FATES } })
    const { delivers, submit } = await client()
    assert.equal(answerOf(await submit(to('27821234904'))), STATUS.RINVDSTADR)
    for (let count = 0; count < 3; count += 1)
      assert.equal(answerOf(await submit(to('27821234905'))), STATUS.RTHROTTLED)
    assert.equal(answerOf(await submit(to('27821234906'))), '1000000001')
    await submit(to('27821234907'))
    await submit(to('27821234901'))
    const receipts = (await delivers(2)).map(({ shortMessage }) => shortMessage.toString())
    assert.match(receipts[1] ?? '', /stat:UNDELIV err:027/)
    assert.equal(smsc.counts.receiptsSent, 2)
  })

  test('by data_sm and submit_multi are taken too, and query_sm knows them', async () => {
    const smsc = await start()
    const { session, delivers } = await client()
    const multi = await session.request({
      command: 'submit_multi',
      source: address('27820001234'),
      destinations: [address('27821111111'), address('27822222222')],
      registeredDelivery: 1,
      shortMessage: Buffer.from('many'),
    })
    const data = await session.request({
      command: 'data_sm',
      source: address('27820001234'),
      destination: address('27823333333'),
      dataCoding: dataCodingOf('gsm', false),
      tlvs: { messagePayload: Buffer.from('data') },
    })
    assert.deepEqual([answerOf(multi), answerOf(data)], ['1000000001', '1000000002'])
    assert.deepEqual(
      (await delivers(2)).map(({ source }) => source.address),
      ['27821111111', '27822222222'],
    )
    assert.deepEqual(
      smsc.texts.map(({ text }) => text),
      ['many', 'data'],
    )
    const query = await session.request({ command: 'query_sm', messageId: '1000000001' })
    assert.ok(query.kind === 'response' && 'messageState' in query.pdu && query.pdu.messageState === 2)
    const cancel = await session.request({ command: 'cancel_sm', messageId: '1000000001' })
    assert.equal(answerOf(cancel), STATUS.RCANCELFAIL)
  })
})

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
    const smsc = await start()
    const { delivers, events, submit } = await client()
    smsc.script(
      { receipt: { before: true }, delayMs: 5 },
      { receipt: { delayMs: 30 } },
      { receipt: { times: 2 } },
      { receipt: { intermediate: true } },
    )
    await Promise.all([submit(), submit(), submit(), submit()])
    const got = await delivers(6)
    assert.deepEqual(events.slice(0, 1), ['deliver id:1000000001'])
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

describe('ids', () => {
  const LARGE = 9_308_878_062_554_710_043n
  const spellings: readonly [IdFormat, bigint, string][] = [
    ['decimal', LARGE, '9308878062554710043'],
    ['hex', LARGE, '812FC7470000001B'],
    ['lower-hex', LARGE, '812fc7470000001b'],
    ['zero-padded', 913_121_205n, '00000000000913121205'],
    ['uuid', 0x1b7n, '0e999f21-0000-4000-0000-0000000001b7'],
  ]
  for (const [format, number, text] of spellings) {
    test(`are written as ${format}`, async () => {
      assert.equal(formatNetworkId(number, format), text)
      await start({ firstId: number, idFormat: format })
      const { submit } = await client()
      assert.equal(answerOf(await submit()), text)
    })
  }
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

describe('a client that misbehaves', () => {
  test('is told, and heard on where that is possible', async () => {
    const smsc = await start()
    const pdus = await exchange(
      smsc.port,
      [
        { command: 'submit_sm', sequenceNumber: 1 },
        { command: 'bind_receiver', sequenceNumber: 2, systemId: 'again' },
        { command: 'outbind', sequenceNumber: 3 },
        { command: 'deliver_sm_resp', sequenceNumber: 99 },
        { command: 'enquire_link', sequenceNumber: 4 },
      ],
      4,
    )
    assert.deepEqual(
      pdus.map(({ command, commandStatus }) => [command, commandStatus]),
      [
        ['submit_sm_resp', 0],
        ['bind_receiver_resp', STATUS.RALYBND],
        ['generic_nack', STATUS.RINVCMDID],
        ['enquire_link_resp', 0],
      ],
    )
    assert.deepEqual([smsc.counts.protocolErrors, smsc.binds[0]?.sequenceFaults], [2, 0])
  })

  test('is cut off when it speaks no SMPP', async () => {
    const smsc = await start()
    const socket = connect(smsc.port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    assert.equal(smsc.counts.protocolErrors, 1)
    await client()
  })
})

test('TLS is spoken when there is a certificate', async () => {
  const { cert, key } = CERTIFICATE
  await start({ tls: { key, cert } })
  const { submit } = await client({ ca: cert })
  assert.equal(answerOf(await submit()), '1000000001')
})

describe('what is kept', () => {
  test('is the last so many, or nothing', async () => {
    const smsc = await start({ keep: 2 })
    const { delivers, submit } = await client()
    for (let count = 0; count < 7; count += 1) await submit()
    await delivers(7)
    assert.deepEqual(
      smsc.received.map(({ messageId }) => messageId),
      ['1000000006', '1000000007'],
    )
    assert.deepEqual([smsc.texts.length, smsc.deliveries.length, smsc.counts.submits], [2, 2, 7])
  })

  test('nothing with 0', async () => {
    const smsc = await start({ keep: 0 })
    const { submit } = await client()
    await submit()
    assert.deepEqual([smsc.received, smsc.texts, smsc.deliveries], [[], [], []])
  })
})

test('waiting too long says for what', async () => {
  const smsc = await start()
  await assert.rejects(
    smsc.until('a miracle', () => false, 1),
    { message: 'Waited too long for a miracle' },
  )
})
