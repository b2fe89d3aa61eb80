import { type Duplex, duplexPair } from 'node:stream'
import type { Logger } from '@heliograph/contracts'
import {
  createSession,
  decodePdu,
  encodePdu,
  FrameReader,
  type Pdu,
  type PduDraft,
  type RequestPdu,
  type Respond,
  type Session,
  type SessionOptions,
} from '../src/index.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'

/** A logger that keeps error messages. */
export function createErrorLog(): Logger & { readonly errors: string[] } {
  const errors: string[] = []
  const ignore = (): void => undefined
  const logger = {
    errors,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (_fields: object, text: string): void => void errors.push(text),
    child: () => logger,
  }
  return logger
}

/** Waits one turn of the event loop, in which written data is sent and read. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Waits, turn by turn, until the condition is true. */
export async function until(condition: () => boolean, turns = 10_000): Promise<void> {
  for (let count = 0; !condition(); count++) {
    if (count >= turns) throw new Error('it never came true')
    await turn()
  }
}

/** The far end of a session, controlled by the test: it keeps what arrives and answers nothing on its own. */
export interface Peer {
  readonly socket: Duplex
  readonly received: Pdu[]
  write(...pdus: PduDraft[]): void
  /** Waits for that many PDUs and takes them. */
  take(count: number): Promise<Pdu[]>
}

export interface Fixture {
  readonly session: Session
  readonly peer: Peer
  readonly clock: ManualClock
  readonly logger: ReturnType<typeof createErrorLog>
  /** Requests passed to the session's user, with the functions that answer them. */
  readonly requests: { readonly pdu: RequestPdu; readonly respond: Respond }[]
}

export function createFixture(options: Partial<SessionOptions> = {}): Fixture {
  const [near, far] = duplexPair()
  const clock = createManualClock()
  const logger = createErrorLog()
  const requests: Fixture['requests'] = []
  const session = createSession(near, {
    clock,
    logger,
    onRequest: (pdu, respond) => void requests.push({ pdu, respond }),
    ...options,
  })
  return { session, peer: createPeer(far), clock, logger, requests }
}

export function createPeer(socket: Duplex): Peer {
  const received: Pdu[] = []
  const reader = new FrameReader()
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    reader.push(chunk)
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) received.push(decodePdu(frame))
  })
  return {
    socket,
    received,
    write: (...pdus) => void socket.write(Buffer.concat(pdus.map((pdu) => encodePdu(pdu)))),
    async take(count) {
      await until(() => received.length >= count)
      return received.splice(0, count)
    },
  }
}
