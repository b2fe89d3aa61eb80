import assert from 'node:assert/strict'
import { duplexPair } from 'node:stream'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { COMMAND_IDS, createSession, encodePdu, STATUS } from '../src/index.ts'
import { PduSender } from '../src/session/pdu-sender.ts'
import { createManualClock } from './manual-clock.ts'
import { createErrorLog, createFixture, turn, until } from './session-pair.ts'
import './fixed-seed.ts'

const submit = { command: 'submit_sm', shortMessage: Buffer.from('Hello') } as const

describe('the tap', () => {
  it('sees what is read and written in its order, also what cannot be read', async () => {
    const seen: [string, string][] = []
    const onPdu = (direction: string, frame: Buffer) => seen.push([direction, frame.toString('hex')])
    const { session, peer } = createFixture({ onPdu: (...pdu) => void onPdu(...pdu) })
    const outcome = session.request({ command: 'enquire_link' })
    await peer.take(1)
    peer.write({ command: 'enquire_link_resp', sequenceNumber: 1 })
    await outcome
    peer.socket.write(Buffer.from('00000010000001ff0000000000000009', 'hex'))
    await peer.take(1)
    assert.deepEqual(seen, [
      ['out', '00000010000000150000000000000001'],
      ['in', '00000010800000150000000000000001'],
      ['in', '00000010000001ff0000000000000009'],
      ['out', '00000010800000000000000300000009'],
    ])
  })
})

describe('requests', () => {
  it('get the next sequence number each and their own answers, in any order', async () => {
    const { session, peer } = createFixture()
    const outcomes = Promise.all([session.request(submit), session.request(submit), session.request(submit)])
    const sent = await peer.take(3)
    assert.deepEqual(
      sent.map(({ sequenceNumber }) => sequenceNumber),
      [1, 2, 3],
    )
    for (const sequenceNumber of [3, 1, 2]) {
      peer.write({ command: 'submit_sm_resp', sequenceNumber, messageId: `id-${sequenceNumber}` })
    }
    const ids = (await outcomes).map(
      (outcome) => outcome.kind === 'response' && 'messageId' in outcome.pdu && outcome.pdu.messageId,
    )
    assert.deepEqual(ids, ['id-1', 'id-2', 'id-3'])
  })

  it('are answered by generic_nack, too', async () => {
    const { session, peer } = createFixture()
    const outcome = session.request(submit)
    peer.write({ command: 'generic_nack', sequenceNumber: 1, commandStatus: STATUS.RINVCMDID })
    const expected = { command: 'generic_nack', sequenceNumber: 1, commandStatus: 3, tlvs: {} }
    assert.deepEqual(await outcome, { kind: 'response', pdu: expected, tookMs: 0 })
  })

  it('are not answered by what belongs to another command or number', async () => {
    const { session, peer } = createFixture()
    const outcome = session.request(submit)
    await peer.take(1)
    peer.write({ command: 'deliver_sm_resp', sequenceNumber: 1 }, { command: 'submit_sm_resp', sequenceNumber: 2 })
    await until(() => session.counters.unexpectedResponses === 2)
    assert.equal(session.outstanding, 1)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1, messageId: '7' })
    assert.equal((await outcome).kind, 'response')
  })

  it('that cannot be written are not sent, and take no room', async () => {
    const { session, peer } = createFixture({ window: 1 })
    const bad = { command: 'submit_sm', shortMessage: Buffer.alloc(300) } as const
    const outcomes = Promise.all([session.request(submit), session.request(bad), session.request(submit)])
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1 })
    await until(() => session.counters.sent === 2)
    const last = (await peer.take(2))[1]?.sequenceNumber
    peer.write({ command: 'submit_sm_resp', sequenceNumber: last })
    const [first, second, third] = await outcomes
    assert.deepEqual([first.kind, second.kind, third.kind], ['response', 'not-sent', 'response'])
    assert.ok(second.kind === 'not-sent' && second.error?.commandStatus === STATUS.RINVMSGLEN)
  })

  it('whose answer cannot be read have an unknown outcome', async () => {
    const { session, peer } = createFixture()
    const outcome = session.request(submit)
    await peer.take(1)
    const frame = Buffer.concat([
      encodePdu({ command: 'submit_sm_resp', sequenceNumber: 1 }).subarray(0, 16),
      Buffer.alloc(80, 0x31),
    ])
    frame.writeUInt32BE(frame.length, 0)
    peer.socket.write(frame)
    assert.deepEqual(await outcome, { kind: 'expired', tookMs: 0 })
    assert.deepEqual([session.counters.unreadable, session.counters.expired], [1, 1])
  })

  it('of one turn leave in one write', async () => {
    const [near, far] = duplexPair()
    far.resume()
    let writes = 0
    const write = near.write.bind(near)
    near.write = ((...parameters: Parameters<typeof write>) => {
      writes++
      return write(...parameters)
    }) as typeof near.write
    const session = createSession(near, {
      clock: createManualClock(),
      logger: createErrorLog(),
      window: 1000,
      onRequest: () => undefined,
    })
    for (let count = 0; count < 500; count++) void session.request(submit)
    await turn()
    assert.equal(writes, 1)
  })

  it('share one timer', () => {
    const { session, clock } = createFixture({ window: 1000 })
    for (let count = 0; count < 500; count++) void session.request(submit)
    assert.equal(clock.timers, 1)
  })
})

