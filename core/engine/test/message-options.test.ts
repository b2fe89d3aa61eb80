import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SubmitMessage } from '@heliograph/contracts'
import { createHttpClientDouble } from '@heliograph/testkit'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

describe('what is asked for with a message', () => {
  const link = new FakeLink()
  const http = createHttpClientDouble()
  let node: Harness
  before(async () => {
    const carriers = new Map([['net', carrierOf(link)]])
    node = await startEngine({ carriers, roles: ['dispatch', 'webhooks'], http })
  })
  after(() => node.close())

  const send = async (message: Partial<SubmitMessage>) => (await node.submit(message)).entries[0]?.smsId as number

  const untilSubmitted = (smsId: number) =>
    node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${smsId} is submitted`)

  async function sendAndDeliver(message: Partial<SubmitMessage>): Promise<void> {
    const smsId = await send(message)
    await untilSubmitted(smsId)
    const receipt = { carrier: 'net', networkId: networkIdOf(smsId, 1, 1), errorId: null, doneAt: new Date() }
    await node.engine.network.receipt({ ...receipt, status: 'delivered', networkStatus: 'DELIVRD' })
  }

  // spec: Outgoing message request (v2) | rule | messages[].options.flash: true is sent as flash SMS
  it('flash: the link is told, by the job queue as well', async () => {
    const [flash, plain] = [await send({ flash: true }), await send({ flash: false })]
    for (const smsId of [flash, plain]) await untilSubmitted(smsId)
    link.setUp(false)
    const queued = await send({ flash: true })
    link.setUp(true)
    await untilSubmitted(queued)
    const reported = link.submitted.map(({ smsId, flash }) => [smsId, flash])
    assert.deepEqual(reported, [
      [flash, true],
      [plain, false],
      [queued, true],
    ])
  })

  // spec: Outgoing message request (v2) | rule | messages[].notifyUrl gets the delivery reports of this message
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: application/json
  // spec: Outgoing message request (v2) | rule | messages[].notifyContentType: application/x-www-form-urlencoded
  it('a URL for its delivery reports: they go there, in the form wanted, and those of other messages do not', async () => {
    http.script({ status: 200 }, { status: 200 })
    await sendAndDeliver({})
    await sendAndDeliver({ notifyUrl: 'https://client.example/none', receiptWebhook: false })
    await sendAndDeliver({ notifyUrl: 'https://client.example/json', notifyFormat: 'json' })
    await sendAndDeliver({ notifyUrl: 'https://client.example/form', notifyFormat: 'form' })
    await node.until(() => http.requests.length === 2, 'both are reported')
    const [form, json] = http.requests.toSorted((one, other) => one.url.localeCompare(other.url))
    assert.deepEqual([form?.url, json?.url], ['https://client.example/form', 'https://client.example/json'])
    assert.equal(new URLSearchParams(String(form?.body)).get('status'), 'DELIVERED')
    assert.equal(JSON.parse(String(json?.body)).data.status, 'DELIVERED')
    assert.equal((await node.engine.sql`select from webhook`).length, 2)
  })
})
