import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PartOutcome } from '@heliograph/contracts'
import { ERRORS } from '@heliograph/messaging'
import { FATES } from '../src/fates.ts'
import { outgoing, startInstance } from './harness.ts'

interface Row {
  readonly suffix: string
  /** The outcome of each attempt, as `kind` or `kind status`. */
  readonly attempts: readonly string[]
  /** `networkStatus status errorId` of the receipts after all attempts. */
  readonly receipts: readonly string[]
  /** Parts the network took. */
  readonly taken: number
}

const DELIVERED = 'DELIVRD delivered null'

const ROWS: readonly Row[] = [
  { suffix: '567', attempts: ['accepted'], receipts: [DELIVERED], taken: 1 },
  { suffix: '900', attempts: ['accepted'], receipts: [DELIVERED], taken: 1 },
  { suffix: '901', attempts: ['accepted'], receipts: ['UNDELIV undeliverable 27'], taken: 1 },
  { suffix: '902', attempts: ['accepted'], receipts: ['EXPIRED expired 4098'], taken: 1 },
  { suffix: '903', attempts: ['accepted'], receipts: ['REJECTD rejected 632'], taken: 1 },
  { suffix: '904', attempts: ['refused ESME_RINVDSTADR', 'refused ESME_RINVDSTADR'], receipts: [], taken: 0 },
  {
    suffix: '905',
    attempts: ['throttled ESME_RTHROTTLED', 'throttled ESME_RTHROTTLED', 'throttled ESME_RTHROTTLED', 'accepted'],
    receipts: [DELIVERED],
    taken: 1,
  },
  { suffix: '906', attempts: ['accepted'], receipts: [], taken: 1 },
  { suffix: '907', attempts: ['accepted'], receipts: [DELIVERED], taken: 1 },
  {
    suffix: '908',
    attempts: ['try-later ESME_RMSGQFUL', 'try-later ESME_RMSGQFUL', 'accepted'],
    receipts: [DELIVERED],
    taken: 1,
  },
  { suffix: '909', attempts: ['unknown', 'unknown'], receipts: [DELIVERED, DELIVERED], taken: 2 },
  { suffix: '910', attempts: ['unknown', 'accepted'], receipts: [DELIVERED], taken: 1 },
  { suffix: '911', attempts: ['unknown'], receipts: [DELIVERED], taken: 1 },
  { suffix: '912', attempts: ['accepted'], receipts: [DELIVERED], taken: 1 },
]

for (const row of ROWS) {
  for (const delays of [{}, { submitDelayMs: 30, receiptDelayMs: 100 }]) {
    test(`a recipient ending in ${row.suffix}, delays ${JSON.stringify(delays)}`, async () => {
      const instance = await startInstance({ ...delays, responseTimeoutMs: 400, reconnectMs: 200 })
      const seen: string[] = []
      for (const [index] of row.attempts.entries()) {
        void instance
          .submit({ smsId: 77, attempt: index + 1, to: `27831234${row.suffix}` })
          .then((outcomes) => seen.push(outcomes.map(describe).join()))
        await instance.pass(1000)
      }
      await instance.pass(1000)
      assert.deepEqual(seen, row.attempts)
      assert.deepEqual(
        instance.gateway.receipts.map((receipt) => `${receipt.networkStatus} ${receipt.status} ${receipt.errorId}`),
        row.receipts,
      )
      assert.equal((await instance.stats()).parts, row.taken)
    })
  }
}

test('every row of the table has a test', () => {
  const tested = new Set(ROWS.map((row) => row.suffix))
  assert.deepEqual(
    [...FATES.keys()].filter((suffix) => !tested.has(suffix)),
    [],
  )
})

test('error ids are those of the registry', () => {
  const known = new Set(ERRORS.map((error) => error.id))
  for (const [suffix, fate] of FATES) {
    const ids = [fate.receipt?.errorId, fate.submit.kind === 'refuse' ? fate.submit.errorId : null]
    for (const id of ids) if (typeof id === 'number') assert.ok(known.has(id), `${suffix}: ${id}`)
  }
})

