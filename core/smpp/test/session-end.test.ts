import assert from 'node:assert/strict'
import { duplexPair } from 'node:stream'
import { describe, it } from 'node:test'
import { createSession, encodePdu } from '../src/index.ts'
import { createManualClock } from './manual-clock.ts'
import { createErrorLog, createFixture, createPeer, turn, until } from './session-pair.ts'

const submit = { command: 'submit_sm', shortMessage: Buffer.from('Hello') } as const

describe('unbind', () => {
  it('waits for what is unanswered on both sides, sends nothing new and ends', async () => {
    const { session, peer, requests } = createFixture({ window: 1 })
    const outcomes = [session.request(submit), session.request(submit)] as const
    peer.write({ ...submit, sequenceNumber: 1 })
    await until(() => requests.length === 1)
    const closed = session.unbind()
    assert.equal(session.state, 'unbinding')
    assert.deepEqual(await outcomes[1], { kind: 'not-sent' })
    assert.deepEqual(await session.request(submit), { kind: 'not-sent' })
    await peer.take(1)
    peer.write({ command: 'submit_sm_resp', sequenceNumber: 1, messageId: '1' })
    assert.equal((await outcomes[0]).kind, 'response')
    await turn()
    assert.equal(peer.received.length, 0, 'a request of the peer is still unanswered')
    requests[0]?.respond({ messageId: '2' })
    const [response, unbind] = await peer.take(2)
    assert.deepEqual([response?.command, unbind?.command], ['submit_sm_resp', 'unbind'])
    peer.write({ command: 'unbind_resp', sequenceNumber: unbind?.sequenceNumber })
    peer.socket.end()
    assert.deepEqual(await closed, { kind: 'unbound', detail: 'unbound' })
    assert.equal(session.unbind(), session.closed)
  })

  it('does not wait for ever: not for answers, not for unbind_resp, not for the end', async () => {
    const { session, peer, clock, requests } = createFixture({
      responseTimeoutMs: 1000,
      unbindTimeoutMs: 500,
      enquireLinkMs: 0,
    })
    const outcome = session.request(submit)
    peer.write({ ...submit, sequenceNumber: 1 })
    await until(() => requests.length === 1)
    const closed = session.unbind()
    await peer.take(1)
    clock.advance(1000)
    assert.deepEqual(await outcome, { kind: 'expired', tookMs: 1000 })
    assert.deepEqual((await peer.take(1))[0]?.command, 'unbind')
    clock.advance(500)
    assert.equal(session.state, 'closed')
    clock.advance(500)
    assert.equal((await closed).kind, 'unbound')
    assert.equal(clock.timers, 0)
  })

  it('of the peer is answered after what it still waits for', async () => {
    let reported = 0
    const { session, peer, requests } = createFixture({ window: 1, onPeerUnbind: () => void reported++ })
    const outcomes = [session.request(submit), session.request(submit)] as const
    peer.write({ ...submit, sequenceNumber: 1 }, { command: 'unbind', sequenceNumber: 2 })
    await until(() => reported === 1)
    assert.equal(session.state, 'unbinding')
    assert.deepEqual(await outcomes[1], { kind: 'not-sent' })
    await peer.take(1)
    requests[0]?.respond({ messageId: '1' })
    const answers = await peer.take(2)
    assert.deepEqual(
      answers.map(({ command, sequenceNumber }) => [command, sequenceNumber]),
      [
        ['submit_sm_resp', 1],
        ['unbind_resp', 2],
      ],
    )
    assert.deepEqual(await outcomes[0], { kind: 'lost' })
    peer.socket.end()
    assert.equal((await session.closed).kind, 'peer-unbound')
  })

  it('of the peer is answered once what it leads to is done, or has failed', async () => {
    for (const outcome of ['done', 'failed']) {
      let settle = () => {}
      const left = new Promise<void>((resolve, reject) => {
        settle = outcome === 'done' ? resolve : () => reject(new Error('not done'))
      })
      const { session, peer } = createFixture({ onPeerUnbind: () => left })
      peer.write({ command: 'enquire_link', sequenceNumber: 1 }, { command: 'unbind', sequenceNumber: 2 })
      assert.equal((await peer.take(1))[0]?.command, 'enquire_link_resp')
      await until(() => session.state === 'unbinding')
      assert.equal(session.counters.sent, 1)
      settle()
      assert.equal((await peer.take(1))[0]?.command, 'unbind_resp')
    }
  })

  it('of the peer is answered in the end when its requests are not', async () => {
    const { session, peer, clock, requests } = createFixture({ unbindTimeoutMs: 500 })
    peer.write({ ...submit, sequenceNumber: 1 }, { command: 'unbind', sequenceNumber: 2 })
    await until(() => session.state === 'unbinding')
    clock.advance(500)
    assert.equal((await peer.take(1))[0]?.command, 'unbind_resp')
    assert.equal(requests[0]?.respond({}), false)
  })

  it('of both sides at once ends both', async () => {
    const [near, far] = duplexPair()
    const options = { clock: createManualClock(), logger: createErrorLog(), onRequest: () => undefined }
    const sessions = [createSession(near, options), createSession(far, options)] as const
    const reasons = await Promise.all(sessions.map((session) => session.unbind()))
    for (const { kind } of reasons) assert.match(kind, /unbound/)
  })
})

