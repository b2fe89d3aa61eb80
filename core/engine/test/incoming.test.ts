import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { IncomingResult, NetworkIncoming } from '@heliograph/contracts'
import { storeOverdue as storeOverdueParts } from '../src/inbound/incoming.ts'
import type { EngineNetwork } from '../src/inbound/network.ts'
import { createWorkForOthers } from '../src/inbound/work-taker.ts'
import type { ReceiptTools } from '../src/outbound/receipts/process-receipts.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { createReceiptTools, networkOf } from './support/receipt-tools.ts'

let h: Harness
let tools: ReceiptTools
/** Another node. */
let other: EngineNetwork
let channel: { channelId: number; number: string }
let serial = 0

before(async () => {
  h = await startEngine()
  const [row] = await h.engine.sql<{ channel_id: number; address: string }[]>`select channel_id, address from channel`
  channel = { channelId: row?.channel_id as number, number: row?.address as string }
  tools = createReceiptTools(h.engine.sql, systemClock)
  other = networkOf(h.engine.sql, tools)
})
after(() => h.close())

/** A sender of its own for each test. */
function sender(): string {
  serial += 1
  return `2783${String(serial).padStart(7, '0')}`
}

function sms(from: string, change: Partial<NetworkIncoming> = {}): NetworkIncoming {
  return {
    carrier: 'net',
    link: 'main',
    from,
    to: channel.number,
    text: 'hi',
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(),
    ...change,
  }
}

const part = (from: string, number: number, total: number, change: Partial<NetworkIncoming> = {}) =>
  sms(from, { text: `<${number}>`, segment: { reference: 7, total, part: number }, ...change })

const give = (message: NetworkIncoming): Promise<IncomingResult> => h.engine.network.incoming(message)

interface Stored {
  readonly incoming_id: number
  readonly body: string
  readonly encoding: number
  readonly incomplete: boolean
  readonly link: string
}

const storedFrom = async (from: string): Promise<readonly Stored[]> => [
  ...(await h.engine.sql<Stored[]>`
    select incoming_id, body, encoding, incomplete, link from incoming_message where sender = ${from}
    order by incoming_id`),
]
const bodies = async (from: string) => (await storedFrom(from)).map(({ body }) => body)

/** Makes the assemblies of a sender older. */
const age = (from: string, seconds: number) => h.engine.sql`
  update incoming_assembly set begun_at = begun_at - ${seconds}::integer * interval '1 second',
    stored_at = stored_at - ${seconds}::integer * interval '1 second' where sender = ${from}`

describe('the channel of an incoming SMS', () => {
  const SENDER_ID = 'ACME'
  const OFF = '27829990007'

  before(async () => {
    const { provisioning } = h.engine
    const { clientId } = h.principal
    await provisioning.addChannel({ clientId, sender: SENDER_ID })
    const { channelId } = await provisioning.addChannel({ clientId, number: OFF })
    await provisioning.setChannel({ channelId, enabled: false })
  })

  const rows = [
    // spec: What the service does | rule | an SMS to the number of a channel is received -> sent to its number: found
    // spec: Channel settings (portal) | field | incoming shortcode -> sent to its number: found
    { name: 'its number', to: () => channel.number, found: true },
    { name: 'a number that no channel has', to: () => '27829990008', found: false },
    // spec: Channel settings (portal) | rule | a disabled channel receives nothing -> sent to the number of a disabled channel: none
    { name: 'the number of a disabled channel', to: () => OFF, found: false },
    // spec: What the service does | rule | an alphanumeric sender ID receives nothing -> sent to an alphanumeric sender ID, which cannot receive: none
    { name: 'an alphanumeric sender ID, which cannot receive', to: () => SENDER_ID, found: false },
  ]
  for (const { name, to, found } of rows) {
    it(`sent to ${name}: ${found ? 'found' : 'none'}`, async () => {
      const from = sender()
      const { channelId } = await give(sms(from, { to: to() }))
      assert.equal(channelId, found ? channel.channelId : null)
      assert.deepEqual(await bodies(from), ['hi'])
    })
  }
})

