import assert from 'node:assert/strict'
import { once } from 'node:events'
import { it } from 'node:test'
import type { ServerKind } from '../src/index.ts'
import { Connection, request } from './http-connection.ts'
import { gate, ok, recordingLogger, serve, text } from './http-server-fixture.ts'

export function describeDeadline(kind: ServerKind): void {
  const limits = { handlerTimeoutMs: 100 }

  for (const sent of [request('GET /a/7'), request('POST /a/7', {}, 'abc')]) {
    const method = String(sent).split(' ')[0]
    it(`answers ${method} for a handler exceeded its deadline, tells it so and warns`, async (test) => {
      const { handler, state, entered } = gate()
      test.after(state.release)
      const { logger, lines } = recordingLogger()
      const observed: (readonly [method: string, status: number, seconds: number])[] = []
      const onResponse = (_id: string, _path: string, verb: string, status: number, seconds: number) => {
        observed.push([verb, status, seconds])
      }
      const makeRequestId = () => 'r-1'
      const options = { limits, logger, onResponse, makeRequestId }
      const { port } = await serve(test, kind, { 'ANY /a/:id': handler, 'GET /': ok }, options)
      const connection = (await Connection.open(port)).send(sent)
      await entered(1)
      const signal = state.signals[0] as AbortSignal
      if (!signal.aborted) await once(signal, 'abort')
      const response = await connection.response()
      assert.deepEqual([text(response), response?.headers['x-form']], ['503 outcome-unknown', 'own'])
      const fields = { instanceId: 'test', method, route: '/a/:id', requestId: 'r-1' }
      assert.deepEqual(lines, [{ level: 'warn', fields, message: 'handler exceeded its deadline' }])
      const [verb, status, seconds = 0] = observed[0] ?? []
      assert.deepEqual([verb, status, seconds >= 0.1], [method, 503, true])
    })
  }

  it('drops what a handler comes to after its deadline, and the connection goes on', async (test) => {
    const { handler, state } = gate()
    const statuses: number[] = []
    const onResponse = (_id: string, _path: string, _method: string, status: number) => statuses.push(status)
    const { port, server } = await serve(test, kind, { 'GET /': handler, 'GET /ok': ok }, { limits, onResponse })
    const connection = await Connection.open(port)
    assert.equal(text(await connection.send(request('GET /')).response()), '503 outcome-unknown')
    state.release()
    assert.equal(text(await connection.send(request('GET /ok')).response()), '200 ok')
    assert.equal(text(await connection.send(request('GET /ok')).response()), '200 ok')
    assert.deepEqual([state.left, statuses], [1, [503, 200, 200]])
    await server.close(5000)
  })

  it('does not wait for a handler exceeded its deadline whose client has gone', async (test) => {
    const { handler, state, entered } = gate()
    test.after(state.release)
    const { port, server } = await serve(test, kind, { 'GET /': handler }, { limits })
    const connection = (await Connection.open(port)).send(request('GET /'))
    await entered(1)
    connection.socket.destroy()
    const startedAt = performance.now()
    await server.close(60_000)
    assert.ok(performance.now() - startedAt < 30_000)
  })
}
