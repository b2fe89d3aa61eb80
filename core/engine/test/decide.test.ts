import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide } from '../src/outbound/dispatch/results/decide.ts'
import {
  accepted,
  decided,
  delivered,
  left,
  lost,
  message,
  notSent,
  putBack,
  type Row,
  RULES,
  record,
  refused,
  taken,
  throttled,
  tryLater,
  turnedDown,
  unknown,
} from './support/decisions.ts'

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

describe('what follows from the answer of a link', () => {
  for (const row of rows) {
    it(row.name, () => assert.deepEqual(decided(row), { ...row.expected, ...series(row) }))
  }
})

/** A first answer is the beginning of its series, whichever attempt it is. */
const series = (row: Row) => (row.expected.kind === 'record' ? { series: row.message?.attempt ?? 1 } : {})

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