test('904 blames the destination, so that the message is not tried elsewhere', async () => {
  const instance = await startInstance()
  const [outcome] = await instance.submit({ to: '27831234904' })
  assert.deepEqual(outcome, { kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR', errorId: 351 })
})

test('907: the answer comes after the gateway has taken the receipt', async () => {
  const instance = await startInstance()
  let open = () => {}
  instance.gateway.gate = new Promise((resolve) => {
    open = resolve
  })
  const events: string[] = []
  void instance.submit({ to: '27831234907' }).then(() => events.push('answered'))
  await instance.pass(100)
  assert.equal(events.length, 0)
  void instance.gateway.gate.then(() => events.push('receipt taken'))
  open()
  await instance.pass(10)
  assert.deepEqual(events, ['receipt taken', 'answered'])
})

test('907: the answer still comes when the gateway refuses the receipt, which is sent again', async () => {
  const instance = await startInstance()
  instance.gateway.away = true
  const outcomes = instance.submit({ to: '27831234907' })
  await instance.pass(10)
  assert.equal((await outcomes)[0]?.kind, 'accepted')
  instance.gateway.away = false
  await instance.pass(1000)
  assert.equal(instance.gateway.receipts.length, 1)
})

test('909: other messages are answered meanwhile', async () => {
  const instance = await startInstance({ responseTimeoutMs: 1000 })
  let lost: readonly PartOutcome[] | undefined
  void instance.submit({ to: '27831234909' }).then((outcomes) => {
    lost = outcomes
  })
  assert.equal((await instance.submit())[0]?.kind, 'accepted')
  await instance.pass(900)
  assert.equal(lost, undefined)
  await instance.pass(110)
  assert.deepEqual(lost, [{ kind: 'unknown' }])
})

test('911: the answer comes after the time-out, for each part', async () => {
  const instance = await startInstance({ responseTimeoutMs: 400, receiptDelayMs: 100 })
  const outcomes = instance.submit({ smsId: 7, attempt: 2, to: '27831234911', parts: 2 })
  await instance.pass(400)
  assert.deepEqual(await outcomes, [{ kind: 'unknown' }])
  await instance.pass(990)
  assert.equal(instance.gateway.lateAnswers.length, 0)
  await instance.pass(10)
  const about = { carrier: 'simulator', link: 'main', smsId: 7, attempt: 2 }
  assert.deepEqual(
    instance.gateway.lateAnswers.map(({ outcome, ...rest }) => ({ ...rest, kind: outcome.kind })),
    [1, 2].map((part) => ({ ...about, part, kind: 'accepted' })),
  )
  await instance.pass(100)
  assert.equal(instance.gateway.receipts.length, 2)
})

test('910: everything unanswered is unknown, the link goes down and comes back', async () => {
  const instance = await startInstance({ submitDelayMs: 50, reconnectMs: 500 })
  const changes: boolean[] = []
  instance.link.onChange(() => changes.push(instance.link.isUp()))
  const before = instance.submit()
  await instance.pass(40)
  const dropping = instance.submit({ to: '27831234910' })
  const after = instance.submit()
  await instance.pass(60)
  assert.equal((await before)[0]?.kind, 'accepted')
  assert.deepEqual(await dropping, [{ kind: 'unknown' }])
  assert.deepEqual(await after, [{ kind: 'unknown' }])
  assert.equal(instance.link.isUp(), false)
  assert.deepEqual(await instance.submit(), [{ kind: 'not-sent' }])
  assert.equal(instance.plugin.health?.().status, 'down')
  await instance.pass(500)
  assert.equal(instance.link.isUp(), true)
  assert.deepEqual(changes, [false, true])
  assert.equal((await instance.stats()).dropped, 1)
  assert.equal(instance.gateway.receipts.length, 2, 'what the network took gets its receipt, answered or not')
})

test('attempts are counted for each message', async () => {
  const instance = await startInstance()
  const [first, second] = [outgoing({ to: '27831234908' }), outgoing({ to: '27831234908' })]
  const kinds: string[] = []
  for (const message of [first, second, first, second, first, second]) {
    kinds.push((await instance.link.submit(message))[0]?.kind ?? '')
  }
  assert.deepEqual(kinds, ['try-later', 'try-later', 'try-later', 'try-later', 'accepted', 'accepted'])
})

function describe(outcome: PartOutcome): string {
  return 'status' in outcome ? `${outcome.kind} ${outcome.status}` : outcome.kind
}
