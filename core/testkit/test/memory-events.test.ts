import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EventLog, MessageEvents, Network } from '@heliograph/contracts'
import { createMemoryEngine } from '../src/memory/memory-engine.ts'

test('events that a handler names come again, each after waits of its own', async () => {
  const engine = createMemoryEngine()
  const reported: string[][] = []
  const { stop } = await engine.service(MessageEvents).subscribe({
    name: 'takes some',
    kinds: ['sms-received'],
    async handler(events) {
      reported.push(events.map((event) => (event.kind === 'sms-received' ? event.text : '')))
      return events.filter((event) => event.kind === 'sms-received' && event.text.startsWith('later')).map(idOf)
    },
  })
  async function receive(text: string): Promise<void> {
    const sms = { carrier: 'net', link: 'main', from: '27831234567', to: '27820001234', text, encoding: 'gsm' } as const
    await engine.service(Network).incoming({ ...sms, mayBeRepeated: false, receivedAt: new Date(engine.clock.now()) })
  }
  async function advance(ms: number): Promise<readonly (readonly string[])[]> {
    engine.clock.advance(ms)
    await nextTurn()
    return reported.splice(0)
  }

  await receive('later 1')
  await receive('now')
  assert.deepEqual((await advance(0)).flat().toSorted(), ['later 1', 'now'])
  assert.deepEqual(await advance(999), [])
  assert.deepEqual(await advance(1), [['later 1']])
  await receive('later 2')
  assert.deepEqual(await advance(0), [['later 2']])
  assert.deepEqual(await advance(1_000), [['later 2']])
  assert.deepEqual(await advance(1_000), [['later 1']])
  assert.deepEqual(await advance(999), [])
  assert.deepEqual(await advance(1), [['later 2']])
  await stop()
})

function idOf({ eventId }: { readonly eventId: number }): number {
  return eventId
}

test('followed events that were not taken come again after waits, before those after them', async () => {
  const engine = createMemoryEngine()
  const offered: string[] = []
  let failures = 2
  const { stop } = await engine.service(EventLog).follow({
    name: 'follower',
    kinds: ['sms-received'],
    async handler(events) {
      offered.push(events.map((event) => (event.kind === 'sms-received' ? event.text : '')).join())
      failures -= 1
      if (failures >= 0) throw new Error('Not now')
    },
  })
  async function receive(text: string): Promise<void> {
    const sms = { carrier: 'net', link: 'main', from: '27831234567', to: '27820001234', text, encoding: 'gsm' } as const
    await engine.service(Network).incoming({ ...sms, mayBeRepeated: false, receivedAt: new Date(engine.clock.now()) })
  }
  async function advance(ms: number): Promise<readonly string[]> {
    engine.clock.advance(ms)
    await nextTurn()
    return offered.splice(0)
  }

  await receive('first')
  assert.deepEqual(await advance(0), ['first'])
  await receive('second')
  assert.deepEqual(await advance(999), [])
  assert.deepEqual(await advance(1), ['first,second'])
  assert.deepEqual(await advance(1_999), [])
  assert.deepEqual(await advance(1), ['first,second'])
  await receive('third')
  assert.deepEqual(await advance(0), ['third'])
  await stop()
})
