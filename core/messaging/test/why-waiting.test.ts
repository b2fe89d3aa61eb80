import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type LinkObstacle, MESSAGE_STATES, type SendingHold, type WaitingCause } from '@heliograph/contracts'
import { causeForClient, isFinal, type WaitingFacts, whyWaiting, whyWouldWait } from '../src/index.ts'

const NOW = new Date(Date.UTC(2026, 0, 31, 8))
const EARLIER = new Date(Date.UTC(2026, 0, 31, 7))
const LATER = new Date(Date.UTC(2026, 0, 31, 9))

function linkOf(link: string, obstacle: LinkObstacle | null = null, partsPerSecond = 0) {
  return { link, obstacle, detail: null, partsPerSecond }
}

function holdOf(kind: SendingHold['kind'], name = ''): SendingHold {
  return { kind, name, reason: 'because', at: NOW }
}

function heldOf(scope: SendingHold['kind'], name = ''): WaitingCause {
  return { kind: 'held', scope, name, reason: 'because', since: NOW }
}

function closed(...links: readonly (readonly [string, LinkObstacle])[]): WaitingCause {
  const shown = links.map(([link, obstacle]) => ({ link, obstacle, detail: null }))
  return { kind: 'no-link', route: 'default', links: shown }
}

const SLOW = { parts: 60, seconds: 60 } as const

const NEXT: WaitingCause = { kind: 'line', route: 'default', before: 0, isMore: false, seconds: null }

/** A queued message of client 1001 over a route with one link that takes messages; `queue` is merged. */
type Changes = Partial<Omit<WaitingFacts, 'queue'>> & { readonly queue?: Partial<WaitingFacts['queue']> }

function factsOf({ queue, ...changes }: Changes): WaitingFacts {
  return {
    state: 'queued',
    clientId: 1001,
    now: NOW,
    dueAt: NOW,
    isQuiet: false,
    opensWindow: false,
    pausedAt: null,
    speedLimit: null,
    isSegment: false,
    link: null,
    line: { before: 0, isMore: false },
    queue: { route: 'default', links: [linkOf('net/main')], holds: [], ...queue },
    ...changes,
  }
}

