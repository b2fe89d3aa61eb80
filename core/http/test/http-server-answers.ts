import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { it } from 'node:test'
import type { HttpResponse } from '@heliograph/contracts'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { gate, recordingLogger, serve } from './http-server-fixture.ts'

export function describeAnswers(kind: ServerKind): void {
  it('sends each value of a header that has several', async (test) => {
    const headers = { 'Set-Cookie': ['a=1; Path=/', 'b=2'], 'X-One': ['c'], 'X-None': [] }
    const { port } = await serve(test, kind, { 'GET /': () => ({ status: 200, headers }) })
    const connection = await Connection.open(port)
    connection.send(request('GET /', { Connection: 'close' }))
    const lines = (await connection.closed()).split('\r\n').filter((line) => /^(set-cookie|x-(one|none))/i.test(line))
    assert.deepEqual(lines, ['Set-Cookie: a=1; Path=/', 'Set-Cookie: b=2', 'X-One: c'])
  })

  const responses: readonly (readonly [name: string, line: string, response: HttpResponse])[] = [
    ['a small response', 'GET /', { status: 200, body: 'ok' }],
    ['a response of 3 MB', 'GET /', { status: 200, body: 'x'.repeat(3_000_000) }],
    ['an empty response', 'GET /', { status: 200 }],
    ['a response without a body', 'GET /', { status: 204 }],
    ['a response to HEAD', 'HEAD /', { status: 200, body: 'ok' }],
  ]
  for (const [name, line, response] of responses) {
    it(`runs what is to be done after ${name}, once`, async (test) => {
      let count = 0
      const sent = new EventEmitter()
      const isSent = once(sent, 'sent')
      const ended = (isWhole: boolean) => {
        assert.ok(isWhole)
        count++
        sent.emit('sent')
      }
      const { port, server } = await serve(test, kind, { 'GET /': async () => ({ ...response, ended }) })
      const connection = (await Connection.open(port)).send(request(line))
      const received = await connection.response({ isHead: line.startsWith('HEAD') })
      assert.equal(received?.status, response.status)
      await isSent
      connection.socket.destroy()
      await server.close(5000)
      assert.equal(count, 1)
    })
  }

  it('says once of each response that went nowhere that it was not sent', async (test) => {
    const { handler, state, entered } = gate()
    const said: string[] = []
    const note = (name: string) => ({ ended: (isSent: boolean) => void said.push(`${name} ${isSent}`) })
    const large = { status: 200, body: 'x'.repeat(30_000_000), ...note('large') }
    const { port, server } = await serve(test, kind, {
      'GET /waiting': async (seen) => ({ ...(await handler(seen)), ...note('waiting') }),
      'GET /large': () => large,
      'GET /unfit': () => ({ status: 99, ...note('unfit') }),
    })
    const waiting = (await Connection.open(port)).send(request('GET /waiting'))
    await entered(1)
    const aborted = once(state.signals[0] as AbortSignal, 'abort')
    waiting.socket.destroy()
    await aborted
    state.release()
    const reading = (await Connection.open(port)).send(request('GET /large'))
    await once(reading.socket, 'data')
    reading.socket.resetAndDestroy()
    const unfit = (await Connection.open(port)).send(request('GET /unfit'))
    assert.equal((await unfit.response())?.status, 500)
    await server.close(30_000)
    assert.deepEqual(said.toSorted(), ['large false', 'unfit false', 'waiting false'])
  })

  for (const isLate of [false, true]) {
    it(`logs what fails after a response ${isLate ? 'later' : 'at once'}`, async (test) => {
      const { logger, lines, logged } = recordingLogger()
      const err = new Error('no')
      const ended = () => {
        if (isLate) return Promise.reject(err)
        throw err
      }
      const { port } = await serve(
        test,
        kind,
        { 'GET /:id': () => ({ status: 200, ended }) },
        { logger, makeRequestId: () => 'r-1' },
      )
      const connection = await Connection.open(port)
      assert.equal((await connection.send(request('GET /1')).response())?.status, 200)
      await logged
      const fields = { instanceId: 'test', method: 'GET', route: '/:id', requestId: 'r-1', err }
      assert.deepEqual(lines, [{ level: 'error', fields, message: 'work after a response failed' }])
      assert.equal((await connection.send(request('GET /2')).response())?.status, 200)
    })
  }
}
