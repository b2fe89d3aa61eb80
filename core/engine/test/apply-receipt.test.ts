import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MessageState, ReceiptStatus } from '@heliograph/contracts'
import {
  aggregate,
  applyReceipt,
  type MessageSnapshot,
  type PartSnapshot,
} from '../src/outbound/receipts/apply-receipt.ts'

function parts(...states: readonly MessageState[]): readonly PartSnapshot[] {
  return states.map((state, index) => ({ attempt: 1, series: 1, part: index + 1, state }))
}

function message(change: Partial<MessageSnapshot> = {}): MessageSnapshot {
  return { smsId: 1, state: 'submitted', series: 1, receipts: 'all', parts: parts('submitted'), ...change }
}

const NOTHING = { part: undefined, message: undefined }

describe('a receipt for a message of one part', () => {
  const statuses: readonly { status: ReceiptStatus; becomes: MessageState }[] = [
    { status: 'delivered', becomes: 'delivered' },
    { status: 'undeliverable', becomes: 'undeliverable' },
    { status: 'rejected', becomes: 'refused-by-network' },
    { status: 'expired', becomes: 'expired' },
    { status: 'deleted', becomes: 'cancelled' },
    { status: 'unknown', becomes: 'unconfirmed' },
    { status: 'enroute', becomes: 'submitted' },
    { status: 'accepted', becomes: 'submitted' },
  ]
  for (const { status, becomes } of statuses) {
    it(`${status} makes it ${becomes}`, () => {
      assert.deepEqual(applyReceipt(message(), 1, 1, { status }), { part: becomes, message: becomes })
    })
  }

  for (const { status, becomes } of statuses.filter((row) => row.becomes !== 'submitted')) {
    it(`${status} doubled changes nothing the second time`, () => {
      const after = message({ state: becomes, parts: parts(becomes) })
      assert.deepEqual(applyReceipt(after, 1, 1, { status }), NOTHING)
    })
  }

  const FINAL = ['delivered', 'undeliverable', 'refused-by-network', 'expired', 'cancelled', 'unconfirmed'] as const
  for (const state of FINAL) {
    for (const { status, becomes } of statuses) {
      if (becomes === state) continue
      const mayDeliver = state === 'expired' || state === 'unconfirmed'
      const expected = mayDeliver && status === 'delivered' ? { part: 'delivered', message: 'delivered' } : NOTHING
      it(`${status} after ${state} ${expected === NOTHING ? 'changes nothing' : 'still delivers it'}`, () => {
        assert.deepEqual(applyReceipt(message({ state, parts: parts(state) }), 1, 1, { status }), expected)
      })
    }
  }

  for (const state of ['submitted', ...FINAL] as const)
    it(`read after ${state} changes nothing`, () => {
      assert.deepEqual(applyReceipt(message({ state, parts: parts(state) }), 1, 1, { status: 'read' }), NOTHING)
    })

  it('late, when the gateway gave the message up but the part is open, still delivers it', () => {
    for (const state of ['expired', 'unconfirmed'] as const) {
      const effect = applyReceipt(message({ state }), 1, 1, { status: 'delivered' })
      assert.deepEqual(effect, { part: 'delivered', message: 'delivered' })
    }
  })

  it('late and bad, when the gateway gave the message up, is noted for the part only', () => {
    const effect = applyReceipt(message({ state: 'unconfirmed' }), 1, 1, { status: 'undeliverable' })
    assert.deepEqual(effect, { part: 'undeliverable', message: undefined })
  })

  it('for a part nobody knows changes nothing', () => {
    assert.deepEqual(applyReceipt(message(), 1, 2, { status: 'delivered' }), NOTHING)
    assert.deepEqual(applyReceipt(message(), 2, 1, { status: 'delivered' }), NOTHING)
  })
})

