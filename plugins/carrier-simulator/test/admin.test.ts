import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HttpResponse, isGatewayError } from '@heliograph/contracts'
import { type Harness, outgoing, startInstance } from './harness.ts'

const read = (response: HttpResponse) => JSON.parse(String(response.body))

test('POST /incoming hands an SMS to the gateway', async () => {
  const instance = await startInstance()
  const body = JSON.stringify({ from: '+27 83 123 4567', to: '+27820001234', text: 'STOP ✋' })
  const response = await instance.request('POST', '/incoming', { body })
  assert.equal(response.status, 200)
  assert.deepEqual(read(response), { incomingId: 1, channelId: null })
  assert.deepEqual(instance.gateway.incomings, [
    {
      carrier: 'simulator',
      link: 'main',
      from: '27831234567',
      to: '27820001234',
      text: 'STOP ✋',
      encoding: 'ucs2',
      mayBeRepeated: false,
      receivedAt: new Date(instance.clock.now()),
    },
  ])
})

const GOOD = { from: '27831234567', to: '27820001234', text: 'Hi' }

for (const [name, body, fields] of [
  ['no JSON', '{', []],
  ['null', 'null', ['from', 'to', 'text']],
  ['an empty object', '{}', ['from', 'to', 'text']],
  ['a number as sender', JSON.stringify({ ...GOOD, from: 27 }), ['from']],
  ['an empty sender', JSON.stringify({ ...GOOD, from: ' ' }), ['from']],
  ['a word as recipient', JSON.stringify({ ...GOOD, to: 'ACME' }), ['to']],
  ['no text', JSON.stringify({ ...GOOD, text: null }), ['text']],
] as const) {
  test(`POST /incoming with ${name} is invalid`, async () => {
    const instance = await startInstance()
    await assert.rejects(instance.request('POST', '/incoming', { body }), (error) => {
      assert.ok(isGatewayError(error))
      assert.equal(error.category, 'invalid')
      assert.deepEqual(Object.keys(error.details ?? {}), fields)
      return true
    })
    assert.deepEqual(instance.gateway.incomings, [])
  })
}

test('POST /incoming passes on that the gateway cannot take it', async () => {
  const instance = await startInstance()
  instance.gateway.away = true
  await assert.rejects(instance.request('POST', '/incoming', { body: JSON.stringify(GOOD) }), /database away/)
})

test('GET /sent shows every submit in order, with what became of it', async () => {
  const instance = await startInstance({ links: 2 })
  await instance.submit({ smsId: 1, to: '27831234904' })
  await instance.links[1]?.submit(outgoing({ smsId: 2, parts: 2, priority: 'BULK', text: 'Long' }))
  const { sent } = read(await instance.request('GET', '/sent'))
  assert.deepEqual(
    sent.map(({ networkIds, ...rest }: { networkIds: readonly string[] }) => ({ ...rest, ids: networkIds.length })),
    [
      { ...shown(instance), order: 1, event: 'refused', smsId: 1, to: '27831234904', ids: 0 },
      {
        ...shown(instance),
        order: 2,
        link: 'main-2',
        event: 'taken',
        smsId: 2,
        text: 'Long',
        parts: 2,
        priority: 'BULK',
        ids: 2,
      },
    ],
  )
})

const shown = (instance: Harness) => ({
  at: new Date(instance.clock.now()).toISOString(),
  link: 'main',
  attempt: 1,
  from: '27820001234',
  to: '27831234567',
  text: 'Hello',
  encoding: 'gsm',
  parts: 1,
  userDataHeader: null,
  flash: false,
  priority: 'HIGH',
})

for (const [history, submits, query, expected] of [
  [5, 3, '', [1, 2, 3]],
  [5, 5, '', [1, 2, 3, 4, 5]],
  [5, 12, '', [8, 9, 10, 11, 12]],
  [5, 12, 'limit=2', [11, 12]],
  [5, 12, 'limit=2&after=8', [9, 10]],
  [5, 12, 'after=3', [8, 9, 10, 11, 12]],
  [5, 12, 'after=12', []],
  [0, 3, '', []],
  [150, 140, '', Array.from({ length: 100 }, (_, index) => index + 41)],
] as const) {
  test(`GET /sent?${query} after ${submits} submits with a history of ${history}`, async () => {
    const instance = await startInstance({ history })
    for (let count = 0; count < submits; count++) await instance.submit()
    const { sent } = read(await instance.request('GET', '/sent', { query }))
    assert.deepEqual(
      sent.map((record: { order: number }) => record.order),
      expected,
    )
  })
}

for (const query of ['limit=0', 'limit=x', 'limit=-1', 'limit=1.5', 'limit=1000001', 'after=-1']) {
  test(`GET /sent?${query} is invalid`, async () => {
    const instance = await startInstance()
    await assert.rejects(
      instance.request('GET', '/sent', { query }),
      (error) => isGatewayError(error) && error.category === 'invalid',
    )
  })
}

test('GET /stats counts', async () => {
  const instance = await startInstance({ links: 2 })
  for (const suffix of ['000', '901', '904', '905', '908']) await instance.submit({ to: `27831234${suffix}`, parts: 2 })
  const twice = outgoing()
  await instance.link.submit(twice)
  await instance.link.submit({ ...twice, attempt: 2 })
  await instance.pass(10)
  assert.deepEqual(await instance.stats(), {
    links: [
      { name: 'main', up: true },
      { name: 'main-2', up: true },
    ],
    submits: 7,
    messages: 4,
    parts: 6,
    duplicates: 1,
    refused: 1,
    throttled: 1,
    tryLater: 1,
    dropped: 0,
    lastTakenAt: new Date(instance.clock.now() - 10).toISOString(),
    receipts: { pending: 0, sent: 6, repeated: 0, givenUp: 0 },
  })
})
