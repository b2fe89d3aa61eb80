import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartOutcome } from '@heliograph/contracts'
import { outgoing, startInstance } from './harness.ts'

test('each part has its own network id and its own receipt', async () => {
  const instance = await startInstance()
  const ids = networkIds(await instance.submit({ parts: 3, to: '27831234901' }))
  assert.equal(new Set(ids).size, 3)
  await instance.pass(10)
  assert.deepEqual(
    instance.gateway.receipts.map(({ carrier, networkId, to, status }) => ({ carrier, networkId, to, status })),
    ids.map((networkId) => ({ carrier: 'simulator', networkId, to: '27831234901', status: 'undeliverable' })),
  )
})

for (const [receiptParts, expected] of [
  ['all', [0, 1, 2]],
  ['first', [0]],
  ['last', [2]],
  ['none', []],
] as const) {
  test(`receiptParts ${receiptParts}`, async () => {
    const instance = await startInstance({ receiptParts })
    assert.equal(instance.link.receipts, receiptParts)
    const ids = networkIds(await instance.submit({ parts: 3 }))
    await instance.pass(10)
    assert.deepEqual(
      instance.gateway.receipts.map((receipt) => receipt.networkId),
      expected.map((index) => ids[index]),
    )
  })
}

test('receipts false: none is sent although the link promises them', async () => {
  const instance = await startInstance({ receipts: false })
  assert.equal(instance.link.receipts, 'all')
  for (const suffix of ['000', '901', '907']) {
    const outcomes = instance.submit({ to: `27831234${suffix}` })
    await instance.pass(10)
    assert.equal((await outcomes)[0]?.kind, 'accepted')
  }
  await instance.pass(100)
  assert.deepEqual(instance.gateway.receipts, [])
  assert.equal(instance.clock.pending, 1, 'only the response time-out of 907 is left: nothing is owed, so nobody asks')
})

test('without delay the answer is there at once and the receipt follows it', async () => {
  const instance = await startInstance()
  assert.equal((await instance.submit())[0]?.kind, 'accepted')
  assert.equal(instance.gateway.receipts.length, 0)
  await instance.pass(0)
  assert.equal(instance.gateway.receipts.length, 1)
})

test('delays hold, are never cut short and share their timers', async () => {
  const instance = await startInstance({ submitDelayMs: 20, receiptDelayMs: 100 })
  await instance.pass(0)
  const others = instance.clock.pending
  let answered = 0
  for (let count = 0; count < 1000; count++) void instance.submit().then(() => (answered += 1))
  assert.equal(instance.clock.pending, others + 1)
  await instance.pass(19)
  assert.equal(answered, 0)
  await instance.pass(3)
  assert.equal(answered, 1000)
  assert.equal(instance.clock.pending, others + 1)
  await instance.pass(97)
  assert.equal(instance.gateway.receipts.length, 0)
  await instance.pass(5)
  assert.equal(instance.gateway.receipts.length, 1000)
})

test('receipts under way never pass the window', async () => {
  const instance = await startInstance({ window: 4 })
  let open = () => {}
  instance.gateway.gate = new Promise((resolve) => {
    open = resolve
  })
  let underWay = 0
  const receipt = instance.gateway.receipt.bind(instance.gateway)
  instance.gateway.receipt = (value) => {
    underWay += 1
    return receipt(value)
  }
  for (let count = 0; count < 10; count++) await instance.submit()
  await instance.pass(10)
  assert.equal(underWay, 4)
  open()
  await instance.pass(10)
  assert.equal(instance.gateway.receipts.length, 10)
})

test('a receipt the gateway does not take comes again, with growing waits, until it is taken', async () => {
  const instance = await startInstance({ window: 2 })
  instance.gateway.away = true
  const sent: string[] = []
  for (let count = 0; count < 5; count++) sent.push(...networkIds(await instance.submit()))
  await instance.pass(150)
  assert.equal(instance.gateway.refused, 2, 'the window, once')
  await instance.pass(1250)
  assert.equal(instance.gateway.refused, 6, 'after 200 and 400 ms more')
  assert.equal(instance.log.at('warn').length, 3)
  await instance.pass(20_000)
  assert.ok(instance.gateway.refused <= 20, `${instance.gateway.refused} in vain`)
  instance.gateway.away = false
  await instance.pass(5100)
  assert.deepEqual(instance.gateway.receipts.map((receipt) => receipt.networkId).sort(), sent)
  const { receipts } = await instance.stats()
  assert.deepEqual(receipts, { pending: 0, sent: 5, repeated: instance.gateway.refused, givenUp: 0 })
})

test('a receipt nobody takes for 72 hours is given up', async () => {
  const instance = await startInstance()
  instance.gateway.away = true
  await instance.submit()
  await instance.pass(10)
  instance.clock.advance(72 * 3_600_000)
  await instance.pass(10_000)
  assert.equal(instance.log.at('error').length, 1)
  assert.deepEqual((await instance.stats()).receipts, {
    pending: 0,
    sent: 0,
    repeated: instance.gateway.refused - 1,
    givenUp: 1,
  })
})

test('a network that cannot get rid of its receipts takes no more messages', async () => {
  const instance = await startInstance({ receiptBacklog: 3 })
  instance.gateway.away = true
  for (let count = 0; count < 4; count++) assert.equal((await instance.submit())[0]?.kind, 'accepted')
  assert.deepEqual(await instance.submit(), [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }])
  instance.gateway.away = false
  await instance.pass(1000)
  assert.equal((await instance.submit())[0]?.kind, 'accepted')
})

test('a dropped link brings no receipts until it is back', async () => {
  const instance = await startInstance({ reconnectMs: 300, receiptDelayMs: 50 })
  await instance.submit()
  void instance.submit({ to: '27831234910' })
  await instance.pass(200)
  assert.equal(instance.gateway.receipts.length, 0)
  await instance.pass(200)
  assert.equal(instance.gateway.receipts.length, 1)
})

test('stopping hands over the receipts still owed and settles what is unanswered', async () => {
  const instance = await startInstance({ receiptDelayMs: 60_000, submitDelayMs: 1000 })
  const first = instance.submit()
  await instance.pass(1010)
  const second = instance.submit()
  await instance.stop()
  assert.equal((await first)[0]?.kind, 'accepted')
  assert.deepEqual(await second, [{ kind: 'unknown' }])
  assert.equal(instance.gateway.receipts.length, 2)
  assert.equal(instance.clock.pending, 0)
  assert.deepEqual(await instance.link.submit(outgoing()), [{ kind: 'not-sent' }])
})

test('stopping does not wait for a gateway that takes nothing', async () => {
  const instance = await startInstance({ receiptDelayMs: 60_000 })
  await instance.submit()
  instance.gateway.away = true
  await instance.stop()
  await instance.stop()
  assert.equal(instance.gateway.receipts.length, 0)
  assert.equal(instance.clock.pending, 0)
})

function networkIds(outcomes: readonly PartOutcome[]): readonly string[] {
  return outcomes.map((outcome) => (outcome.kind === 'accepted' && outcome.networkId) || assert.fail(outcome.kind))
}
