import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import { type DecisionRules, decide, type PartRecord } from '../src/dispatch/decide.ts'

const RULES: DecisionRules = { unknownOutcome: 'resend', maxResends: 2, retryDelaysMs: [5_000, 15_000, 60_000] }

function message(parts = 1, attempt = 1): OutgoingMessage {
  return {
    smsId: 1_000,
    attempt,
    from: 'ACME',
    to: '27821110000',
    text: 'hello',
    encoding: 'gsm',
    parts,
    flash: false,
    userDataHeader: null,
    only: null,
    priority: 'HIGH',
    validUntil: new Date(Date.UTC(2030, 0, 1)),
  }
}

const accepted = (networkId: string | null = 'a1'): PartOutcome => ({ kind: 'accepted', networkId })
const refused = (fault: 'message' | 'destination' | 'route' | 'link', errorId?: number): PartOutcome => ({
  kind: 'refused',
  fault,
  status: 'ESME_RINVDSTADR',
  errorId,
})
const throttled: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
const tryLater: PartOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }
const unknown: PartOutcome = { kind: 'unknown' }
const notSent: PartOutcome = { kind: 'not-sent' }

const taken = (part: number, networkId: string | null = 'a1'): PartRecord => ({
  part,
  networkId,
  state: 'submitted',
  networkStatus: null,
  errorId: null,
})
const turnedDown = (part: number, errorId: number | null = null): PartRecord => ({
  part,
  networkId: null,
  state: 'refused-by-network',
  networkStatus: 'ESME_RINVDSTADR',
  errorId,
})
const lost = (part: number): PartRecord => ({
  part,
  networkId: null,
  state: 'unknown',
  networkStatus: null,
  errorId: null,
})
const left = (part: number, networkStatus: string | null): PartRecord => ({
  part,
  networkId: null,
  state: 'retrying',
  networkStatus,
  errorId: null,
})

interface Row {
  readonly name: string
  readonly message?: OutgoingMessage
  readonly outcomes: readonly PartOutcome[]
  readonly rules?: Partial<DecisionRules>
  readonly expected: Partial<Record<string, unknown>>
}

const record = (state: string, parts: readonly PartRecord[], more: object = {}) => ({
  kind: 'record',
  state,
  parts,
  networkStatus: null,
  errorId: null,
  retryInMs: 0,
  ...more,
})

