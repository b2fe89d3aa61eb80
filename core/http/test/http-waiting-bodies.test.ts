import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { text } from './http-server-fixture.ts'
import { BodySender } from './support/body-sender.ts'
import { startListener } from './support/start-listener.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const CONNECTIONS = 400
const AT_A_TIME = 8
const BODY_OCTETS = 4_194_304
/** What one address may hold, in bodies. */
const MOST_BODIES = 4
/** Most memory that all of it may cost: the bodies that wait, and the buffers of the connections. */
const MOST_OCTETS = 150_000_000

describe('HTTP servers whose handlers wait', () => {
  for (const kind of KINDS) {
    it(`${kind}: hold ${CONNECTIONS} forms of 4 MiB from one address in less than 150 MB, and serve others`, async (test) => {
      const { port, ask } = await startListener(test, kind)
      const before = await ask({ ask: 'memory', most: false })
      const framing = { 'Content-Length': String(BODY_OCTETS) }
      const answers: string[] = []
      const senders = await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          const connection = await Connection.open(port)
          return new BodySender(connection, '/held', framing, BODY_OCTETS, (response) => {
            answers.push(`${text(response)} ${response?.headers['retry-after']}`)
          })
        }),
      )
      // A few at a time, so that complete bodies add up where they do not count.
      for (let start = 0; start < CONNECTIONS; start += AT_A_TIME) {
        const group = senders.slice(start, start + AT_A_TIME)
        for (let sending = group; sending.length > 0; sending = sending.filter(({ isDone }) => !isDone)) {
          await Promise.all(sending.map((sender) => sender.send()))
        }
        const own = await Connection.open(port)
        assert.equal(text(await own.send(request('POST /', {}, 'x'.repeat(1000))).response()), '200 ')
        own.socket.destroy()
      }
      // A body of the largest size from elsewhere.
      const other = await Connection.open(port, { localAddress: '127.0.0.2' })
      assert.equal(text(await other.send(request('POST /', {}, Buffer.alloc(BODY_OCTETS))).response()), '200 ')

      const cost = (await ask({ ask: 'memory', most: true })) - before
      const sent = senders.reduce((total, sender) => total + sender.sent, 0)
      const waiting = CONNECTIONS - answers.length
      test.diagnostic(`${Math.round(cost / 1e6)} MB at most for ${Math.round(sent / 1e6)} MB sent, ${waiting} wait`)
      assert.ok(cost < MOST_OCTETS, `${cost} octets`)
      assert.ok(waiting <= MOST_BODIES, `${waiting} bodies wait`)
      assert.deepEqual([...new Set(answers)], ['503 too-many-bodies 1'])

      // Once they are answered, there is room again.
      await ask({ ask: 'release' })
      const again = await Connection.open(port)
      assert.equal(text(await again.send(request('POST /', {}, Buffer.alloc(BODY_OCTETS))).response()), '200 ')
      for (const { connection } of senders) connection.socket.destroy()
    })
  }
})
