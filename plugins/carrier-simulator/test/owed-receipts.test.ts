import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnreportedPart } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { startInstance } from './harness.ts'

const HOUR = 3_600_000

/** What the gateway reports about parts that an earlier process took. */
function partsBefore(nowMs: number, ...recipients: readonly string[]): readonly UnreportedPart[] {
  return recipients.map((to, index) => ({
    smsId: index + 1,
    networkId: `earlier${index + 1}`,
    to,
    submittedAt: new Date(nowMs - HOUR),
  }))
}

test('parts that were never reported on get their receipts after the start', async () => {
  const clock = createManualClock()
  const instance = await startInstance({}, clock)
  instance.gateway.parts.push(...partsBefore(clock.now(), '27831234567', '27831234901', '27831234906'))
  await instance.pass(0)
  assert.deepEqual(
    instance.gateway.receipts.map(({ networkId, networkStatus, doneAt }) => ({
      networkId,
      networkStatus,
      age: clock.now() - doneAt.getTime(),
    })),
    [
      { networkId: 'earlier1', networkStatus: 'DELIVRD', age: HOUR },
      { networkId: 'earlier2', networkStatus: 'UNDELIV', age: HOUR },
    ],
    '906 has none',
  )
})

test('a node that is killed later is noticed too, one that may still report is not', async () => {
  const instance = await startInstance({ receiptDelayMs: 2000 })
  await instance.pass(100)
  const submittedAt = new Date(instance.clock.now())
  instance.gateway.parts.push({ smsId: 9, networkId: 'elsewhere', to: '27831234567', submittedAt })
  await instance.pass(6000)
  assert.equal(instance.gateway.receipts.length, 0)
  await instance.pass(5000)
  assert.deepEqual(
    instance.gateway.receipts.map(({ networkId }) => networkId),
    ['elsewhere'],
  )
})

test('what this run took itself is not sent twice', async () => {
  const instance = await startInstance()
  instance.gateway.away = true
  const [outcome] = await instance.submit({ smsId: 5 })
  const networkId = (outcome?.kind === 'accepted' && outcome.networkId) || assert.fail()
  const submittedAt = new Date(instance.clock.now())
  instance.gateway.parts.push({ smsId: 5, networkId, to: '27831234567', submittedAt })
  await instance.pass(30_000)
  instance.gateway.away = false
  await instance.pass(30_000)
  assert.equal(instance.gateway.receipts.length, 1)
})

test('many parts are asked for page by page', async () => {
  const clock = createManualClock()
  const instance = await startInstance({}, clock)
  instance.gateway.parts.push(...partsBefore(clock.now(), ...Array<string>(2500).fill('27831234567')))
  await instance.pass(50)
  assert.equal(new Set(instance.gateway.receipts.map(({ networkId }) => networkId)).size, 2500)
})

for (const config of [{ receipts: false }, { receiptParts: 'none' }] as const) {
  test(`a network that sends none asks for none: ${JSON.stringify(config)}`, async () => {
    const clock = createManualClock()
    const instance = await startInstance(config, clock)
    instance.gateway.parts.push(...partsBefore(clock.now(), '27831234567'))
    await instance.pass(20_000)
    assert.deepEqual(instance.gateway.receipts, [])
  })
}

test('a gateway that cannot say is asked again', async () => {
  const clock = createManualClock()
  const instance = await startInstance({}, clock)
  const { unreported } = instance.gateway
  let asked = 0
  instance.gateway.unreported = (query) => {
    asked += 1
    return asked < 3 ? Promise.reject(new Error('database away')) : unreported.call(instance.gateway, query)
  }
  instance.gateway.parts.push(...partsBefore(clock.now(), '27831234567'))
  await instance.pass(25_000)
  assert.equal(asked, 3)
  assert.equal(instance.gateway.receipts.length, 1)
})
