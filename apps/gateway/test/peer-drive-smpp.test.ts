import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findFreePort } from '@heliograph/testkit'
import { until } from './support/gateway-process.ts'
import { openDatabase, recordedMessages } from './support/outcome.ts'
import { WAIT_LIMIT_MS } from './support/peers/arrivals.ts'
import { type Account, createDeployment, type Deployment } from './support/peers/deployment.ts'
import { type DriveSmpp, startDriveSmpp } from './support/peers/drive-smpp.ts'
import type { Esme, EsmeSession } from './support/peers/esme.ts'
import { withoutDriveSmpp } from './support/peers/installed.ts'
import { startNpmSmppEsme } from './support/peers/npm-smpp-esme.ts'
import type { SmppGateway } from './support/peers/smpp-gateway.ts'

// A transmitter and a receiver bound to Kannel's own SMSC, which numbers its requests from 0 and answers submits
// without an id.

const INCOMING = 20

describe("Kannel's drive_smpp as a network", { skip: withoutDriveSmpp }, () => {
  let smsc: DriveSmpp
  let deployment: Deployment
  let gateway: SmppGateway
  let account: Account
  let esme: Esme
  let session: EsmeSession
  before(async () => {
    const port = await findFreePort()
    const link = {
      hosts: [`127.0.0.1:${port}`],
      systemId: 'gateway',
      password: 'Kd83mQ',
      bind: 'transmitter-receiver',
      reconnectMinMs: 100,
      reconnectMaxMs: 500,
    }
    const carrier = { use: '@heliograph/carrier-smpp', config: { links: { main: link } } }
    deployment = await createDeployment({ instances: { drive: carrier } })
    // drive_smpp sends to this number.
    account = await deployment.addAccount({ name: 'Peer', number: '123' })
    gateway = await deployment.start()
    esme = startNpmSmppEsme()
    const { systemId, password } = account
    session = await esme.bind({ port: gateway.smppPort, type: 'transceiver', systemId, password })
    assert.equal(session.status, 0)
    // Its SMS go to users who have had a receiver, so it starts only now.
    smsc = await startDriveSmpp({ port, incoming: INCOMING })
  })
  after(async () => {
    await esme?.stop()
    await deployment?.remove()
    await smsc?.stop()
  })

  test('its SMS arrive at the client, each once', async () => {
    const deliveries = await session.deliveries.waitForCount(INCOMING)
    const texts = deliveries.map(({ text }) => Number(text)).sort((a, b) => a - b)
    assert.deepEqual(
      texts,
      Array.from({ length: INCOMING }, (_, index) => index + 1),
    )
    assert.ok(deliveries.every(({ from, to, esmClass }) => from === '456' && to === '123' && esmClass === 0))
  })

  test('it takes a message, and the links live on', async () => {
    const { status, messageId } = await session.submit({ from: 'Sender', to: '27821234100', text: 'Hello' })
    assert.equal(status, 0)
    const sql = openDatabase(deployment.databaseUrl)
    await until(
      () => recordedMessages(sql),
      (recorded) => recorded.has(Number(messageId)),
      WAIT_LIMIT_MS,
    ).finally(() => sql.end())
    // Without an id no receipt can be matched to the message.
    const query = await session.request('query_sm', { message_id: messageId, source_addr: 'Sender' })
    assert.equal(query.fields.message_state, 1)
    assert.ok(smsc.program.isRunning, smsc.program.complaints)
  })
})
