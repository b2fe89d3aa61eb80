import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EarlierParts } from '../src/outbound/dispatch/links/queued-message.ts'
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
  record,
  refused,
  taken,
  throttled,
  tryLater,
  turnedDown,
  unknown,
} from './support/decisions.ts'

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
    name: 'all parts are sent again and refused: the earlier ones no longer count, another link may take it',
    ...rest(3),
    outcomes: [refused('link'), refused('link'), refused('link')],
    expected: { kind: 'other-link', networkStatus: 'ESME_RINVDSTADR', errorId: null },
  },
]

describe('what follows from the answer for the rest of a message', () => {
  for (const row of partialRows) it(row.name, () => assert.deepEqual(decided(row), row.expected))
})
