import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { TEST_CERTIFICATE } from '@heliograph/testkit'

/** A port that speaks TLS, for clients that speak nothing else. */
export interface TlsFront {
  readonly port: number
  close(): Promise<void>
}

/** Opens a port that passes on what it decrypts to another one. */
export async function openTlsFront(to: number): Promise<TlsFront> {
  const server = createServer(TEST_CERTIFICATE, (client) => {
    const inner = connect(to, '127.0.0.1')
    const end = () => {
      client.destroy()
      inner.destroy()
    }
    client.on('error', end).on('close', end)
    inner.on('error', end).on('close', end)
    client.pipe(inner).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