describe('receipts for a message of three parts', () => {
  it('delivered in any order: the last one delivers the message', () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
    ]) {
      let current = message({ parts: parts('submitted', 'submitted', 'submitted') })
      order.forEach((part, index) => {
        const effect = applyReceipt(current, 1, part, { status: 'delivered' })
        assert.equal(effect.part, 'delivered')
        assert.equal(effect.message, index === 2 ? 'delivered' : undefined)
        const after = current.parts.map((other) =>
          other.part === part ? { ...other, state: effect.part as MessageState } : other,
        )
        current = { ...current, state: effect.message ?? current.state, parts: after }
      })
    }
  })

  const rows: readonly {
    name: string
    given: readonly MessageState[]
    part: number
    status: ReceiptStatus
    state?: MessageState
    receipts?: MessageSnapshot['receipts']
    becomes: MessageState | undefined
  }[] = [
    {
      name: 'one fails while others are open: the message has failed',
      given: ['submitted', 'submitted', 'submitted'],
      part: 2,
      status: 'undeliverable',
      becomes: 'undeliverable',
    },
    {
      name: 'one fails after others were delivered: the message has failed',
      given: ['delivered', 'submitted', 'delivered'],
      part: 2,
      status: 'expired',
      becomes: 'expired',
    },
    {
      name: 'the last is delivered after another failed: the message stays failed',
      given: ['undeliverable', 'delivered', 'submitted'],
      part: 3,
      status: 'delivered',
      state: 'undeliverable',
      becomes: undefined,
    },
    {
      name: 'all but the expired one were delivered, which is delivered late: delivered',
      given: ['delivered', 'expired', 'delivered'],
      part: 2,
      status: 'delivered',
      state: 'expired',
      becomes: 'delivered',
    },
    {
      name: 'first: the first decides alone',
      given: ['submitted', 'submitted', 'submitted'],
      part: 1,
      status: 'delivered',
      receipts: 'first',
      becomes: 'delivered',
    },
    {
      name: 'first: others decide nothing',
      given: ['submitted', 'submitted', 'submitted'],
      part: 3,
      status: 'undeliverable',
      receipts: 'first',
      becomes: undefined,
    },
    {
      name: 'last: the last decides alone',
      given: ['submitted', 'submitted', 'submitted'],
      part: 3,
      status: 'undeliverable',
      receipts: 'last',
      becomes: 'undeliverable',
    },
    {
      name: 'last: others decide nothing',
      given: ['submitted', 'submitted', 'submitted'],
      part: 1,
      status: 'delivered',
      receipts: 'last',
      becomes: undefined,
    },
    {
      name: 'a part that never left keeps the message open',
      given: ['submitted', 'retrying', 'submitted'],
      part: 1,
      status: 'delivered',
      state: 'retrying',
      becomes: undefined,
    },
    {
      name: 'a part of unknown outcome keeps the message open',
      given: ['submitted', 'unknown', 'delivered'],
      part: 1,
      status: 'delivered',
      state: 'unknown',
      becomes: undefined,
    },
  ]
  for (const { name, given, part, status, state = 'submitted', receipts = 'all', becomes } of rows) {
    it(name, () => {
      const effect = applyReceipt(message({ state, receipts, parts: parts(...given) }), 1, part, { status })
      assert.equal(effect.message, becomes)
    })
  }

  it('on the way: passed on for an open part, not for one that is final', () => {
    const current = message({ parts: parts('delivered', 'submitted') })
    assert.deepEqual(applyReceipt(current, 1, 2, { status: 'enroute' }), { part: 'submitted', message: 'submitted' })
    assert.deepEqual(applyReceipt(current, 1, 1, { status: 'enroute' }), NOTHING)
  })
})

describe('receipts of an earlier attempt', () => {
  const twoAttempts = (state: MessageState): MessageSnapshot =>
    message({
      state,
      series: 2,
      parts: [
        { attempt: 1, series: 1, part: 1, state: 'submitted' },
        { attempt: 2, series: 2, part: 1, state: 'submitted' },
      ],
    })

  it('a delivery delivers the message', () => {
    const effect = applyReceipt(twoAttempts('submitted'), 1, 1, { status: 'delivered' })
    assert.deepEqual(effect, { part: 'delivered', message: 'delivered' })
  })

  it('a delivery counts while the next attempt waits', () => {
    const effect = applyReceipt(twoAttempts('retrying'), 1, 1, { status: 'delivered' })
    assert.equal(effect.message, 'delivered')
  })

  it('a failure says nothing about the message', () => {
    const effect = applyReceipt(twoAttempts('submitted'), 1, 1, { status: 'undeliverable' })
    assert.deepEqual(effect, { part: 'undeliverable', message: undefined })
  })

  it('the failure of the latest attempt does', () => {
    const effect = applyReceipt(twoAttempts('submitted'), 2, 1, { status: 'undeliverable' })
    assert.deepEqual(effect, { part: 'undeliverable', message: 'undeliverable' })
  })
})

