import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createRouter, DEFAULT_HTTP_LIMITS } from '../src/index.ts'
import { DescriptorReserve } from '../src/server/descriptor-reserve.ts'
import { createUwsServer } from '../src/server/uws/uws-server.ts'
import { Connection, request } from './http-connection.ts'
import { ok, recordingLogger, TLS, text } from './http-server-fixture.ts'

/** A reserve for which the test decides when it is reached. */
class ScriptedReserve extends DescriptorReserve {
  isShort = false

  constructor() {
    super(Number.POSITIVE_INFINITY, undefined)
  }

  override isReached(): boolean {
    return this.isShort
  }
}

export function describeAddress(): void {
  for (const tls of [undefined, TLS]) {
    it(`uws: gives its address up while descriptors are short${tls === undefined ? '' : ', with TLS'}`, async (test) => {
      const reserve = new ScriptedReserve()
      const { logger, lines, logged } = recordingLogger()
      const routes = [{ method: 'GET', path: '/', handler: ok } as const]
      const router = createRouter([{ instanceId: 'test', routes, formatError: () => ({ status: 500 }) }])
      const limits = DEFAULT_HTTP_LIMITS
      const options = {
        kind: 'uws',
        host: '127.0.0.1',
        port: 0,
        reusePort: false,
        trustedProxies: [],
        hstsMaxAgeSeconds: 0,
        makeRequestId: () => 'new',
      } as const
      const server = createUwsServer({ ...options, router, limits, tls, reserve, logger })
      test.after(() => server.close(0))
      const { port } = await server.listen()
      const ask = async () => {
        const connection = await Connection.open(port, { tls: tls !== undefined }).catch(() => undefined)
        const response = await connection?.send(request('GET /')).response()
        connection?.socket.destroy()
        return text(response)
      }

      assert.equal(await ask(), '200 ok')
      reserve.isShort = true
      const squatter = await takeAddress(port)
      reserve.isShort = false
      await logged
      assert.match(lines[0]?.message ?? '', /cannot be reopened/)
      squatter.close()
      while ((await ask()) !== '200 ok') await pause(50)
    })
  }
}

/** Listens on the port as soon as it is free. */
async function takeAddress(port: number): Promise<Server> {
  for (;;) {
    const server = createServer()
    const isTaken = new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    server.listen(port, '127.0.0.1')
    if (await isTaken) return server
    await pause(20)
  }
}
