import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import type { EarlierParts } from '../src/outbound/dispatch/links/queued-message.ts'
import { type DecisionRules, decide } from '../src/outbound/dispatch/results/decide.ts'
import type { PartRecord } from '../src/outbound/dispatch/results/read-answer.ts'

const RULES: DecisionRules = {
  unknownOutcome: 'resend',
  maxResends: 2,
  retryDelaysSeconds: [5, 15, 60],
  receipts: 'all',
}

function message(parts = 1, attempt = 1, only: readonly number[] | null = null): OutgoingMessage {
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
    only,
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
const delivered = (part: number, networkId: string | null = 'a1'): PartRecord => ({
  ...taken(part, networkId),
  state: 'delivered',
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
  readonly earlier?: EarlierParts
  readonly expected: Partial<Record<string, unknown>>
}

const record = (state: string, parts: readonly PartRecord[], more: object = {}) => ({
  kind: 'record',
  state,
  series: 1,
  parts,
  networkStatus: null,
  errorId: null,
  retryInMs: null,
  pause: false,
  ...more,
})

const putBack = (networkStatus: string | null) => ({ kind: 'put-back', pause: networkStatus !== null, networkStatus })

const rows: readonly Row[] = [
  { name: 'taken', outcomes: [accepted()], expected: record('submitted', [taken(1)]) },
  { name: 'taken without an id', outcomes: [accepted(null)], expected: record('submitted', [taken(1, null)]) },
  {
    name: 'taken by a link without receipts: delivered, as far as will ever be known',
    outcomes: [accepted()],
    rules: { receipts: 'none' },
    expected: record('delivered', [delivered(1)]),
  },
  {
    name: 'all parts taken by a link without receipts',
    message: message(2),
    outcomes: [accepted('a1'), accepted('a2')],
    rules: { receipts: 'none' },
    expected: record('delivered', [delivered(1, 'a1'), delivered(2, 'a2')]),
  },
  {
    name: 'one part taken, one unknown, without receipts: unknown',
    message: message(2),
    outcomes: [accepted(), unknown],
    rules: { receipts: 'none', unknownOutcome: 'hold' },
    expected: record('unknown', [delivered(1), lost(2)]),
  },
  {
    name: 'one part taken, one throttled, without receipts: the other goes first again',
    message: message(2),
    outcomes: [accepted(), throttled],
    rules: { receipts: 'none' },
    expected: record('retrying', [delivered(1), left(2, 'ESME_RTHROTTLED')], {
      networkStatus: 'ESME_RTHROTTLED',
      pause: true,
    }),
  },
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
  { name: 'throttled', outcomes: [throttled], expected: putBack('ESME_RTHROTTLED') },
  {
    name: 'every part throttled',
    message: message(2),
    outcomes: [throttled, throttled],
    expected: putBack('ESME_RTHROTTLED'),
  },
  { name: 'not sent', outcomes: [notSent], expected: putBack(null) },
  {
    name: 'throttled outweighs not sent',
    message: message(2),
    outcomes: [throttled, notSent],
    expected: putBack('ESME_RTHROTTLED'),
  },
  {
    name: 'throttled after a part was taken: the part left behind goes first again, after the pause',
    message: message(2),
    outcomes: [accepted(), throttled],
    expected: record('retrying', [taken(1), left(2, 'ESME_RTHROTTLED')], {
      networkStatus: 'ESME_RTHROTTLED',
      pause: true,
    }),
  },
  {
    name: 'not sent after a part was taken: the part left behind goes first again',
    message: message(2),
    outcomes: [accepted(), notSent],
    expected: record('retrying', [taken(1), left(2, null)]),
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
    expected: record('retrying', [], { networkStatus: 'ESME_RMSGQFUL', retryInMs: 5_000, pause: true }),
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
    name: 'one of two parts unknown under hold, the other to be tried later: only that one goes again',
    message: message(2),
    outcomes: [tryLater, unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('retrying', [left(1, 'ESME_RMSGQFUL'), lost(2)], {
      networkStatus: 'ESME_RMSGQFUL',
      retryInMs: 5_000,
    }),
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
    expected: record('unknown', [lost(1)]),
  },
  {
    name: 'too few outcomes: what is not told of is unknown',
    message: message(3),
    outcomes: [accepted('a1'), accepted('a2')],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [taken(1, 'a1'), taken(2, 'a2'), lost(3)]),
  },
  {
    name: 'a link refuses one part while another may be out: not offered elsewhere',
    message: message(2),
    outcomes: [unknown, refused('link')],
    expected: record('refused-by-network', [lost(1), turnedDown(2)], { networkStatus: 'ESME_RINVDSTADR' }),
  },
  {
    name: 'a link refuses one part and throttles the other: nothing is out, another link may take it',
    message: message(2),
    outcomes: [throttled, refused('link')],
    expected: { kind: 'other-link', networkStatus: 'ESME_RINVDSTADR', errorId: null },
  },
  {
    name: 'taken, throttled and to be tried later: both wait, the link stops',
    message: message(3),
    outcomes: [accepted(), throttled, tryLater],
    expected: record('retrying', [taken(1), left(2, 'ESME_RTHROTTLED'), left(3, 'ESME_RMSGQFUL')], {
      networkStatus: 'ESME_RMSGQFUL',
      retryInMs: 5_000,
      pause: true,
    }),
  },
  {
    name: 'taken, unknown under resend and throttled: both go again after the wait',
    message: message(3),
    outcomes: [accepted(), unknown, throttled],
    expected: record('retrying', [taken(1), lost(2), left(3, 'ESME_RTHROTTLED')], { retryInMs: 5_000, pause: true }),
  },
  {
    name: 'unknown under hold and throttled: the throttled one goes first again',
    message: message(2),
    outcomes: [unknown, throttled],
    rules: { unknownOutcome: 'hold' },
    expected: record('retrying', [lost(1), left(2, 'ESME_RTHROTTLED')], {
      networkStatus: 'ESME_RTHROTTLED',
      pause: true,
    }),
  },
]

const EARLIER: EarlierParts = { link: 'net/main', series: 1, isUncertain: false }
const rest = (...only: readonly number[]) => ({ message: message(3, 2, only), earlier: EARLIER })

/** Attempt 2 at a message of three parts, some of which the network has. */
const partialRows: readonly Row[] = [
  {
    name: 'what was left is taken: complete',
    ...rest(2, 3),
    outcomes: [accepted('b2'), accepted('b3')],
    expected: record('submitted', [taken(2, 'b2'), taken(3, 'b3')]),
  },
  {
    name: 'the only part left is taken',
    ...rest(3),
    outcomes: [accepted('b3')],
    expected: record('submitted', [taken(3, 'b3')]),
  },
  {
    name: 'what was left is taken by a link without receipts: delivered',
    ...rest(2, 3),
    outcomes: [accepted('b2'), accepted('b3')],
    rules: { receipts: 'none' },
    expected: record('delivered', [delivered(2, 'b2'), delivered(3, 'b3')]),
  },
  {
    name: 'complete, but an earlier part is uncertain',
    ...rest(3),
    earlier: { ...EARLIER, isUncertain: true },
    outcomes: [accepted('b3')],
    expected: record('unknown', [taken(3, 'b3')]),
  },
  {
    name: 'an answer for all parts replaces what was there',
    ...rest(3),
    outcomes: [accepted('b1'), accepted('b2'), accepted('b3')],
    expected: record('submitted', [taken(1, 'b1'), taken(2, 'b2'), taken(3, 'b3')], { series: 2 }),
  },
  {
    name: 'an answer for all parts of which one is left behind begins a new series',
    ...rest(3),
    earlier: { ...EARLIER, isUncertain: true },
    outcomes: [accepted('b1'), accepted('b2'), throttled],
    expected: record('retrying', [taken(1, 'b1'), taken(2, 'b2'), left(3, 'ESME_RTHROTTLED')], {
      series: 2,
      networkStatus: 'ESME_RTHROTTLED',
      pause: true,
    }),
  },
  {
    name: 'taken whole after all: that is the message',
    ...rest(2, 3),
    outcomes: [accepted('whole')],
    expected: record('submitted', [taken(1, 'whole')], { series: 2 }),
  },
  {
    name: 'one outcome for both parts left',
    ...rest(2, 3),
    outcomes: [unknown],
    rules: { unknownOutcome: 'hold' },
    expected: record('unknown', [lost(2), lost(3)]),
  },
  {
    name: 'one more is taken, one is left',
    ...rest(2, 3),
    outcomes: [accepted('b2'), notSent],
    expected: record('retrying', [taken(2, 'b2'), left(3, null)]),
  },
  {
    name: 'throttled again: back to its place, nothing to record',
    ...rest(2, 3),
    outcomes: [throttled, throttled],
    expected: putBack('ESME_RTHROTTLED'),
  },
  {
    name: 'to be tried later again: the wait grows',
    ...rest(2, 3),
    outcomes: [tryLater, tryLater],
    expected: record('retrying', [], { networkStatus: 'ESME_RMSGQFUL', retryInMs: 15_000 }),
  },
  {
    name: 'refused for the link: the others are out, so it goes nowhere else',
    ...rest(3),
    outcomes: [refused('link')],
    expected: record('refused-by-network', [turnedDown(3)], { networkStatus: 'ESME_RINVDSTADR' }),
  },
  {
    name: 'refused for all parts anew: nothing counts any more, another link may take it',
    ...rest(3),
    outcomes: [refused('link'), refused('link'), refused('link')],
    expected: { kind: 'other-link', networkStatus: 'ESME_RINVDSTADR', errorId: null },
  },
]

const decided = (row: Row) => decide(row.message ?? message(), row.outcomes, { ...RULES, ...row.rules }, row.earlier)

describe('what follows from the answer of a link', () => {
  for (const row of rows) {
    it(row.name, () => assert.deepEqual(decided(row), { ...row.expected, ...series(row) }))
  }
})

/** A first answer is the beginning of its series, whichever attempt it is. */
const series = (row: Row) => (row.expected.kind === 'record' ? { series: row.message?.attempt ?? 1 } : {})

describe('what follows from the answer for the rest of a message', () => {
  for (const row of partialRows) it(row.name, () => assert.deepEqual(decided(row), row.expected))
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
    const decision = decide(message(1, 9), [tryLater], { ...RULES, retryDelaysSeconds: [0] })
    assert.equal(decision.kind === 'record' && decision.retryInMs, 0)
  })
})