describe('sequence numbers', () => {
  it('begin with 1 again after 0x7FFFFFFF and pass over those in use', () => {
    const used = new Set([1, 3])
    const [near] = duplexPair()
    const sender = new PduSender(near, (number) => used.has(number), 0x7ffffffd)
    const numbers = [1, 2, 3, 4].map(() => sender.nextNumber())
    assert.deepEqual(numbers, [0x7ffffffe, 0x7fffffff, 2, 4])
  })
})

describe('the outgoing window', () => {
  it('is never exceeded, loses nothing and keeps the order', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ ask: fc.integer({ min: 1, max: 20 }) }),
        fc.record({ answer: fc.integer({ min: 1, max: 20 }), pick: fc.nat() }),
        fc.record({ wait: fc.integer({ min: 1, max: 20_000 }) }),
      ),
      { maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), steps, async (window, actions) => {
        const { session, peer, clock } = createFixture({ window, responseTimeoutMs: 10_000, enquireLinkMs: 0 })
        const outcomes: Promise<{ readonly kind: string }>[] = []
        const unanswered: number[] = []
        const seen: number[] = []
        const look = async (): Promise<void> => {
          await turn()
          await turn()
          for (const { sequenceNumber } of peer.received.splice(0)) {
            unanswered.push(sequenceNumber)
            seen.push(sequenceNumber)
          }
          assert.ok(session.outstanding <= window)
          assert.ok(session.waiting === 0 || session.outstanding === window, 'nothing waits beside a free place')
        }
        for (const action of actions) {
          if ('ask' in action) {
            for (let count = 0; count < action.ask; count++) outcomes.push(session.request(submit))
          } else if ('answer' in action) {
            for (let count = 0; count < action.answer && unanswered.length > 0; count++) {
              const [sequenceNumber] = unanswered.splice(action.pick % unanswered.length, 1)
              peer.write({ command: 'submit_sm_resp', sequenceNumber })
            }
          } else {
            clock.advance(action.wait)
          }
          await look()
        }
        session.destroy('enough')
        const kinds = (await Promise.all(outcomes)).map(({ kind }) => kind)
        assert.deepEqual(
          seen,
          seen.map((_, index) => index + 1),
          'sent in the order of the calls',
        )
        assert.equal(kinds.filter((kind) => kind !== 'not-sent').length, seen.length)
      }),
      { numRuns: 60 },
    )
  })

  it('does not hold back enquire_link', async () => {
    const { session, peer, clock } = createFixture({ window: 1, enquireLinkMs: 1000 })
    void session.request(submit)
    await peer.take(1)
    clock.advance(1000)
    assert.equal((await peer.take(1))[0]?.command, 'enquire_link')
    assert.equal(session.outstanding, 1)
  })
})