describe('receipts of parts that were sent one after the other', () => {
  /**
   * Part 1 was taken at the first attempt; part 2 was left behind then and taken at the second; part 3 at the third.
   */
  const pieces = (one: MessageState, two: MessageState, three: MessageState): MessageSnapshot =>
    message({
      parts: [
        { attempt: 1, series: 1, part: 1, state: one },
        { attempt: 1, series: 1, part: 2, state: 'retrying' },
        { attempt: 1, series: 1, part: 3, state: 'unknown' },
        { attempt: 2, series: 1, part: 2, state: two },
        { attempt: 3, series: 1, part: 3, state: three },
      ],
    })
  const rows: readonly {
    name: string
    given: MessageSnapshot
    at: readonly [attempt: number, part: number]
    status: ReceiptStatus
    becomes: MessageState | undefined
  }[] = [
    {
      name: 'the last one missing is delivered',
      given: pieces('delivered', 'delivered', 'submitted'),
      at: [3, 3],
      status: 'delivered',
      becomes: 'delivered',
    },
    {
      name: 'one is still open',
      given: pieces('delivered', 'submitted', 'submitted'),
      at: [3, 3],
      status: 'delivered',
      becomes: undefined,
    },
    {
      name: 'one part of the first attempt fails: the message has failed',
      given: pieces('submitted', 'submitted', 'submitted'),
      at: [1, 1],
      status: 'undeliverable',
      becomes: 'undeliverable',
    },
    {
      name: 'a part arrived although it was sent again',
      given: pieces('delivered', 'delivered', 'submitted'),
      at: [1, 3],
      status: 'delivered',
      becomes: 'delivered',
    },
    {
      name: 'a part that was sent again failed the first time: that says nothing yet',
      given: pieces('delivered', 'delivered', 'submitted'),
      at: [1, 3],
      status: 'undeliverable',
      becomes: undefined,
    },
    {
      name: 'all of an earlier series arrived',
      given: message({
        series: 2,
        parts: [...parts('submitted', 'delivered'), { attempt: 2, series: 2, part: 1, state: 'submitted' }],
      }),
      at: [1, 1],
      status: 'delivered',
      becomes: 'delivered',
    },
    {
      name: 'a part of an earlier series failed',
      given: message({
        series: 2,
        parts: [...parts('submitted', 'retrying'), { attempt: 2, series: 2, part: 1, state: 'submitted' }],
      }),
      at: [1, 1],
      status: 'undeliverable',
      becomes: undefined,
    },
    {
      name: 'the message as a whole, after parts of it, is delivered',
      given: message({
        series: 2,
        parts: [...parts('submitted', 'retrying'), { attempt: 2, series: 2, part: 1, state: 'submitted' }],
      }),
      at: [2, 1],
      status: 'delivered',
      becomes: 'delivered',
    },
  ]
  for (const { name, given, at, status, becomes } of rows) {
    it(name, () => assert.equal(applyReceipt(given, ...at, { status }).message, becomes))
  }
})

describe('the verdict over all parts', () => {
  const rows: readonly {
    given: readonly MessageState[]
    receipts?: MessageSnapshot['receipts']
    verdict: MessageState | undefined
  }[] = [
    { given: [], verdict: undefined },
    { given: ['submitted'], verdict: undefined },
    { given: ['delivered', 'delivered'], verdict: 'delivered' },
    { given: ['delivered', 'expired', 'undeliverable'], verdict: 'expired' },
    { given: ['delivered', 'undeliverable'], receipts: 'first', verdict: 'delivered' },
    { given: ['delivered', 'undeliverable'], receipts: 'last', verdict: 'undeliverable' },
  ]
  for (const { given, receipts = 'all', verdict } of rows) {
    it(`of [${given.join(', ')}] by ${receipts} is ${verdict ?? 'open'}`, () => {
      assert.equal(aggregate(parts(...given), receipts), verdict)
    })
  }

  it('does not depend on the order of the rows', () => {
    assert.equal(aggregate([...parts('delivered', 'undeliverable')].reverse(), 'first'), 'delivered')
  })
})
