import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SubmitMessage } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

/** The first channel of a deployment. */
const CHANNEL = 1001
const OF_CHANNEL = 'https://client.test/dlr'
const OF_MESSAGE = 'https://client.test/own'

let node: Harness
before(async () => {
  const carriers = new Map([['net', carrierOf(new FakeLink())]])
  node = await startEngine({ carriers, roles: ['dispatch'], settings: { webhooks: { sentReceipts: [CHANNEL] } } })
  await node.engine.provisioning.setChannel({ channelId: CHANNEL, dlrUrl: OF_CHANNEL })
})
after(() => node.close())

const ROWS: readonly (readonly [what: string, message: Partial<SubmitMessage>, reported: readonly string[]])[] = [
  ['its own URL is called for every message', {}, [`${OF_CHANNEL} 1`, `${OF_CHANNEL} 2`]],
  ['not for one that does not want it', { sentReceipt: false }, [`${OF_CHANNEL} 2`]],
  ['not the URL of a message', { notifyUrl: OF_MESSAGE }, [`${OF_MESSAGE} 2`]],
  [
    'but that as well when the message asks',
    { notifyUrl: OF_MESSAGE, sentReceipt: true },
    [`${OF_MESSAGE} 1`, `${OF_MESSAGE} 2`],
  ],
  ['nothing when the message wants no webhook', { receiptWebhook: false }, []],
]

for (const [what, message, reported] of ROWS)
  test(`a channel that is to be told when a network has taken a message: ${what}`, async () => {
    const { entries } = await node.submit(message)
    const smsId = entries[0]?.smsId as number
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'it is submitted')
    const receipt = { carrier: 'net', networkId: networkIdOf(smsId, 1, 1), errorId: null, doneAt: new Date() }
    await node.engine.network.receipt({ ...receipt, status: 'delivered', networkStatus: 'DELIVRD' })
    await node.until(async () => (await node.stateOf(smsId)) === 'delivered', 'it is delivered')
    const rows = await node.engine.sql<{ url: string; body: string }[]>`
      select url, body from webhook where subject_id = ${smsId} order by webhook_id`
    assert.deepEqual(
      rows.map(({ url, body }) => `${url} ${(JSON.parse(body) as { data: { statusCode: number } }).data.statusCode}`),
      reported,
    )
  })