describe('a long incoming SMS', () => {
  for (const order of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
  ]) {
    it(`in the order ${order.join(', ')}: stored once, with the last part`, async () => {
      const from = sender()
      const results: IncomingResult[] = []
      for (const number of order) results.push(await give(part(from, number, 3)))
      const [stored] = await storedFrom(from)
      assert.deepEqual(results, [
        { incomingId: null, channelId: null },
        { incomingId: null, channelId: null },
        { incomingId: stored?.incoming_id, channelId: channel.channelId },
      ])
      assert.deepEqual(await bodies(from), ['<1><2><3>'])
      assert.equal(stored?.incomplete, false)
    })
  }

  it('with all parts in one batch', async () => {
    const from = sender()
    const results = await Promise.all([2, 1, 3].map((number) => give(part(from, number, 3))))
    assert.equal(results.filter(({ incomingId }) => incomingId !== null).length, 1)
    assert.deepEqual(await bodies(from), ['<1><2><3>'])
  })

  it('over two links', async () => {
    const from = sender()
    await give(part(from, 1, 2, { link: 'a' }))
    await give(part(from, 2, 2, { link: 'b', carrier: 'spare' }))
    assert.deepEqual(await bodies(from), ['<1><2>'])
  })

  it('over two nodes at once: stored once, every time', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const from = sender()
      const numbers = [1, 2, 3, 4, 5, 6]
      const results = await Promise.all(
        numbers.map((number) => (number % 2 === 0 ? h.engine.network : other).incoming(part(from, number, 6))),
      )
      assert.equal(results.filter(({ incomingId }) => incomingId !== null).length, 1)
      assert.deepEqual(await bodies(from), ['<1><2><3><4><5><6>'])
    }
  })

  it('of two messages mixed, told apart by their references', async () => {
    const from = sender()
    const at = (reference: number, number: number) =>
      part(from, number, 2, { text: `${reference}.${number} `, segment: { reference, total: 2, part: number } })
    await Promise.all([give(at(1, 1)), give(at(2, 1)), give(at(2, 2)), give(at(1, 2))])
    assert.deepEqual([...(await bodies(from))].sort(), ['1.1 1.2 ', '2.1 2.2 '])
  })

  it('cut in the middle of a character', async () => {
    const from = sender()
    const text = 'a👋b'
    await give(part(from, 1, 2, { text: text.slice(0, 2), encoding: 'ucs2' }))
    await give(part(from, 2, 2, { text: text.slice(2), encoding: 'ucs2' }))
    assert.deepEqual(await bodies(from), [text])
  })

  const encodings = [
    { given: ['gsm', 'gsm'], stored: 0 },
    { given: ['gsm', 'ucs2'], stored: 1 },
    { given: ['binary', 'binary'], stored: 2 },
  ] as const
  for (const { given, stored } of encodings) {
    it(`of ${given.join(' and ')} has encoding ${stored}`, async () => {
      const from = sender()
      for (const [index, encoding] of given.entries()) await give(part(from, index + 1, 2, { encoding, text: '00' }))
      assert.equal((await storedFrom(from))[0]?.encoding, stored)
    })
  }

  const odd = [
    { name: 'one part', segment: { reference: 1, total: 1, part: 1 } },
    { name: 'a part beyond the total', segment: { reference: 1, total: 2, part: 3 } },
    { name: 'part zero', segment: { reference: 1, total: 2, part: 0 } },
    { name: 'more parts than a header can tell', segment: { reference: 1, total: 300, part: 1 } },
  ]
  for (const { name, segment } of odd) {
    it(`that claims ${name} is stored as it is`, async () => {
      const from = sender()
      assert.notEqual((await give(sms(from, { segment }))).incomingId, null)
    })
  }
})

const storeOverdue = () => storeOverdueParts(h.engine.sql, { ...tools, work: createWorkForOthers(() => {}) }, 600)

