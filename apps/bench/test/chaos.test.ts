import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type Extent, planFaults } from '../src/chaos/faults.ts'
import { startFreezingProxy } from '../src/chaos/freezing-proxy.ts'
import { type IncomingEntry, judgeIncoming } from '../src/chaos/incoming-books.ts'
import { incomingSms } from '../src/chaos/incoming-traffic.ts'
import { brokenRules, type Evidence, judge } from '../src/chaos/judge.ts'
import { createRandom } from '../src/chaos/random.ts'

const LIMIT = { timeout: 30_000 }

const kindsOf = (seed: number, extent: Extent) => planFaults(createRandom(seed), extent).map(({ kind }) => kind)

test('a seed repeats its faults, and another one has others', () => {
  assert.deepEqual(planFaults(createRandom(7), 'long'), planFaults(createRandom(7), 'long'))
  assert.notDeepEqual(planFaults(createRandom(7), 'long'), planFaults(createRandom(8), 'long'))
})

test('a long round has every kind of fault, a short one those that are over quickly', () => {
  for (const seed of [1, 2, 3]) {
    assert.deepEqual([...new Set(kindsOf(seed, 'long'))].sort(), [
      'cut-off',
      'kill',
      'read-only',
      'restart',
      'terminate',
    ])
    assert.deepEqual(kindsOf(seed, 'short').sort(), ['kill', 'read-only', 'terminate'])
  }
})

/** Evidence of two messages, each once at the network, recorded and final. */
const GOOD: Evidence = {
  messages: 2,
  sent: { accepted: new Set([0, 1]), refused: [], repeats: 0 },
  stored: new Map([0, 1].map((serial) => [serial, { smsId: `${serial}`, state: 'delivered', isFinal: true }])),
  arrivals: [
    { serial: 0, atMs: 1000, networkId: 'a' },
    { serial: 1, atMs: 1001, networkId: 'b' },
  ],
  recorded: new Map([
    ['a', 1050],
    ['b', 1060],
  ]),
}

const later = (atMs: number) => [...GOOD.arrivals, { serial: 0, atMs, networkId: 'c' }]

for (const [name, change, broken, unknown] of [
  ['all is well', {}, {}, []],
  ['never accepted', { sent: { ...GOOD.sent, accepted: new Set([0]) } }, { 'never accepted': [1] }, []],
  ['lost', { arrivals: GOOD.arrivals.slice(1) }, { lost: [0] }, []],
  ['not stored', { stored: new Map([...GOOD.stored].slice(1)) }, { 'accepted and not stored': [0] }, []],
  [
    'not final',
    { stored: new Map([...GOOD.stored, [1, { smsId: '1', state: 'submitted', isFinal: false }]]) },
    { 'not final': [1] },
    [],
  ],
  ['sent again after its answer', { arrivals: later(1051) }, { 'sent twice with the answer known': [0] }, []],
  ['sent again before its answer was recorded', { arrivals: later(1049) }, {}, [0]],
  ['sent again, no answer ever recorded', { arrivals: later(9000), recorded: new Map([['c', 9001]]) }, {}, [0]],
] as const) {
  test(`judging: ${name}`, () => {
    const verdict = judge({ ...GOOD, ...change })
    assert.deepEqual(Object.fromEntries(brokenRules(verdict)), broken)
    assert.deepEqual(verdict.sentTwiceUnknown, unknown)
  })
}

/** The traces of the four different SMS when all is well: webhooks 1 to 3. */
const ENTRIES: readonly IncomingEntry[] = [
  { stored: 1, webhooks: ['incoming'], webhookIds: ['1'], answers: ['auto-reply'], finals: 1, audits: 0 },
  {
    ...{ stored: 1, webhooks: ['incoming', 'opt-out'], webhookIds: ['2', '3'], answers: ['opt-out-confirmation'] },
    ...{ finals: 1, audits: 1 },
  },
  { stored: 1, webhooks: [], webhookIds: [], answers: ['auto-reply'], finals: 1, audits: 0 },
  { stored: 1, webhooks: [], webhookIds: [], answers: ['opt-out-confirmation'], finals: 1, audits: 1 },
]
const CALLS = new Map([
  ['1', 1],
  ['2', 2],
  ['3', 1],
])

for (const [name, change, rule] of [
  ['all is well', {}, undefined],
  ['lost', undefined, 'an incoming SMS lost'],
  ['stored twice', { stored: 2 }, 'an incoming SMS stored twice'],
  ['a webhook lost', { webhooks: ['incoming'] }, 'webhooks of an incoming SMS lost or made twice'],
  [
    'a webhook made twice',
    { webhooks: ['incoming', 'opt-out', 'opt-out'] },
    'webhooks of an incoming SMS lost or made twice',
  ],
  ['a webhook never received', { webhookIds: ['2', '4'] }, 'a webhook never received'],
  ['no confirmation', { answers: [], finals: 0 }, 'an answer to a contact lost or sent twice'],
  [
    'two confirmations',
    { answers: ['opt-out-confirmation', 'opt-out-confirmation'], finals: 2 },
    'an answer to a contact lost or sent twice',
  ],
  ['a confirmation under way', { finals: 0 }, 'an answer to a contact not final'],
  ['audited twice', { audits: 2 }, 'an opt-out lost or noted twice'],
] as const) {
  test(`judging incoming SMS: ${name}`, () => {
    const entries = ENTRIES.map(
      (entry, serial) => [incomingSms(serial).from, { ...entry, ...(serial === 1 && change) }] as const,
    )
    const kept = entries.filter((_, serial) => serial !== 1 || change !== undefined)
    const { broken, repeatedCalls } = judgeIncoming(4, new Map(kept), CALLS)
    assert.deepEqual([...broken], rule === undefined ? [] : [[rule, [incomingSms(1).from]]])
    assert.equal(repeatedCalls, 1)
  })
}

/** Opens an echo server behind a proxy, and a client for it. */
async function openEcho(t: TestContext) {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const proxy = await startFreezingProxy((server.address() as AddressInfo).port)
  t.after(() => proxy.close())
  const dial = async (): Promise<Socket> => {
    const socket = connect(proxy.port, '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { proxy, dial }
}

async function nextText(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString()
}

test(
  'a frozen proxy holds back both directions, new connections too, and lets all of it through in the end',
  LIMIT,
  async (t) => {
    const { proxy, dial } = await openEcho(t)
    const old = await dial()
    old.write('before')
    assert.equal(await nextText(old), 'before')
    proxy.freeze()
    const fresh = await dial()
    const came: string[] = []
    const all = Promise.all(
      [old, fresh].map(async (socket) => {
        socket.write('while')
        came.push(await nextText(socket))
      }),
    )
    // Meanwhile another proxy in the same process completes round trips: if this one had let anything through, it would
    // have arrived.
    const other = await openEcho(t)
    const witness = await other.dial()
    for (let trip = 0; trip < 20; trip++) {
      witness.write('trip')
      await nextText(witness)
    }
    assert.deepEqual(came, [])
    proxy.thaw()
    await all
    assert.deepEqual(came, ['while', 'while'])
  },
)
