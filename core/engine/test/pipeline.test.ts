import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

describe('a message from accept to its final state', () => {
  const link = new FakeLink()
  let harness: Harness
  before(async () => {
    harness = await startEngine({ carriers: new Map([['net', carrierOf(link)]]) })
  })
  after(() => harness.close())

  it('is accepted, submitted and delivered by its receipt', async () => {
    const { entries } = await harness.submit({})
    const [entry] = entries
    assert.equal(entry?.state, 'queued')
    const smsId = entry?.smsId ?? 0
    await harness.until(async () => (await harness.stateOf(smsId)) === 'submitted', 'it is submitted')
    await harness.engine.network.receipt({
      carrier: 'net',
      networkId: networkIdOf(smsId, 1, 1),
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date(),
    })
    assert.equal(await harness.stateOf(smsId), 'delivered')
  })
})
