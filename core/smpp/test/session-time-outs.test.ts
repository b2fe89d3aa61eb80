import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestDraft, ResponsePdu } from '../src/index.ts'
import { createFixture, turn, until } from './session-pair.ts'

const submit = { command: 'submit_sm', shortMessage: Buffer.from('Hello') } as const

describe('the response time-out', () => {
  it('gives a request up, makes room for the next and still tells the late answer', async () => {
    const late: [ResponsePdu, RequestDraft, number][] = []
    const { session, peer, clock } = createFixture({
      window: 1,
      responseTimeoutMs: 1000,
      onLateResponse: (...answer) => void late.push(answer),
    })
    const outcomes = [session.request(submit), session.request({ ...submit, dataCoding: 8 })] as const
    await peer.take(1)
    clock.advance(999)
    assert.equal(session.outstanding, 1)
    assert.equal(session.waiting, 1)
    clock.advance(1)
    assert.deepEqual(await outcomes[0], { kind: 'expired', tookMs: 1000 })
    const second = await peer.take(1)
    clock.advance(300)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1, messageId: 'late' })
    await until(() => late.length === 1)
    assert.equal(late[0]?.[0].sequenceNumber, 1)
    assert.equal(late[0]?.[1], submit, 'the request is the very object that was sent')
    assert.equal(late[0]?.[2], 1300)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: second[0]?.sequenceNumber, messageId: 'in time' })
    assert.equal((await outcomes[1]).kind, 'response')
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1, messageId: 'again' })
    await until(() => session.counters.unexpectedResponses === 1)
    assert.deepEqual([session.counters.expired, session.counters.lateResponses], [1, 1])
  })

  it('counts from the sending of each', async () => {
    const { session, clock } = createFixture({ responseTimeoutMs: 1000 })
    const first = session.request(submit)
    clock.advance(600)
    const second = session.request(submit)
    clock.advance(400)
    assert.deepEqual(await first, { kind: 'expired', tookMs: 1000 })
    assert.equal(session.outstanding, 1)
    clock.advance(600)
    assert.deepEqual(await second, { kind: 'expired', tookMs: 1000 })
  })

  it('may differ from request to request, and none expires before one that was sent earlier', async () => {
    const timeouts = [1000, 3000, 500]
    const { session, clock } = createFixture({ responseTimeoutMs: () => timeouts.shift() ?? 1000, enquireLinkMs: 0 })
    const taken: number[] = []
    for (let count = 0; count < 3; count += 1) {
      void session.request(submit).then((outcome) => taken.push(outcome.kind === 'expired' ? outcome.tookMs : -1))
    }
    for (let seconds = 0; seconds < 6; seconds += 1) {
      clock.advance(500)
      await turn()
    }
    assert.deepEqual(taken, [1000, 3000, 3000])
  })

  it('remembers what it gave up for an hour', async () => {
    let late = 0
    const onLateResponse = () => {
      late += 1
    }
    const { session, peer, clock } = createFixture({ responseTimeoutMs: 1000, onLateResponse, enquireLinkMs: 0 })
    void session.request(submit)
    clock.advance(1000)
    void session.request(submit)
    clock.advance(3_600_000)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 2 }, { command: 'submit_sm_resp', sequenceNumber: 1 })
    await until(() => late + session.counters.unexpectedResponses === 2)
    assert.deepEqual([late, session.counters.unexpectedResponses], [1, 1])
  })

  it('does not run while the session itself has stopped reading', async () => {
    const { session, peer, clock, requests } = createFixture({ maxIncoming: 1, responseTimeoutMs: 1000 })
    const outcome = session.request(submit)
    await peer.take(1)
    peer.write({ ...submit, sequenceNumber: 1 }, { command: 'submit_sm_resp', sequenceNumber: 1, messageId: '5' })
    await until(() => requests.length === 1)
    clock.advance(3_600_000)
    await turn()
    assert.equal(session.state, 'open')
    requests[0]?.respond({ messageId: '1' })
    assert.equal((await outcome).kind, 'response')
  })

  it('survives a callback that fails', async () => {
    const onLateResponse = (): never => {
      throw new Error('no')
    }
    const { session, peer, clock, logger } = createFixture({ responseTimeoutMs: 1000, onLateResponse })
    void session.request(submit)
    clock.advance(1000)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1 })
    await until(() => logger.errors.length === 1)
    assert.equal(session.state, 'open')
  })
})

