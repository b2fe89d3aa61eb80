import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFault } from '../src/chaos/describe-fault.ts'
import {
  ALL_KINDS,
  type Extent,
  type Kind,
  kindsOn,
  lastingMs,
  type Platform,
  planFaults,
} from '../src/chaos/faults.ts'
import { type IncomingEntry, judgeIncoming } from '../src/chaos/incoming-books.ts'
import { incomingSms } from '../src/chaos/incoming-traffic.ts'
import { brokenRules, type Evidence, judge } from '../src/chaos/judge.ts'
import { createRandom } from '../src/chaos/random.ts'

const plan = (seed: number, extent: Extent, kinds?: ReadonlySet<Kind>, platform: Platform = 'server') =>
  planFaults(createRandom(seed), { extent, platform, kinds })
const kindsOf = (...given: Parameters<typeof plan>) => plan(...given).map(({ kind }) => kind)

test('a seed repeats its faults, and another one has others', () => {
  assert.deepEqual(plan(7, 'long'), plan(7, 'long'))
  assert.notDeepEqual(plan(7, 'long'), plan(8, 'long'))
})

test('a long round has every kind of fault, a short one those that are over soonest', () => {
  for (const seed of [1, 2, 3]) {
    assert.deepEqual([...new Set(kindsOf(seed, 'long'))].sort(), [...kindsOn('server')].sort())
    assert.deepEqual(kindsOf(seed, 'short').sort(), [
      'clock',
      'demotion',
      'kill',
      'late-answers',
      'read-only',
      'terminate',
    ])
  }
})

test('a round has the chosen kinds alone, each at least once', () => {
  const kinds = new Set<Kind>(['restart', 'silence'])
  assert.deepEqual(kindsOf(1, 'short', kinds).sort(), ['restart', 'silence'])
  assert.deepEqual(kindsOf(1, 'long', kinds).sort(), ['restart', 'restart', 'silence'])
})

test('a round under Patroni has ten faults of its own, a short one each kind once, and others when asked for', () => {
  const own = ['primary-death', 'standbys-lost', 'switch-over']
  const kinds = kindsOf(1, 'long', undefined, 'patroni')
  assert.deepEqual([[...new Set(kinds)].sort(), kinds.length], [own, 10])
  assert.deepEqual(kindsOf(1, 'short', undefined, 'patroni').sort(), own)
  assert.deepEqual(kindsOf(1, 'short', new Set<Kind>(['kill', 'restart']), 'patroni'), ['kill'])
  const victims = plan(1, 'long', undefined, 'patroni').flatMap((fault) => ('victim' in fault ? [fault.victim] : []))
  assert.deepEqual(victims.sort(), ['both', 'both', 'patroni', 'postmaster'])
})

test('every fault has a description of its own, and lasts a bounded time', () => {
  const platforms = ['server', 'patroni'] as const
  const faults = platforms.flatMap((platform) => plan(1, 'long', new Set(ALL_KINDS), platform))
  assert.equal(new Set(faults.map(describeFault)).size >= ALL_KINDS.length, true)
  for (const fault of faults) assert.ok(lastingMs(fault) <= 30_000, describeFault(fault))
})

/** Evidence of two messages, each once at the network, recorded and final. */
const GOOD: Evidence = {
  span: { first: 0, end: 2 },
  sent: { accepted: new Set([0, 1]), refused: [], repeats: 0 },
  stored: new Map([0, 1].map((serial) => [serial, { smsId: `${serial}`, state: 'delivered', isFinal: true }])),
  arrivals: [
    { serial: 0, atMs: 1000, networkId: 'a', link: 'a', answeredAtMs: 1030 },
    { serial: 1, atMs: 1001, networkId: 'b', link: 'b', answeredAtMs: undefined },
  ],
  recorded: new Map([
    ['a', 1050],
    ['b', 1060],
  ]),
}

const later = (atMs: number, serial = 0) => [
  ...GOOD.arrivals,
  { serial, atMs, networkId: 'c', link: 'a', answeredAtMs: undefined },
]

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
  [
    'sent again in a later round',
    { span: { first: 1, end: 2 } },
    { 'sent again after the end of their round': [0] },
    [],
  ],
  ['sent again, no answer ever recorded', { arrivals: later(9000), recorded: new Map([['c', 9001]]) }, {}, [0]],
] as const) {
  test(`judging: ${name}`, () => {
    const verdict = judge({ ...GOOD, ...change })
    assert.deepEqual(Object.fromEntries(brokenRules(verdict, { answersCount: false })), broken)
    assert.deepEqual(verdict.sentTwiceUnknown, unknown)
  })
}

for (const [name, arrivals, answered] of [
  ['a second after its answer reached a node', later(2031), [0]],
  ['while its answer may have been under way', later(2029), []],
  ['though no answer to it reached a node', later(9000, 1), []],
] as const) {
  test(`judging: sent again ${name}, when nothing kept the node from recording it`, () => {
    const verdict = judge({ ...GOOD, arrivals, recorded: new Map() })
    assert.deepEqual(brokenRules(verdict, { answersCount: true }).get('sent twice though answered') ?? [], answered)
    assert.deepEqual(brokenRules(verdict, { answersCount: false }), new Map())
  })
}

/** The traces of the four different SMS when all is well: webhooks 1 to 3. */
const ENTRIES: readonly IncomingEntry[] = [
  { stored: 1, webhooks: ['incoming'], webhookIds: ['1'], answers: ['auto-reply'], finals: 1, audits: 0 },
  {
    stored: 1,
    webhooks: ['incoming', 'opt-out'],
    webhookIds: ['2', '3'],
    answers: ['opt-out-confirmation'],
    finals: 1,
    audits: 1,
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
    const { broken, repeatedCalls } = judgeIncoming({ first: 0, end: 4 }, new Map(kept), CALLS)
    assert.deepEqual([...broken], rule === undefined ? [] : [[rule, [incomingSms(1).from]]])
    assert.equal(repeatedCalls, 1)
  })
}
