import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Collector, type ReceivedSpan, startCollector } from '../../../plugins/opentelemetry/test/collector.ts'
import { makeAccount } from './support/account.ts'
import { type GatewayProcess, makeUsedDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'

// The whole path of a message as a collector shows it: a gateway with the plugin, and a client behind a proxy.

const SPANS = ['POST /sms/2/messages', 'accept', 'submit simulator/main', 'receipt simulator/main', 'webhook']

describe('traces of a gateway', () => {
  let folder: TestDataDir
  let collector: Collector
  let receiver: Server
  let gateway: GatewayProcess
  let key: string
  before(async () => {
    folder = await makeUsedDataDir()
    collector = await startCollector()
    receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    const config = join(folder.path, 'traces.yaml')
    await writeFile(
      config,
      `http: { host: 127.0.0.1, trustedProxies: [127.0.0.1] }
webhooks: { allowNetworks: [127.0.0.0/8] }
instances:
  v2: { use: '@heliograph/adapter-v2' }
  simulator: { use: '@heliograph/carrier-simulator' }
  traces: { use: '@heliograph/opentelemetry', config: { endpoint: '${collector.endpoint}', intervalMs: 100 } }
`,
    )
    gateway = await startGateway({ dataDir: folder.path, args: ['--config', config] })
    key = (await makeAccount(['--config', config, '--data-dir', folder.path])).key
  })
  after(async () => {
    await gateway?.stop()
    await collector?.close()
    receiver?.close()
    await folder?.remove()
  })

  test('a message with a webhook is one trace: the caller is its root, each step hangs below the one it is of', async () => {
    const traceId = randomBytes(16).toString('hex')
    const callerSpan = randomBytes(8).toString('hex')
    const { port } = receiver.address() as AddressInfo
    const message = { destinations: [{ to: '27821234567' }], text: 'traced', notifyUrl: `http://127.0.0.1:${port}/` }
    const response = await fetch(`${gateway.http}/sms/2/messages`, {
      method: 'POST',
      headers: {
        authorization: `App ${key}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${callerSpan}-01`,
      },
      body: JSON.stringify({ messages: [message] }),
    })
    assert.equal(response.status, 200, await response.text())
    assert.equal(response.headers.get('x-request-id'), traceId)
    await collector.hasReceived(SPANS.length)
    assert.deepEqual(collector.spans.map(({ name }) => name).sort(), [...SPANS].sort())
    assert.deepEqual([...new Set(collector.spans.map((span) => span.traceId))], [traceId])
    const byName = new Map(collector.spans.map((span) => [span.name, span]))
    const parentOf = ({ parentSpanId }: ReceivedSpan) =>
      collector.spans.find(({ spanId }) => spanId === parentSpanId)?.name ?? 'none of the gateway'
    assert.deepEqual(
      SPANS.map((name) => parentOf(byName.get(name) as ReceivedSpan)),
      ['none of the gateway', 'POST /sms/2/messages', 'accept', 'submit simulator/main', 'accept'],
    )
    const text = JSON.stringify(collector.spans)
    for (const secret of ['27821234567', 'traced', String(port), key]) assert.ok(!text.includes(secret), secret)
  })
})