const rows: readonly Row[] = [
  { name: 'taken', outcomes: [accepted()], expected: record('submitted', [taken(1)]) },
  { name: 'taken without an id', outcomes: [accepted(null)], expected: record('submitted', [taken(1, null)]) },
  {
    name: 'all parts taken',
    message: message(2),
    outcomes: [accepted('a1'), accepted('a2')],
    expected: record('submitted', [taken(1, 'a1'), taken(2, 'a2')]),
  },
  {
    name: 'a long message taken whole has one part with its one id',
    message: message(3),
    outcomes: [accepted('whole')],
    expected: record('submitted', [taken(1, 'whole')]),
  },
  ...(['message', 'destination'] as const).map((fault) => ({
    name: `refused for the ${fault}`,
    outcomes: [refused(fault, 12)],
    expected: record('refused-by-network', [turnedDown(1, 12)], { networkStatus: 'ESME_RINVDSTADR', errorId: 12 }),
  })),
  ...(['route', 'link'] as const).map((fault) => ({
    name: `refused for the ${fault}: another link may take it`,
    outcomes: [refused(fault, 7)],
    expected: { kind: 'other-link', networkStatus: 'ESME_RINVDSTADR', errorId: 7 },
  })),
  {
    name: 'refused for the route after a part was taken: no other link',
    message: message(2),
    outcomes: [accepted(), refused('route')],
    expected: record('refused-by-network', [taken(1), turnedDown(2)], { networkStatus: 'ESME_RINVDSTADR' }),
  },
  {
    name: 'refused whole: every part is',
    message: message(2),
    outcomes: [refused('destination')],
    expected: record('refused-by-network', [turnedDown(1), turnedDown(2)], { networkStatus: 'ESME_RINVDSTADR' }),
  },
  { name: 'throttled', outcomes: [throttled], expected: { kind: 'put-back', pause: true } },
  {
    name: 'every part throttled',
    message: message(2),
    outcomes: [throttled, throttled],
    expected: { kind: 'put-back', pause: true },
  },
  { name: 'not sent', outcomes: [notSent], expected: { kind: 'put-back', pause: false } },
  {
    name: 'throttled outweighs not sent',
    message: message(2),
    outcomes: [throttled, notSent],
    expected: { kind: 'put-back', pause: true },
  },
  {
    name: 'throttled after a part was taken: again later, and the part left behind is noted',
    message: message(2),
    outcomes: [accepted(), throttled],
    expected: record('retrying', [taken(1), left(2, 'ESME_RTHROTTLED')], {
      networkStatus: 'ESME_RTHROTTLED',
      retryInMs: 5_000,
    }),
  },
  {
    name: 'not sent after a part was taken: again later, and the part left behind is noted',
    message: message(2),
    outcomes: [accepted(), notSent],
    expected: record('retrying', [taken(1), left(2, null)], { retryInMs: 5_000 }),
  },
  {
    name: 'try later',
    outcomes: [tryLater],
    expected: record('retrying', [], { networkStatus: 'ESME_RMSGQFUL', retryInMs: 5_000 }),
  },
  {
    name: 'try later outweighs throttled',
    message: message(2),
    outcomes: [throttled, tryLater],
    expected: record('retrying', [], { networkStatus: 'ESME_RMSGQFUL', retryInMs: 5_000 }),
  },
  {
    name: 'unknown under resend',
    outcomes: [unknown],
    expected: record('retrying', [lost(1)], { retryInMs: 5_000 }),
  },
  {
    name: 'unknown under resend, the last resend',
    message: message(1, 2),
    outcomes: [unknown],
    expected: record('retrying', [lost(1)], { retryInMs: 15_000 }),
  },
  {
    name: 'unknown under resend when the resends are used up',
    message: message(1, 3),
    outcomes: [unknown],
    expected: record('unknown', [lost(1)]),
  },
  {
    name: 'unknown under resend without resends',
    outcomes: [unknown],
    rules: { maxResends: 0 },
    expected: record('unknown', [lost(1)]),
  },
  {
    name: 'unknown under hold',
    outcomes: [unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [lost(1)]),
  },
  {
    name: 'a long message whose only outcome is unknown: every part is',
    message: message(2),
    outcomes: [unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [lost(1), lost(2)]),
  },
  {
    name: 'unknown for one of two parts under hold',
    message: message(2),
    outcomes: [accepted(), unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [taken(1), lost(2)]),
  },
  {
    name: 'unknown outweighs try later, and the part left behind is noted',
    message: message(2),
    outcomes: [tryLater, unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [left(1, 'ESME_RMSGQFUL'), lost(2)]),
  },
  {
    name: 'refused outweighs unknown',
    message: message(2),
    outcomes: [unknown, refused('destination')],
    expected: record('refused-by-network', [lost(1), turnedDown(2)], { networkStatus: 'ESME_RINVDSTADR' }),
  },
  {
    name: 'no outcome at all is an unknown one',
    outcomes: [],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', []),
  },
]

describe('what follows from the answer of a link', () => {
  for (const row of rows) {
    it(row.name, () => {
      assert.deepEqual(decide(row.message ?? message(), row.outcomes, { ...RULES, ...row.rules }), row.expected)
    })
  }
})

describe('waits before the next attempt', () => {
  const waits = [
    { attempt: 1, waitMs: 5_000 },
    { attempt: 2, waitMs: 15_000 },
    { attempt: 3, waitMs: 60_000 },
    { attempt: 4, waitMs: 60_000 },
    { attempt: 400, waitMs: 60_000 },
  ]
  for (const { attempt, waitMs } of waits) {
    it(`${waitMs} ms after attempt ${attempt}`, () => {
      const decision = decide(message(1, attempt), [tryLater], RULES)
      assert.equal(decision.kind === 'record' && decision.retryInMs, waitMs)
    })
  }

  it('a single wait holds for every attempt', () => {
    const decision = decide(message(1, 9), [tryLater], { ...RULES, retryDelaysMs: [0] })
    assert.equal(decision.kind === 'record' && decision.retryInMs, 0)
  })
})
