import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGatewayError, type VirtualPhones } from '@heliograph/contracts'
import { type Harness, startInstance } from './harness.ts'

function phonesOf({ plugin }: Harness): VirtualPhones {
  const [provided] = plugin.provides ?? []
  assert.ok(provided, 'it provides no phones')
  return provided.service as VirtualPhones
}

test('there are no phones unless they are configured', async () => {
  const { plugin } = await startInstance()
  assert.deepEqual(plugin.provides, [])
})

test('a phone has what was delivered to it, the newest first, and not what came to nothing', async () => {
  const instance = await startInstance({ phones: true })
  const phones = phonesOf(instance)
  await instance.submit({ smsId: 1, text: 'first' })
  await instance.submit({ smsId: 2, text: 'lost', to: '27831234901' })
  await instance.submit({ smsId: 3, text: 'Ünicode ✋', from: 'ACME', encoding: 'ucs2', parts: 2, flash: true })
  assert.deepEqual(
    phones
      .newest(10)
      .map(({ order, direction, smsId, phone, peer, text, parts, flash }) => [
        order,
        direction,
        smsId,
        phone,
        peer,
        text,
        parts,
        flash,
      ]),
    [
      [2, 'received', 3, '27831234567', 'ACME', 'Ünicode ✋', 2, true],
      [1, 'received', 1, '27831234567', '27820001234', 'first', 1, false],
    ],
  )
  assert.deepEqual(
    phones.newest(1).map(({ smsId }) => smsId),
    [3],
  )
})

test('an answer goes to where the message came from, and is on the phone', async () => {
  const instance = await startInstance({ phones: true })
  const phones = phonesOf(instance)
  await instance.submit({ smsId: 7, from: '27820001234', to: '27831234567' })
  assert.deepEqual(await phones.answer(7, 'STOP'), { incomingId: 1, channelId: null })
  const [incoming] = instance.gateway.incomings
  assert.deepEqual(
    [incoming?.from, incoming?.to, incoming?.text, incoming?.encoding],
    ['27831234567', '27820001234', 'STOP', 'gsm'],
  )
  const [answered] = phones.newest(1)
  assert.deepEqual([answered?.direction, answered?.smsId, answered?.text], ['answered', 7, 'STOP'])
})

test('what cannot be answered is refused, and what the gateway does not take is not on the phone', async () => {
  const instance = await startInstance({ phones: true })
  const phones = phonesOf(instance)
  await instance.submit({ smsId: 1, from: 'ACME' })
  await instance.submit({ smsId: 2 })
  const refused = (code: string) => (error: unknown) => isGatewayError(error) && error.code === code
  await assert.rejects(phones.answer(1, 'Hi'), refused('sender-takes-no-answers'))
  await assert.rejects(phones.answer(9, 'Hi'), refused('message-not-on-a-phone'))
  instance.gateway.away = true
  await assert.rejects(phones.answer(2, 'Hi'), /database away/)
  assert.equal(phones.newest(10).length, 2)
})

test('phones remember the newest thousand', async () => {
  const instance = await startInstance({ phones: true })
  for (let smsId = 1; smsId <= 2_500; smsId++) await instance.submit({ smsId })
  const newest = phonesOf(instance).newest(5_000)
  assert.equal(newest.length, 1000)
  assert.deepEqual([newest[0]?.smsId, newest.at(-1)?.smsId], [2_500, 1_501])
})
