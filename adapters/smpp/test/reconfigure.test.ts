import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { OTHER_TEST_CERTIFICATE, TEST_CERTIFICATE, type TestCertificate } from '@heliograph/testkit'
import { Default } from 'typebox/value'
import { type SmppConfig, smppConfigSchema } from '../src/config.ts'
import { connectRaw } from './raw-client.ts'
import { HELLO } from './row.ts'
import { credentials, EMAIL, settle, withServer } from './world.ts'

// What a running server takes over from a changed configuration.

test('a renewed certificate is shown to new connections, and open ones go on', () => {
  const shown = ({ cert }: TestCertificate) => new X509Certificate(cert).fingerprint256
  return withServer(
    async (world) => {
      const { adapter } = world
      const tlsPort = adapter.address?.()?.tlsPort ?? 0
      const connectSecurely = async () => {
        const socket = connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
        await once(socket, 'secureConnect')
        return { socket, certificate: socket.getPeerX509Certificate()?.fingerprint256 }
      }
      const before = await connectSecurely()
      assert.equal(before.certificate, shown(TEST_CERTIFICATE))
      const client = await connectRaw(tlsPort, { socket: before.socket })
      assert.equal((await client.request('bind_transceiver', credentials(world))).command_status, 0)
      const config = Default(smppConfigSchema, {}) as SmppConfig
      const { cert, key } = OTHER_TEST_CERTIFICATE
      adapter.reconfigure?.({ ...config, tls: { port: 0, cert, key } })
      assert.throws(() => adapter.reconfigure?.({ ...config, tls: { port: 0, cert: 'x', key } }))
      assert.equal(adapter.listeners?.at(-1)?.certificate, cert)
      const after = await connectSecurely()
      assert.equal(after.certificate, shown(OTHER_TEST_CERTIFICATE))
      after.socket.destroy()
      assert.equal((await client.request('submit_sm', HELLO)).command_status, 0)
      await settle(client)
      await client.end()
    },
    { config: { tls: { ...TEST_CERTIFICATE, port: 0 } } },
  )
})

test('changed limits hold for new binds; sessions keep theirs', () =>
  withServer(async ({ adapter, bind }) => {
    const before = await bind()
    const config = Default(smppConfigSchema, {}) as SmppConfig
    adapter.reconfigure?.({ ...config, users: [{ systemId: EMAIL, submitsPerSecond: 1 }] })
    const after = await bind()
    const statuses = []
    for (const client of [after, after, before])
      statuses.push((await client.request('submit_sm', HELLO)).command_status)
    assert.deepEqual(statuses, [0, 0x58, 0])
    const twice = [{ systemId: EMAIL }, { systemId: EMAIL.toUpperCase() }]
    assert.throws(() => adapter.reconfigure?.({ ...config, users: twice }), /twice/)
    adapter.reconfigure?.(config)
    const last = await bind()
    for (let count = 0; count < 3; count += 1) assert.equal((await last.request('submit_sm', HELLO)).command_status, 0)
  }))
