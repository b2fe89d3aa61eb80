import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { duplexPair } from 'node:stream'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  COMMAND_IDS,
  connectSmpp,
  createSession,
  decodePdu,
  encodePdu,
  FrameError,
  FrameReader,
  listenSmpp,
  type Pdu,
  PduError,
  type Session,
} from '../src/index.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { createRandom, mutatedFrame, wildStream } from './mutations.ts'
import { createErrorLog, createPeer, type Peer, turn, until } from './session-pair.ts'

const SEED = 20_261_120

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
}

/** Decodes a mutated frame; undefined when it is refused. Any other error is a failure. */
function decodeOrRefuse(frame: Buffer): Pdu | undefined {
  try {
    return decodePdu(frame)
  } catch (error) {
    if (error instanceof PduError) return undefined
    throw error
  }
}

describe('fuzzing', () => {
  it('200,000 mutated frames are read or refused; what is read is written and read again as it was', () => {
    const random = createRandom(SEED)
    let read = 0
    for (let count = 0; count < 200_000; count++) {
      const pdu = decodeOrRefuse(mutatedFrame(random))
      if (pdu === undefined) continue
      read++
      if (count % 10 !== 0 || pdu.commandStatus !== 0) continue
      const again = rewrite(pdu)
      if (again !== undefined) assert.deepEqual(again, pdu)
    }
    assert.ok(read > 20_000 && read < 180_000, `${read} read`)
  })

  it('60,000 wild streams in random pieces are cut into frames or refused', () => {
    const random = createRandom(SEED + 1)
    let refused = 0
    for (let count = 0; count < 60_000; count++) {
      if (!cutsToTheEnd(wildStream(random), random)) refused++
    }
    assert.ok(refused > 10_000 && refused < 60_000, `${refused} refused`)
  })

  it('100,000 mutated frames and broken streams leave a session alive or end it, and a good one after it works', async () => {
    const random = createRandom(SEED + 2)
    const before = heapUsed()
    let pair = createPair()
    let ended = 0
    let handled = 0
    for (let round = 0; round < 1000; round++) {
      const isWild = round % 10 === 0
      for (let count = 0; count < 100; count++) pair.peer.socket.write(mutatedFrameToLiveOn(random))
      if (isWild) pair.peer.socket.write(wildStream(random))
      await turn()
      if (await isAlive(pair)) continue
      ended++
      handled += pair.session.counters.received + pair.session.counters.unreadable
      pair.clock.advance(5000)
      await pair.session.closed
      pair = createPair()
      assert.ok(await isAlive(pair))
    }
    handled += pair.session.counters.received + pair.session.counters.unreadable
    assert.ok(ended > 30 && ended < 200, `${ended} sessions ended`)
    assert.ok(handled > 95_000, `${handled} frames handled`)
    pair.session.destroy('enough')
    await pair.session.closed
    const grown = heapUsed() - before
    assert.ok(grown < 20_000_000, `${grown} octets more in memory`)
  })

  it('300 hostile connections do not disturb the good one next to them', async () => {
    const random = createRandom(SEED + 3)
    const sessions = new Set<Session>()
    const listener = await listenSmpp({
      host: '127.0.0.1',
      port: 0,
      onConnection({ socket }) {
        const session = createSession(socket, { ...sessionOptions(), onRequest: (_pdu, respond) => void respond({}) })
        sessions.add(session)
        void session.closed.then(() => sessions.delete(session))
      },
    })
    const good = createSession(await connectSmpp({ host: '127.0.0.1', port: listener.port }), {
      ...sessionOptions(),
      onRequest: () => undefined,
    })
    for (let count = 0; count < 300; count++) {
      const hostile = connect(listener.port, '127.0.0.1').on('error', () => undefined)
      const gone = new Promise((resolve) => hostile.once('close', resolve))
      hostile.resume()
      hostile.write(wildStream(random))
      if (count % 2 === 0) hostile.end()
      else hostile.once('connect', () => hostile.resetAndDestroy())
      const outcome = await good.request({ command: 'submit_sm', shortMessage: Buffer.from('Hello') })
      assert.equal(outcome.kind, 'response')
      await gone
    }
    await good.unbind()
    await until(() => sessions.size === 0)
    await listener.close()
  })
})

/**
 * Writes a PDU and reads it again; undefined when it contains more than may be written (a short_message of 255 octets,
 * a time of 5 characters).
 */
function rewrite(pdu: Pdu): Pdu | undefined {
  try {
    return decodePdu(encodePdu(pdu))
  } catch (error) {
    if (error instanceof PduError) return undefined
    throw error
  }
}

function cutsToTheEnd(stream: Buffer, random: (below: number) => number): boolean {
  const reader = new FrameReader()
  try {
    for (let offset = 0; offset < stream.length; ) {
      const size = 1 + random(200)
      reader.push(stream.subarray(offset, offset + size))
      for (let frame = reader.next(); frame !== undefined; frame = reader.next()) decodeOrRefuse(frame)
      offset += size
    }
    return true
  } catch (error) {
    assert.ok(error instanceof FrameError)
    return false
  }
}

/** A mutated frame other than an unbind, which would end the session and leave the following frames unread. */
function mutatedFrameToLiveOn(random: (below: number) => number): Buffer {
  for (;;) {
    const frame = mutatedFrame(random)
    if (frame.readUInt32BE(4) !== COMMAND_IDS.unbind) return frame
  }
}

interface Pair {
  readonly session: Session
  readonly peer: Peer
  readonly clock: ManualClock
}

function sessionOptions() {
  return { clock: createManualClock(), logger: createErrorLog() }
}

function createPair(): Pair {
  const [near, far] = duplexPair()
  const clock = createManualClock()
  const session = createSession(near, {
    ...sessionOptions(),
    clock,
    onRequest: (_pdu, respond) => void respond({ messageId: '1' }),
  })
  return { session, peer: createPeer(far), clock }
}

/** True when a valid request is answered, false when the session is over; anything else is a failure. */
async function isAlive({ session, peer }: Pair): Promise<boolean> {
  peer.received.length = 0
  const sequenceNumber = 0x12345678
  peer.socket.write(encodePdu({ command: 'submit_sm', sequenceNumber, shortMessage: Buffer.from('Hello') }))
  const isAnswered = (): boolean =>
    peer.received.some((pdu) => pdu.command === 'submit_sm_resp' && pdu.sequenceNumber === sequenceNumber)
  // A wrong but possible length swallows the octets after it, so more must be sent until the stream is in step again or
  // clearly out of step.
  for (let tries = 0; !isAnswered() && session.state === 'open'; tries++) {
    assert.ok(tries < 2000, 'a session is stuck')
    peer.socket.write(encodePdu({ command: 'submit_sm', sequenceNumber, shortMessage: Buffer.alloc(100, 0xff) }))
    await turn()
  }
  return session.state === 'open'
}
