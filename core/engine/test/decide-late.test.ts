import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LateAnswer, LateOutcome, MessageState } from '@heliograph/contracts'
import { decideLate } from '../src/outbound/dispatch/results/decide-late.ts'
import type { PartRow } from '../src/outbound/lifecycle/sent-parts.ts'

/** A part of an attempt with its state; the series is that of the attempt unless given. */
type Row = readonly [attempt: number, part: number, state: MessageState, series?: number]
type Given = readonly [attempt: number, part: number | null, outcome: LateOutcome]

const ok = (networkId = 'n1'): LateOutcome => ({ kind: 'accepted', networkId })
const refused = (fault: 'message' | 'destination' | 'route' | 'link'): LateOutcome => ({
  kind: 'refused',
  fault,
  status: 'ESME_RINVDSTADR',
  errorId: 351,
})
const THROTTLED: LateOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
const TRY_LATER: LateOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }

interface Case {
  readonly name: string
  readonly state: MessageState
  readonly isWithLink?: boolean
  readonly rows: readonly Row[]
  readonly answers: readonly Given[]
  readonly taken?: 'delivered'
  /** `attempt.part state` of each part that changes. */
  readonly parts: readonly string[]
  readonly removed?: number
  /** The new state of the message, if any. */
  readonly becomes?: MessageState
}