describe('the end of a connection', () => {
  it('by the peer loses what was outstanding; what waited was not sent', async () => {
    const { session, peer, clock } = createFixture({ window: 1 })
    const outcomes = [session.request(submit), session.request(submit)] as const
    await peer.take(1)
    peer.socket.end()
    assert.deepEqual(await Promise.all(outcomes), [{ kind: 'lost' }, { kind: 'not-sent' }])
    assert.equal((await session.closed).kind, 'peer-closed')
    assert.deepEqual([session.outstanding, session.waiting, clock.timers], [0, 0, 0])
  })

  it('by an error tells the error', async () => {
    const [near, far] = duplexPair()
    far.resume()
    const session = createSession(near, {
      clock: createManualClock(),
      logger: createErrorLog(),
      onRequest: () => undefined,
    })
    near.destroy(new Error('read ECONNRESET'))
    assert.deepEqual(await session.closed, { kind: 'error', detail: 'read ECONNRESET' })
  })

  it('that came before the session is seen', async () => {
    const [near] = duplexPair()
    near.destroy()
    await new Promise((resolve) => near.once('close', resolve))
    const clock = createManualClock()
    const session = createSession(near, { clock, logger: createErrorLog(), onRequest: () => undefined })
    assert.equal((await session.closed).kind, 'peer-closed')
    assert.deepEqual(await session.request(submit), { kind: 'not-sent' })
    assert.equal(clock.timers, 0)
  })

  it('in the middle of a turn tells what left from what did not', async () => {
    const { session, peer } = createFixture()
    const left = session.request(submit)
    await peer.take(1)
    const stayed = session.request(submit)
    session.destroy('no more')
    assert.deepEqual(await Promise.all([left, stayed]), [{ kind: 'lost' }, { kind: 'not-sent' }])
    assert.deepEqual(await session.closed, { kind: 'destroyed', detail: 'no more' })
    await turn()
    assert.equal(peer.received.length, 0)
  })

  it('in the middle of a write loses what the socket still holds', async () => {
    const [near, far] = duplexPair()
    const options = { clock: createManualClock(), logger: createErrorLog(), window: 100, onRequest: () => undefined }
    const session = createSession(near, options)
    const large = { command: 'data_sm', tlvs: { messagePayload: Buffer.alloc(60_000) } } as const
    const outcomes = Promise.all(Array.from({ length: 50 }, () => session.request(large)))
    await until(() => near.writableNeedDrain)
    far.destroy()
    session.destroy('no more')
    assert.deepEqual(new Set((await outcomes).map(({ kind }) => kind)), new Set(['lost']))
    assert.equal((await session.closed).kind, 'destroyed')
  })

  it('in order sends what is written first', async () => {
    const { session, peer, requests } = createFixture()
    peer.write({ command: 'bind_transceiver', sequenceNumber: 1, systemId: 'somebody' })
    await until(() => requests.length === 1)
    requests[0]?.respond({ commandStatus: 0x0e })
    session.end('refused')
    assert.equal((await peer.take(1))[0]?.commandStatus, 0x0e)
    session.destroy('the first reason counts')
    assert.deepEqual(await session.closed, { kind: 'destroyed', detail: 'refused' })
  })

  it('in order does not wait for a peer that keeps its side open and goes on sending', async () => {
    const [near, far] = duplexPair({ allowHalfOpen: true })
    const clock = createManualClock()
    let requests = 0
    const session = createSession(near, { clock, logger: createErrorLog(), onRequest: () => void requests++ })
    const peer = createPeer(far)
    session.end('refused')
    peer.write({ ...submit, sequenceNumber: 1 })
    await turn()
    clock.advance(5000)
    assert.equal((await session.closed).detail, 'refused')
    assert.equal(requests, 0)
  })
})

describe('a peer that takes nothing', () => {
  it('is not read any more, and given up after the response time-out', async () => {
    const [near, far] = duplexPair()
    const clock = createManualClock()
    let requests = 0
    const session = createSession(near, {
      clock,
      logger: createErrorLog(),
      maxIncoming: 1_000_000,
      responseTimeoutMs: 1000,
      enquireLinkMs: 0,
      onRequest: (_pdu, respond) => {
        requests++
        respond({ messageId: '1'.repeat(64) })
      },
    })
    // 200 KiB of requests cause more answers than the session buffers; the far end writes and never reads.
    const frames = Buffer.concat(
      Array.from({ length: 300 }, (_, index) => encodePdu({ ...submit, sequenceNumber: index + 1 })),
    )
    let isTaken = true
    const pump = (): void => {
      while (isTaken && requests < 100_000) isTaken = far.write(frames)
    }
    far.on('drain', () => {
      isTaken = true
      pump()
    })
    pump()
    await until(() => near.isPaused())
    const answered = requests
    assert.ok(answered < 10_000, `${answered} answers kept`)
    clock.advance(999)
    assert.equal(session.state, 'open')
    clock.advance(1001)
    assert.deepEqual(await session.closed, { kind: 'silent', detail: 'the peer takes no data' })
  })

  it('that wakes up goes on', async () => {
    const [near, far] = duplexPair()
    const clock = createManualClock()
    let requests = 0
    createSession(near, {
      clock,
      logger: createErrorLog(),
      onRequest: (_pdu, respond) => {
        requests++
        respond({ messageId: '1'.repeat(64) })
      },
    })
    const frames = Array.from({ length: 10_000 }, (_, index) => encodePdu({ ...submit, sequenceNumber: index + 1 }))
    far.write(Buffer.concat(frames))
    await until(() => near.isPaused())
    const peer = createPeer(far)
    await peer.take(10_000)
    assert.equal(requests, 10_000)
  })
})