describe('enquire_link', () => {
  it('of the peer is answered, unless that is switched off', async () => {
    let isAnswered = true
    const { peer, requests } = createFixture({ answersEnquireLink: () => isAnswered })
    peer.write({ command: 'enquire_link', sequenceNumber: 5 })
    assert.deepEqual(await peer.take(1), [
      { command: 'enquire_link_resp', sequenceNumber: 5, commandStatus: 0, tlvs: {} },
    ])
    isAnswered = false
    peer.write({ command: 'enquire_link', sequenceNumber: 6 }, { ...submit, sequenceNumber: 7 })
    await until(() => requests.length === 1)
    await turn()
    assert.equal(peer.received.length, 0)
  })

  it('is sent after silence only', async () => {
    const { session, peer, clock } = createFixture({ enquireLinkMs: 1000 })
    clock.advance(900)
    peer.write({ command: 'enquire_link', sequenceNumber: 1 })
    await peer.take(1)
    clock.advance(900)
    await turn()
    assert.equal(peer.received.length, 0)
    clock.advance(100)
    const [enquiry] = await peer.take(1)
    assert.equal(enquiry?.command, 'enquire_link')
    peer.write({ command: 'enquire_link_resp', sequenceNumber: enquiry?.sequenceNumber })
    await until(() => session.counters.received === 2)
    assert.equal(session.counters.unexpectedResponses, 0)
  })

  it('lost once is asked again, and the session lives on when that is answered', async () => {
    const { session, peer, clock } = createFixture({ enquireLinkMs: 1000, responseTimeoutMs: 500 })
    clock.advance(1000)
    await peer.take(1)
    clock.advance(500)
    const [second] = await peer.take(1)
    peer.write({ command: 'enquire_link_resp', sequenceNumber: second?.sequenceNumber })
    await until(() => session.counters.received === 1)
    clock.advance(1000)
    await peer.take(1)
    clock.advance(500)
    await peer.take(1)
    assert.equal(session.state, 'open')
  })

  it('lost twice ends the session, and what was outstanding is lost', async () => {
    const { session, peer, clock } = createFixture({ enquireLinkMs: 1000, responseTimeoutMs: 5000 })
    clock.advance(500)
    const outcome = session.request(submit)
    await turn()
    clock.advance(500)
    await turn()
    clock.advance(1000)
    await turn()
    assert.equal(session.state, 'open')
    clock.advance(1000)
    assert.equal(session.state, 'closed')
    assert.deepEqual(await outcome, { kind: 'lost' })
    assert.equal((await session.closed).kind, 'silent')
    assert.deepEqual(
      peer.received.map(({ command }) => command),
      ['submit_sm', 'enquire_link', 'enquire_link'],
    )
    assert.equal(clock.timers, 0)
  })

  it('is never sent when it is 0', () => {
    const { clock } = createFixture({ enquireLinkMs: 0 })
    assert.equal(clock.timers, 0)
  })
})

describe('inactivity', () => {
  it('ends a session whose peer answers enquire_link and does nothing else', async () => {
    const { session, peer, clock } = createFixture({ enquireLinkMs: 1000, inactivityMs: 5000 })
    for (let elapsed = 1000; elapsed < 5000; elapsed += 1000) {
      clock.advance(1000)
      const [enquiry] = await peer.take(1)
      peer.write({ command: 'enquire_link_resp', sequenceNumber: enquiry?.sequenceNumber })
      await until(() => session.counters.received === elapsed / 1000)
    }
    clock.advance(1000)
    assert.equal(session.state, 'closed')
    peer.socket.end()
    assert.equal((await session.closed).kind, 'inactive')
  })

  it('does not end one whose peer sends enquire_link of its own', async () => {
    const { session, peer, clock } = createFixture({ inactivityMs: 5000 })
    for (let count = 1; count < 10; count++) {
      clock.advance(4000)
      peer.write({ command: 'enquire_link', sequenceNumber: count })
      await peer.take(1)
    }
    assert.equal(session.state, 'open')
  })
})
