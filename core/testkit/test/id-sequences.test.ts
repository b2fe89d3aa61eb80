import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IncomingMessages, Network, Reports, Submissions } from '@heliograph/contracts'
import { createIdSequence } from '../src/memory/id-sequences.ts'
import { createMemoryEngine } from '../src/memory/memory-engine.ts'
import { message, request } from './fixtures/submit-requests.ts'

const COUNT = 20

test('ids are counted, or come as from several nodes: unique, in no order and never next to each other', () => {
  const idsOf = (next: () => number) => Array.from({ length: COUNT }, next)
  assert.deepEqual(idsOf(createIdSequence('counted')).slice(0, 3), [1, 2, 3])
  const ids = idsOf(createIdSequence('of-nodes'))
  assert.equal(new Set(ids).size, COUNT)
  assert.deepEqual(idsOf(createIdSequence('of-nodes')), ids)
  ids.slice(1).forEach((id, index) => void assert.ok(Math.abs(id - (ids[index] as number)) > 1))
  assert.notDeepEqual(
    ids.toSorted((a, b) => a - b),
    ids,
  )
  assert.ok((ids[1] as number) < (ids[0] as number))
})

test('pages lead through ids of several nodes in their order, everything once', async () => {
  const engine = createMemoryEngine({ ids: 'of-nodes' })
  const { channel, principal } = engine.addAccount()
  const network = engine.service(Network)
  for (let count = 0; count < COUNT; count += 1) {
    await engine.service(Submissions).submit(principal, request([message()]))
    const text = `SMS ${count}`
    const receivedAt = new Date(engine.clock.now())
    const sms = { carrier: 'c', link: 'l', from: '27831234567', to: channel.address, text, encoding: 'gsm' } as const
    await network.incoming({ ...sms, receivedAt, mayBeRepeated: false })
  }
  const sent: number[] = []
  for (let before: number | undefined; ; ) {
    const page = await engine.service(Reports).find(principal, { before, limit: 3 })
    sent.push(...page.records.map(({ smsId }) => smsId))
    before = page.next
    if (before === undefined) break
  }
  assert.deepEqual(
    sent,
    engine.messages.map(({ smsId }) => smsId).toSorted((a, b) => b - a),
  )
  const received: number[] = []
  for (let after: number | undefined; ; ) {
    const page = await engine.service(IncomingMessages).find(principal, { after, limit: 3 })
    received.push(...page.records.map(({ incomingId }) => incomingId))
    after = page.next
    if (after === undefined) break
  }
  assert.deepEqual(
    received,
    engine.inbox.incoming.map(({ incomingId }) => incomingId).toSorted((a, b) => a - b),
  )
  assert.equal(received.length, COUNT)
})
