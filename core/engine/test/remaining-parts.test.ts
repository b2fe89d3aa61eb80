import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageState } from '@heliograph/contracts'
import { findRemaining } from '../src/outbound/dispatch/remaining-parts.ts'
import type { PartRow } from '../src/outbound/lifecycle/sent-parts.ts'

const row = (attempt: number, part: number, state: MessageState, series = 1): PartRow => ({
  sms_id: 1,
  attempt,
  part,
  series,
  link: 'net/a',
  state,
})

interface Case {
  readonly name: string
  readonly rows: readonly PartRow[]
  readonly resends?: boolean
  readonly expected: readonly [only: readonly number[], series: number, isUncertain: boolean] | undefined
}

const cases: readonly Case[] = [
  { name: 'nothing was sent', rows: [], expected: undefined },
  {
    name: 'one of three is there',
    rows: [row(1, 1, 'submitted'), row(1, 2, 'retrying'), row(1, 3, 'retrying')],
    expected: [[2, 3], 1, false],
  },
  {
    name: 'the rest came in two attempts',
    rows: [row(1, 1, 'submitted'), row(1, 2, 'retrying'), row(1, 3, 'retrying'), row(2, 2, 'delivered')],
    expected: [[3], 1, false],
  },
  {
    name: 'one is of unknown outcome and waits',
    rows: [row(1, 1, 'unknown'), row(1, 2, 'submitted'), row(1, 3, 'retrying')],
    expected: [[3], 1, true],
  },
  {
    name: 'one is of unknown outcome and is sent again',
    rows: [row(1, 1, 'unknown'), row(1, 2, 'submitted'), row(1, 3, 'retrying')],
    resends: true,
    expected: [[1, 3], 1, false],
  },
  {
    name: 'all are of unknown outcome and are sent again',
    rows: [row(1, 1, 'unknown'), row(1, 2, 'unknown'), row(1, 3, 'unknown')],
    resends: true,
    expected: undefined,
  },
  {
    name: 'what was of unknown outcome has been delivered meanwhile',
    rows: [row(1, 1, 'unknown'), row(1, 2, 'submitted'), row(1, 3, 'delivered'), row(2, 1, 'submitted')],
    resends: true,
    expected: [[], 1, false],
  },
  {
    name: 'only the latest series counts',
    rows: [
      row(1, 1, 'submitted'),
      row(1, 2, 'submitted'),
      row(1, 3, 'retrying'),
      row(2, 1, 'retrying', 2),
      row(2, 2, 'submitted', 2),
      row(2, 3, 'submitted', 2),
    ],
    expected: [[1], 2, false],
  },
  {
    name: 'a network took the message as a whole',
    rows: [row(1, 1, 'submitted'), row(1, 2, 'retrying'), row(1, 3, 'retrying'), row(2, 1, 'unknown', 2)],
    resends: true,
    expected: undefined,
  },
  {
    name: 'a part that arrived stays there, though it was sent again',
    rows: [row(1, 1, 'delivered'), row(1, 2, 'retrying'), row(1, 3, 'submitted'), row(2, 1, 'retrying')],
    expected: [[2], 1, false],
  },
]

describe('what of a message is still to be sent', () => {
  for (const { name, rows, resends = false, expected } of cases) {
    it(name, () => {
      const found = findRemaining(rows, 3, () => resends)
      const summary = found && [found.only, found.earlier.series, found.earlier.isUncertain]
      assert.deepEqual(summary, expected)
    })
  }
})
