import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Secrets } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const BODY = Buffer.from('{"a":1}')

describe('secrets of instances', () => {
  let node: Harness
  before(async () => {
    node = await startEngine()
  })
  after(() => node.close())

  const hmac = (key: string) => createHmac('sha256', key).update(BODY).digest('hex')

  test('the database has nothing of a secret but its seal', async () => {
    const { engine } = node
    await find(engine.services, Secrets).of('plugin').keep('token', 'plain text')
    const [row] = await engine.sql<{ sealed: Buffer }[]>`select sealed from instance_secret`
    assert.ok(row !== undefined && !row.sealed.includes('plain text'))
  })

  test('a signature is that of webhooks, and while the key changes there are both', async () => {
    const { engine, principal } = node
    const secrets = find(engine.services, Secrets)
    const { channelId, securityKey } = await engine.provisioning.addChannel({
      clientId: principal.clientId,
      number: '27829990002',
    })
    const signed = async () => (await secrets.sign(channelId, BODY)).map((each) => Buffer.from(each).toString('hex'))
    assert.deepEqual(await signed(), [hmac(securityKey)])
    const { securityKey: next } = await engine.provisioning.rotateSecurityKey({ channelId, overlapHours: 24 })
    // The node has the keys of channels in mind for seconds, unless it is told.
    const late = await startEngine({ joinTo: node })
    const signatures = await find(late.engine.services, Secrets).sign(channelId, BODY)
    await late.close()
    assert.deepEqual(
      signatures.map((each) => Buffer.from(each).toString('hex')),
      [hmac(securityKey), hmac(next)],
    )
  })
})
