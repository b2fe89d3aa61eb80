import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { text } from './http-server-fixture.ts'
import { startListener } from './support/start-listener.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const CONNECTIONS = 700
const BODY_OCTETS = 4_194_304
const PIECE = Buffer.alloc(65_536, 'x')
const CHUNK = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])
/** Most memory that the bodies may cost: 64 MiB for themselves, and the rest for connections and their buffers. */
const MOST_OCTETS = 200_000_000

/** `octets`: the maximum that each connection sends. */
const BODIES: readonly (readonly [
  name: string,
  path: string,
  framing: Readonly<Record<string, string>>,
  octets: number,
])[] = [
  ['that their route turns away by the head', '/keyed', { 'Content-Length': String(BODY_OCTETS) }, BODY_OCTETS],
  ['that tell only at their end who sends them', '/', { 'Content-Length': String(BODY_OCTETS) }, BODY_OCTETS],
  // These are read to their end before they are refused, so a quarter is enough.
  ['of unknown length', '/', { 'Transfer-Encoding': 'chunked' }, BODY_OCTETS / 4],
]

/** A client that sends a body piece by piece, until it is refused; it never sends the end. */
class Sender {
  readonly connection: Connection
  readonly #piece: Buffer
  readonly #octets: number
  #isRefused = false
  sent = 0

  constructor(connection: Connection, path: string, framing: Readonly<Record<string, string>>, octets: number) {
    this.#octets = octets
    this.connection = connection.send(request(`POST ${path}`, framing))
    this.#piece = 'Transfer-Encoding' in framing ? CHUNK : PIECE
    connection.response().then(() => {
      this.#isRefused = true
    })
  }

  get isDone(): boolean {
    return this.#isRefused || this.connection.socket.destroyed || this.sent + 2 * PIECE.length > this.#octets
  }

  async send(): Promise<void> {
    this.sent += PIECE.length
    await new Promise<void>((resolve) => this.connection.socket.write(this.#piece, () => resolve()))
  }
}

describe('HTTP servers with many unfinished bodies', () => {
  for (const kind of KINDS) {
    for (const [name, path, framing, octets] of BODIES) {
      it(`${kind}: hold ${CONNECTIONS} connections with bodies ${name} in less than 200 MB`, async (test) => {
        const { port, ask } = await startListener(test, kind)
        const before = await ask({ ask: 'memory', most: false })
        const open = async () => new Sender(await Connection.open(port), path, framing, octets)
        const senders = await Promise.all(Array.from({ length: CONNECTIONS }, open))
        for (let sending = senders; sending.length > 0; sending = sending.filter(({ isDone }) => !isDone)) {
          await Promise.all(sending.map((sender) => sender.send()))
          // Its answer arrives when the server has seen most of the pieces, so that few are sent after a refusal.
          const other = await Connection.open(port)
          assert.equal(text(await other.send(request('GET /')).response()), '200 ok')
          other.socket.destroy()
        }
        const cost = (await ask({ ask: 'memory', most: true })) - before
        const sent = senders.reduce((total, sender) => total + sender.sent, 0)
        test.diagnostic(`${Math.round(cost / 1e6)} MB at most for ${Math.round(sent / 1e6)} MB sent`)
        assert.ok(cost < MOST_OCTETS, `${cost} octets`)
        for (const { connection } of senders) connection.socket.destroy()
      })
    }
  }
})
