import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { connectSmpp, createSession, type ListenTls, listenSmpp, type RequestPdu, type Session } from '../src/index.ts'
import { createManualClock } from './manual-clock.ts'
import { createErrorLog } from './session-pair.ts'

const COUNT = 5000
const WINDOW = 50
const MAX_INCOMING = 20

function pem(name: string): Buffer {
  return readFileSync(new URL(`fixtures/tls/${name}.pem`, import.meta.url))
}

/**
 * Answers in another order than the requests, some turns of the event loop later, with an id made from the request.
 * Counts how many are unanswered at once.
 */
class Answering {
  most = 0
  #unanswered = 0
  readonly session: (socket: Parameters<typeof createSession>[0]) => Session

  constructor() {
    this.session = (socket) =>
      createSession(socket, {
        clock: createManualClock(),
        logger: createErrorLog(),
        window: WINDOW,
        maxIncoming: MAX_INCOMING,
        onRequest: (pdu, respond) => {
          this.#unanswered++
          this.most = Math.max(this.most, this.#unanswered)
          this.#later(pdu.sequenceNumber % 7, () => {
            this.#unanswered--
            respond({ messageId: textOf(pdu) })
          })
        },
      })
  }

  #later(turns: number, callback: () => void): void {
    setImmediate(() => (turns === 0 ? callback() : this.#later(turns - 1, callback)))
  }
}

function textOf(pdu: RequestPdu): string {
  return 'shortMessage' in pdu ? pdu.shortMessage.toString('latin1') : ''
}

async function sendAll(session: Session, command: 'submit_sm' | 'deliver_sm'): Promise<void> {
  const requests = Array.from({ length: COUNT }, async (_, index) => {
    const outcome = await session.request({ command, shortMessage: Buffer.from(`${command} ${index}`) })
    assert.ok(session.outstanding <= WINDOW)
    assert.ok(outcome.kind === 'response' && 'messageId' in outcome.pdu)
    assert.equal(outcome.pdu.messageId, `${command} ${index}`)
  })
  await Promise.all(requests)
}

const CASES: readonly (readonly [string, ListenTls | undefined])[] = [
  ['TCP', undefined],
  ['TLS', { key: pem('localhost-key'), cert: pem('localhost') }],
]

describe('sessions over sockets', () => {
  for (const [name, tls] of CASES) {
    it(`carry ${COUNT} requests each way at once over ${name}, each with its own answer`, async () => {
      const server = new Answering()
      const client = new Answering()
      let serverSession: Session | undefined
      const listener = await listenSmpp({
        host: '127.0.0.1',
        port: 0,
        tls,
        onConnection: ({ socket }) => {
          serverSession = server.session(socket)
        },
      })
      const ca = tls === undefined ? undefined : { ca: pem('authority') }
      const socket = await connectSmpp({ host: '127.0.0.1', port: listener.port, tls: ca })
      const clientSession = client.session(socket)
      await clientSession.request({ command: 'bind_transceiver', systemId: 'me' })
      await Promise.all([sendAll(clientSession, 'submit_sm'), sendAll(serverSession as Session, 'deliver_sm')])
      assert.equal(server.most, MAX_INCOMING)
      assert.equal(client.most, MAX_INCOMING)
      assert.equal((await clientSession.unbind()).kind, 'unbound')
      assert.equal((await serverSession?.closed)?.kind, 'peer-unbound')
      await listener.close()
    })
  }
})
