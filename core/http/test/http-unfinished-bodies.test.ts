import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { text } from './http-server-fixture.ts'
import { BodySender } from './support/body-sender.ts'
import { startListener } from './support/start-listener.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const CONNECTIONS = 700
const BODY_OCTETS = 4_194_304
/** Most memory that the bodies may cost: 64 MiB for themselves, and the rest for connections and their buffers. */
const MOST_OCTETS = 200_000_000

/** `octets`: each connection sends less, so that no body is complete. */
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

describe('HTTP servers with many unfinished bodies', () => {
  for (const kind of KINDS) {
    for (const [name, path, framing, octets] of BODIES) {
      it(`${kind}: hold ${CONNECTIONS} connections with bodies ${name} in less than 200 MB`, async (test) => {
        const { port, ask } = await startListener(test, kind)
        const before = await ask({ ask: 'memory', most: false })
        // From so many addresses that together they may take the whole budget.
        const open = async (_: unknown, index: number) =>
          new BodySender(
            await Connection.open(port, { localAddress: `127.0.0.${(index % 8) + 1}` }),
            path,
            framing,
            octets - 1,
          )
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
