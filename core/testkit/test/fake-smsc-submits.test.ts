import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { concatenationHeader, dataCodingOf, encodeText, joinUserData, STATUS } from '@heliograph/smpp'
import { createManualClock, formatNetworkId, type IdFormat, SMSC_FATES, type SubmitBehaviour } from '../src/index.ts'
import { answerOf } from './fixtures/smpp-client.ts'
import { useFakeSmsc } from './fixtures/use-fake-smsc.ts'

const { start, client } = useFakeSmsc()

const address = (number: string) => ({ ton: 1, npi: 1, address: number })
const to = (number: string) => ({ destination: address(number) })

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
    const clock = createManualClock()
    const smsc = await start({ window: 2, clock, behaviour: { otherwise: { delayMs: 5 } } })
    const { submit } = await client({ window: 3 })
    const [first, second, third] = [submit(), submit(), submit()]
    await smsc.until('all of them', () => smsc.counts.submits === 3)
    clock.advance(10)
    const outcomes = await Promise.all([first, second, third])
    assert.deepEqual(outcomes.map(answerOf), ['1000000001', '1000000002', STATUS.RTHROTTLED])
    assert.equal(smsc.counts.throttled, 1)
  })

  test('above the rate are throttled', async () => {
    const smsc = await start({ rate: 3, clock: createManualClock() })
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