describe('requests of the peer', () => {
  it('are answered with their own command and number, in any order, once', async () => {
    const { peer, requests } = createFixture()
    peer.write({ ...submit, sequenceNumber: 9 }, { command: 'query_sm', sequenceNumber: 4, messageId: '1' })
    await until(() => requests.length === 2)
    const [first, second] = requests
    assert.equal(second?.respond({ messageId: '1', messageState: 2 }), true)
    assert.equal(first?.respond({ messageId: '77' }), true)
    assert.equal(first?.respond({ messageId: '78' }), false)
    const answers = await peer.take(2)
    assert.deepEqual(
      answers.map(({ command, sequenceNumber }) => [command, sequenceNumber]),
      [
        ['query_sm_resp', 4],
        ['submit_sm_resp', 9],
      ],
    )
    await turn()
    assert.equal(peer.received.length, 0)
  })

  it('are answered with generic_nack when asked to', async () => {
    const { peer, requests } = createFixture()
    peer.write({ ...submit, sequenceNumber: 9 })
    await until(() => requests.length === 1)
    requests[0]?.respond({ nack: true, commandStatus: STATUS.RINVCMDID })
    assert.deepEqual(await peer.take(1), [{ command: 'generic_nack', sequenceNumber: 9, commandStatus: 3, tlvs: {} }])
  })

  it('that have no answer wait for none', async () => {
    const { session, peer, requests } = createFixture()
    peer.write({ command: 'outbind', sequenceNumber: 1 }, { command: 'alert_notification', sequenceNumber: 2 })
    await until(() => requests.length === 2)
    assert.equal(session.incoming, 0)
    assert.equal(requests[0]?.respond({}), false)
  })

  it('are answered with a system error when the user of the session fails', async () => {
    const fails = (): never => {
      throw new Error('no')
    }
    const { session, peer, logger } = createFixture({ onRequest: fails })
    peer.write({ ...submit, sequenceNumber: 9 })
    assert.equal((await peer.take(1))[0]?.commandStatus, STATUS.RSYSERR)
    assert.equal(session.state, 'open')
    assert.equal(logger.errors.length, 1)
  })

  it('are answered with a system error when the answer cannot be written', async () => {
    const { peer, requests, logger } = createFixture()
    peer.write({ ...submit, sequenceNumber: 9 })
    await until(() => requests.length === 1)
    requests[0]?.respond({ messageId: '\u0000' })
    assert.equal((await peer.take(1))[0]?.commandStatus, STATUS.RSYSERR)
    assert.equal(logger.errors.length, 1)
  })

  it('stop being read past the limit and are read on when there is room, and none is lost', async () => {
    const { session, peer, requests } = createFixture({ maxIncoming: 5 })
    for (let sequenceNumber = 1; sequenceNumber <= 500; sequenceNumber++) peer.write({ ...submit, sequenceNumber })
    const seen: number[] = []
    while (seen.length < 500) {
      await until(() => requests.length > 0)
      await turn()
      assert.ok(session.incoming <= 5)
      assert.ok(requests.length <= 5)
      // Answers the newest first, since answers may arrive in any order.
      const next = requests.pop()
      seen.push(next?.pdu.sequenceNumber ?? 0)
      next?.respond({ messageId: '1' })
    }
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      Array.from({ length: 500 }, (_, index) => index + 1),
    )
    assert.equal((await peer.take(500)).length, 500)
  })

  it('answered at once never fill the limit', async () => {
    const { session, peer } = createFixture({ maxIncoming: 1, onRequest: (_pdu, respond) => void respond({}) })
    for (let sequenceNumber = 1; sequenceNumber <= 100; sequenceNumber++) peer.write({ ...submit, sequenceNumber })
    await peer.take(100)
    assert.equal(session.incoming, 0)
  })

  it('that cannot be read are answered by their status and end nothing', async () => {
    const { session, peer, requests } = createFixture()
    const short = Buffer.alloc(17)
    short.writeUInt32BE(17, 0)
    short.writeUInt32BE(COMMAND_IDS.submit_sm, 4)
    short.writeUInt32BE(8, 12)
    const unknown = Buffer.from('00000010 00001234 00000000 00000009'.replaceAll(' ', ''), 'hex')
    const outbind = Buffer.from('00000010 0000000b 00000000 0000000a'.replaceAll(' ', ''), 'hex')
    peer.socket.write(Buffer.concat([short, unknown, outbind, encodePdu({ ...submit, sequenceNumber: 11 })]))
    const answers = await peer.take(3)
    assert.deepEqual(
      answers.map(({ command, sequenceNumber, commandStatus }) => [command, sequenceNumber, commandStatus]),
      [
        ['submit_sm_resp', 8, STATUS.RINVCMDLEN],
        ['generic_nack', 9, STATUS.RINVCMDID],
        ['generic_nack', 10, STATUS.RINVCMDLEN],
      ],
    )
    await until(() => requests.length === 1)
    assert.equal(session.state, 'open')
  })

  it('end with what is no PDU: generic_nack and the end', async () => {
    const { session, peer, requests } = createFixture()
    peer.write({ ...submit, sequenceNumber: 1 })
    peer.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [nack] = await peer.take(1)
    assert.deepEqual([nack?.command, nack?.commandStatus], ['generic_nack', STATUS.RINVCMDLEN])
    peer.socket.end()
    assert.equal((await session.closed).kind, 'protocol')
    assert.equal(requests.length, 1)
    assert.equal(requests[0]?.respond({}), false)
  })
})

describe('send', () => {
  it('writes anything, numbered or not, and waits for nothing', async () => {
    const { session, peer } = createFixture()
    assert.equal(session.send({ command: 'outbind', systemId: 'SMSC' }), true)
    assert.equal(session.send({ command: 'submit_sm_resp', sequenceNumber: 99, messageId: '1' }), true)
    assert.equal(session.send({ command: 'submit_sm', shortMessage: Buffer.alloc(300) }), false)
    const sent = await peer.take(2)
    assert.deepEqual(
      sent.map(({ command, sequenceNumber }) => [command, sequenceNumber]),
      [
        ['outbind', 1],
        ['submit_sm_resp', 99],
      ],
    )
    session.destroy('enough')
    assert.equal(session.send({ command: 'outbind' }), false)
  })
})