describe('a part that never comes', () => {
  it('is waited for until the time is over; then the others are stored, marked incomplete', async () => {
    const from = sender()
    await give(part(from, 1, 3))
    await give(part(from, 3, 3))
    await age(from, 590)
    assert.equal(await storeOverdue(), 0)
    await age(from, 20)
    assert.equal(await storeOverdue(), 1)
    const [stored] = await storedFrom(from)
    assert.deepEqual([stored?.body, stored?.incomplete], ['<1><3>', true])
    assert.equal(await storeOverdue(), 0)
  })

  it('comes afterwards: begins again and is stored by itself in the end', async () => {
    const from = sender()
    await give(part(from, 1, 2))
    await age(from, 700)
    await storeOverdue()
    assert.equal((await give(part(from, 2, 2))).incomingId, null)
    await age(from, 700)
    await storeOverdue()
    assert.deepEqual(await bodies(from), ['<1>', '<2>'])
  })

  it('of a message whose reference is used again: both are stored', async () => {
    const from = sender()
    await give(part(from, 1, 2))
    await give(part(from, 1, 2, { text: 'new ' }))
    await give(part(from, 2, 2, { text: 'one' }))
    assert.deepEqual(
      (await storedFrom(from)).map(({ body, incomplete }) => [body, incomplete]),
      [
        ['<1>', true],
        ['new one', false],
      ],
    )
  })
})

describe('what a network repeats', () => {
  it('the same part, before and after its message is complete: nothing new', async () => {
    const from = sender()
    await give(part(from, 1, 2))
    assert.deepEqual(await give(part(from, 1, 2)), { incomingId: null, channelId: null })
    const { incomingId } = await give(part(from, 2, 2))
    for (const number of [1, 2]) {
      const again = await give(part(from, number, 2, { mayBeRepeated: true }))
      assert.deepEqual(again, { incomingId, channelId: channel.channelId })
    }
    assert.deepEqual(await bodies(from), ['<1><2>'])
  })

  it('the same part an hour later is a new message', async () => {
    const from = sender()
    for (const number of [1, 2]) await give(part(from, number, 2))
    await age(from, 3_700)
    await storeOverdue()
    for (const number of [1, 2]) await give(part(from, number, 2))
    assert.deepEqual(await bodies(from), ['<1><2>', '<1><2>'])
  })

  const at = new Date('2026-03-01T10:00:00Z')
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  const rows: readonly { name: string; change: Partial<NetworkIncoming>; messages: number }[] = [
    { name: 'the same text within a minute', change: { receivedAt: later(59) }, messages: 1 },
    { name: 'the same text after a minute', change: { receivedAt: later(61) }, messages: 2 },
    {
      name: 'the same text, when the network cannot be repeating itself',
      change: { mayBeRepeated: false },
      messages: 2,
    },
    { name: 'another text', change: { text: 'ho' }, messages: 2 },
    { name: 'the same text by another link', change: { link: 'b' }, messages: 2 },
    { name: 'the same text to another number', change: { to: '27999' }, messages: 2 },
    { name: 'the same octets as text', change: { encoding: 'binary' }, messages: 2 },
  ]
  for (const together of [false, true]) {
    for (const { name, change, messages } of rows) {
      it(`${name}${together ? ', in one batch' : ''}: ${messages} message${messages === 1 ? '' : 's'}`, async () => {
        const from = sender()
        const first = sms(from, { receivedAt: at })
        const second = sms(from, { receivedAt: at, mayBeRepeated: true, ...change })
        const [one, two] = together
          ? await Promise.all([give(first), give(second)])
          : [await give(first), await give(second)]
        assert.equal((await storedFrom(from)).length, messages)
        if (messages === 1) assert.deepEqual(two, one)
        else assert.notEqual(two?.incomingId, one?.incomingId)
      })
    }
  }
})

it('a thousand at once are stored in batches, each in its own place', async () => {
  const from = sender()
  const results = await Promise.all(Array.from({ length: 1_000 }, (_, n) => give(sms(from, { text: `n${n}` }))))
  const stored = new Map((await storedFrom(from)).map(({ incoming_id, body }) => [incoming_id, body]))
  assert.deepEqual(
    results.map(({ incomingId }) => stored.get(incomingId as number)),
    Array.from({ length: 1_000 }, (_, n) => `n${n}`),
  )
})
