import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { text } from './http-server-fixture.ts'
import { startListener } from './support/start-listener.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']
const DESCRIPTORS = 256
/** An eighth of the descriptors. */
const RESERVE = 32
const SPAN_MS = 1_500

/** Resolves when each of `count` connections has been made or refused. */
function gatherCrowd(port: number, count: number): Promise<readonly Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: '127.0.0.1', port })
      await new Promise((resolve) => socket.once('connect', resolve).on('error', resolve))
      socket.write(request('GET /'))
      return socket.resume()
    }),
  )
}

describe('HTTP servers that run out of file descriptors', { skip: !existsSync('/proc/self/limits') }, () => {
  for (const kind of KINDS) {
    it(`${kind}: keep some for other work, serve the clients they have, and take others when there is room`, async (test) => {
      const { port, operatorsPort, ask, nextWarning } = await startListener(test, kind, DESCRIPTORS)
      const warning = nextWarning()
      const kept = (await Connection.open(port)).send(request('GET /held'))
      const crowd = await gatherCrowd(port, 2 * DESCRIPTORS)
      assert.match((await warning).warned, /no further connections are accepted.*raise the limit/)
      assert.equal(await ask({ ask: 'files', count: RESERVE / 2 }), RESERVE / 2)
      assert.equal(await tryRequest(operatorsPort), '200 ok')
      const processorMs = await ask({ ask: 'processor', duringMs: SPAN_MS })
      test.diagnostic(`${Math.round(processorMs)} ms of processor time in ${SPAN_MS} ms without room`)
      assert.ok(processorMs < SPAN_MS / 4, `${processorMs} ms`)
      await ask({ ask: 'release' })
      assert.equal(text(await kept.response()), '200 held')
      for (let round = 0; round < 20; round++) {
        assert.equal(text(await kept.send(request('GET /')).response()), '200 ok')
      }
      for (const socket of crowd) socket.destroy()
      while ((await tryRequest(port)) !== '200 ok') await pause(50)
      kept.socket.destroy()
    })
  }
})

/** Undefined when the connection is refused or closed. */
async function tryRequest(port: number): Promise<string | undefined> {
  const connection = await Connection.open(port).catch(() => undefined)
  const response = await connection?.send(request('GET /')).response()
  connection?.socket.destroy()
  return text(response)
}
