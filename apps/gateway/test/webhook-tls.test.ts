import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { createLogger } from '@heliograph/runtime'
import { createShared } from '../src/compose.ts'
import type { GatewayConfiguration, Settings } from '../src/settings.ts'

const pem = (name: string) =>
  readFileSync(new URL(`../../../core/http/test/fixtures/http-tls/${name}.pem`, import.meta.url), 'utf8')
const ca = pem('cert')

const showing = (name: string) => ({ cert: pem(`${name}-cert`), key: pem(`${name}-key`), ca })
const configured = (webhookTls: GatewayConfiguration['webhookTls']) =>
  ({
    brand: {},
    webhookTls,
    sections: { webhooks: { allowNetworks: ['127.0.0.0/8', '::1/128'] } },
  }) as unknown as GatewayConfiguration

test('webhooks show their certificate, and another one once it is used', async (context) => {
  const asking = { requestCert: true, rejectUnauthorized: false }
  const server = createServer({ cert: ca, key: pem('key'), ...asking }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate() ?? {}
    response.setHeader('connection', 'close').end(subject?.CN ?? 'none')
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const shared = createShared(
    { configuration: configured(showing('client')) } as Settings,
    createLogger({ level: 'silent' }),
  )
  context.after(async () => {
    await shared.httpClients.close()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const call = () => shared.webhookClient.request({ method: 'POST', url: `https://localhost:${port}/` })
  assert.equal((await call()).body, 'acme-1')
  shared.useWebhookTls(showing('stranger'))
  assert.equal((await call()).body, 'stranger')
  shared.useWebhookTls({ ca })
  assert.equal((await call()).body, 'none')
  shared.useWebhookTls(undefined)
  await assert.rejects(call, { failure: 'connect' })
})