const ROWS: readonly (readonly [what: string, changes: Changes, causes: readonly WaitingCause[]])[] = [
  ['next in line', {}, [NEXT]],
  ['a segment without the others', { isSegment: true }, [{ kind: 'segments' }]],
  ['a time of its client', { state: 'scheduled', dueAt: LATER }, [{ kind: 'scheduled', until: LATER }]],
  ['a pause of its bulk', { pausedAt: EARLIER }, [{ kind: 'bulk-paused', since: EARLIER }]],
  [
    'a pause of its bulk, and its time',
    { state: 'scheduled', dueAt: LATER, pausedAt: EARLIER },
    [
      { kind: 'bulk-paused', since: EARLIER },
      { kind: 'scheduled', until: LATER },
    ],
  ],
  [
    'an answer, although its bulk was paused',
    { link: 'net/a', pausedAt: EARLIER },
    [{ kind: 'handed-over', link: 'net/a' }],
  ],
  ['its turn in a slow bulk', { speedLimit: SLOW }, [{ kind: 'bulk-speed', limit: SLOW }]],
  [
    'the pause and the speed of its bulk, and its route',
    { speedLimit: SLOW, pausedAt: EARLIER, queue: { links: [linkOf('net/a', 'down')] } },
    [{ kind: 'bulk-paused', since: EARLIER }, { kind: 'bulk-speed', limit: SLOW }, closed(['net/a', 'down'])],
  ],
  ['a time, after which its turn comes', { speedLimit: SLOW, dueAt: LATER }, [{ kind: 'scheduled', until: LATER }]],
  ['its delivery window', { dueAt: LATER, opensWindow: true }, [{ kind: 'delivery-window', until: LATER }]],
  ['the end of quiet hours', { dueAt: LATER, isQuiet: true }, [{ kind: 'quiet-hours', until: LATER }]],
  [
    'the next attempt, in quiet hours',
    { state: 'retrying', dueAt: LATER, isQuiet: true },
    [{ kind: 'put-off', until: LATER }],
  ],
  ['a time that was moved while it waited', { dueAt: LATER }, [{ kind: 'scheduled', until: LATER }]],
  ['the next attempt', { state: 'retrying', dueAt: LATER }, [{ kind: 'put-off', until: LATER }]],
  ['an attempt that is due', { state: 'retrying' }, [NEXT]],
  ['an answer', { link: 'net/main' }, [{ kind: 'handed-over', link: 'net/main' }]],
  ['an outcome', { state: 'unknown' }, [{ kind: 'unknown-outcome' }]],
  ['a receipt', { state: 'submitted', queue: { holds: [holdOf('deployment')] } }, [{ kind: 'receipt' }]],
  ['a hold of everything', { queue: { holds: [holdOf('deployment')] } }, [heldOf('deployment')]],
  ['a hold of its route', { queue: { holds: [holdOf('route', 'default')] } }, [heldOf('route', 'default')]],
  ['a hold of its client', { queue: { holds: [holdOf('client', '1001')] } }, [heldOf('client', '1001')]],
  ['no hold of another', { queue: { holds: [holdOf('route', 'bulk'), holdOf('client', '1002')] } }, [NEXT]],
  [
    'several holds and a paused link',
    { queue: { holds: [holdOf('deployment'), holdOf('client', '1001')], links: [linkOf('net/main', 'paused')] } },
    [heldOf('deployment'), heldOf('client', '1001'), closed(['net/main', 'paused'])],
  ],
  ['a paused link', { queue: { links: [linkOf('a/1', 'paused')] } }, [closed(['a/1', 'paused'])]],
  ['a link that is down', { queue: { links: [linkOf('a/1', 'down')] } }, [closed(['a/1', 'down'])]],
  ['a throttled link', { queue: { links: [linkOf('a/1', 'throttled')] } }, [closed(['a/1', 'throttled'])]],
  [
    'links that are all in trouble',
    { queue: { links: [linkOf('a/1', 'refused'), linkOf('b/1', 'paused')] } },
    [closed(['a/1', 'refused'], ['b/1', 'paused'])],
  ],
  ['a node with its route', { queue: { links: [] } }, [closed()]],
  ['nothing while another link takes messages', { queue: { links: [linkOf('a/1', 'paused'), linkOf('b/1')] } }, [NEXT]],
  [
    'those before it, at the rate of the links that take messages',
    {
      line: { before: 100, isMore: false },
      queue: { links: [linkOf('a/1', null, 10), linkOf('b/1', null, 20), linkOf('c/1', 'down', 1_000)] },
    },
    [{ ...NEXT, before: 100, seconds: 4 }],
  ],
  [
    'those before it, at no rate',
    { line: { before: 20_000, isMore: true }, queue: { links: [linkOf('a/1', null, 10), linkOf('b/1')] } },
    [{ ...NEXT, before: 20_000, isMore: true }],
  ],
]

describe('a message waits for', () => {
  for (const [what, changes, causes] of ROWS) test(what, () => assert.deepEqual(whyWaiting(factsOf(changes)), causes))
})

test('one in a final state waits for nothing', () => {
  for (const state of MESSAGE_STATES.filter(isFinal))
    assert.deepEqual(whyWaiting(factsOf({ state, queue: { links: [] } })), [], state)
})

describe('what would be sent now waits for', () => {
  const ask = (changes: Changes, hasCredit = true) => whyWouldWait({ ...factsOf(changes), hasCredit })
  test('nothing', () => assert.deepEqual(ask({}), []))
  test('credit', () => assert.deepEqual(ask({}, false), [{ kind: 'no-credit', clientId: 1001 }]))
  test('those before it', () => assert.deepEqual(ask({ line: { before: 3, isMore: false } }), [{ ...NEXT, before: 3 }]))
  test('a link, whoever is before it', () =>
    assert.deepEqual(ask({ line: { before: 3, isMore: false }, queue: { links: [linkOf('a/1', 'paused')] } }), [
      closed(['a/1', 'paused']),
    ]))
})

test('a client is told no name of links, routes or other clients, and no word of an operator', () => {
  const causes: readonly WaitingCause[] = [
    heldOf('route', 'secret'),
    { ...closed(['secret/1', 'down']), route: 'secret' } as WaitingCause,
    { ...NEXT, route: 'secret' } as WaitingCause,
    { kind: 'handed-over', link: 'secret/1' },
  ]
  for (const cause of causes) {
    assert.match(JSON.stringify(cause), /secret/)
    assert.doesNotMatch(JSON.stringify(causeForClient(cause)), /secret|because/)
    assert.equal(causeForClient(cause).kind, cause.kind)
  }
})