const CASES: readonly Case[] = [
  {
    name: 'taken, while it waits for a receipt',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'taken, while its repetition is planned',
    state: 'retrying',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'taken, over a link without receipts',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, ok()]],
    taken: 'delivered',
    parts: ['1.1 delivered'],
    becomes: 'delivered',
  },
  {
    name: 'taken, while a link has it again',
    state: 'retrying',
    isWithLink: true,
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'taken, though it was sent again and that is in doubt too',
    state: 'unknown',
    rows: [
      [1, 1, 'unknown'],
      [2, 1, 'unknown'],
    ],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'taken twice',
    state: 'submitted',
    rows: [
      [1, 1, 'submitted'],
      [2, 1, 'unknown'],
    ],
    answers: [[2, 1, ok()]],
    parts: ['2.1 submitted'],
  },
  {
    name: 'taken, after the message had ended: its id is kept for a late receipt',
    state: 'unconfirmed',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
  },
  {
    name: 'the same answer again',
    state: 'submitted',
    rows: [[1, 1, 'submitted']],
    answers: [[1, 1, ok()]],
    parts: [],
  },
  {
    name: 'the same answer twice at once',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [
      [1, 1, ok('a')],
      [1, 1, ok('b')],
    ],
    parts: ['1.1 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'an attempt or part that there is not',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [
      [2, 1, ok()],
      [1, 2, ok()],
    ],
    parts: [],
  },
  {
    name: 'one of two parts taken: the other is still in doubt',
    state: 'unknown',
    rows: [
      [1, 1, 'unknown'],
      [1, 2, 'unknown'],
    ],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
  },
  {
    name: 'the last part in doubt taken',
    state: 'unknown',
    rows: [
      [1, 1, 'submitted'],
      [1, 2, 'unknown'],
    ],
    answers: [[1, 2, ok()]],
    parts: ['1.2 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'all parts taken',
    state: 'retrying',
    rows: [
      [1, 1, 'unknown'],
      [1, 2, 'unknown'],
    ],
    answers: [
      [1, 1, ok('a')],
      [1, 2, ok('b')],
    ],
    parts: ['1.1 submitted', '1.2 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'taken, but another part was left behind',
    state: 'retrying',
    rows: [
      [1, 1, 'unknown'],
      [1, 2, 'retrying'],
    ],
    answers: [[1, 1, ok()]],
    parts: ['1.1 submitted'],
  },
  {
    name: 'a part taken at its first attempt, though its second is in doubt',
    state: 'unknown',
    rows: [
      [1, 1, 'submitted'],
      [1, 2, 'unknown'],
      [2, 2, 'unknown', 1],
    ],
    answers: [[1, 2, ok()]],
    parts: ['1.2 submitted'],
    becomes: 'submitted',
  },
  {
    name: 'the message taken whole',
    state: 'unknown',
    rows: [
      [1, 1, 'unknown'],
      [1, 2, 'unknown'],
      [1, 3, 'unknown'],
    ],
    answers: [[1, null, ok()]],
    parts: ['1.1 submitted'],
    removed: 2,
    becomes: 'submitted',
  },
  {
    name: 'refused for good, while it waits for a receipt',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, refused('destination')]],
    parts: ['1.1 refused-by-network'],
    becomes: 'refused-by-network',
  },
  {
    name: 'refused for good, while its repetition is planned',
    state: 'retrying',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, refused('message')]],
    parts: ['1.1 refused-by-network'],
    becomes: 'refused-by-network',
  },
  {
    name: 'refused for good, while a link has it again',
    state: 'retrying',
    isWithLink: true,
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, refused('message')]],
    parts: ['1.1 refused-by-network'],
  },
  {
    name: 'refused at an earlier attempt',
    state: 'unknown',
    rows: [
      [1, 1, 'unknown'],
      [2, 1, 'unknown'],
    ],
    answers: [[1, 1, refused('message')]],
    parts: ['1.1 refused-by-network'],
  },
  {
    name: 'refused by the link: another may send it',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, refused('link')]],
    parts: ['1.1 refused-by-network'],
    becomes: 'retrying',
  },
  {
    name: 'refused by the link, while its repetition is planned',
    state: 'retrying',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, refused('route')]],
    parts: ['1.1 refused-by-network'],
  },
  {
    name: 'a part refused by the link, when the network has another',
    state: 'unknown',
    rows: [
      [1, 1, 'submitted'],
      [1, 2, 'unknown'],
    ],
    answers: [[1, 2, refused('link')]],
    parts: ['1.2 refused-by-network'],
    becomes: 'refused-by-network',
  },
  {
    name: 'the message refused whole',
    state: 'unknown',
    rows: [
      [1, 1, 'unknown'],
      [1, 2, 'unknown'],
    ],
    answers: [[1, null, refused('message')]],
    parts: ['1.1 refused-by-network', '1.2 refused-by-network'],
    becomes: 'refused-by-network',
  },
  {
    name: 'throttled, while it waits for a receipt',
    state: 'unknown',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, THROTTLED]],
    parts: ['1.1 retrying'],
    becomes: 'retrying',
  },
  {
    name: 'for later, while it waits for a receipt',
    state: 'unknown',
    rows: [
      [1, 1, 'submitted'],
      [1, 2, 'unknown'],
    ],
    answers: [[1, 2, TRY_LATER]],
    parts: ['1.2 retrying'],
    becomes: 'retrying',
  },
  {
    name: 'for later, while its repetition is planned',
    state: 'retrying',
    rows: [[1, 1, 'unknown']],
    answers: [[1, 1, TRY_LATER]],
    parts: ['1.1 retrying'],
  },
]

for (const { name, state, isWithLink = false, rows, answers, taken = 'submitted', ...expected } of CASES) {
  test(name, () => {
    const known = rows.map(
      ([attempt, part, partState, series = attempt]): PartRow => ({
        sms_id: 1,
        attempt,
        part,
        series,
        link: 'net/main',
        state: partState,
      }),
    )
    const late = answers.map(
      ([attempt, part, outcome]): LateAnswer => ({
        carrier: 'net',
        link: 'main',
        smsId: 1,
        attempt,
        part,
        outcome,
      }),
    )
    const decision = decideLate({ state, isWithLink, rows: known }, late, taken)
    assert.deepEqual(
      decision.parts.map((part) => `${part.attempt}.${part.part} ${part.state}`),
      expected.parts,
    )
    assert.equal(decision.removed.length, expected.removed ?? 0)
    assert.equal(decision.message?.state, expected.becomes)
    for (const part of decision.parts) {
      if (part.state === 'submitted') assert.equal(typeof part.networkId, 'string', 'the id of what was taken is kept')
    }
  })
}
