import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryEntry, MessageRecord } from '@heliograph/contracts'
import { type HistoryFacts, type PartFacts, tellHistory } from '../src/index.ts'

/** A moment so many seconds after the message was accepted. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 8) + seconds * 1_000)

function recordOf(changes: Partial<MessageRecord>): MessageRecord {
  return {
    smsId: 1042,
    messageId: 'm-1',
    bulkId: null,
    reference: null,
    origin: 'v2',
    from: 'ACME',
    to: '27821110001',
    text: 'hello',
    encoding: 'gsm',
    parts: 1,
    price: { amount: '0.050000', currency: 'ZAR' },
    priority: 'HIGH',
    state: 'submitted',
    acceptedAt: at(0),
    scheduledAt: null,
    submittedAt: null,
    doneAt: null,
    networkStatus: null,
    networkId: null,
    errorId: null,
    ...changes,
  }
}

function partOf(changes: Partial<PartFacts>): PartFacts {
  return {
    attempt: 1,
    part: 1,
    link: 'net/main',
    networkId: 'n-1',
    state: 'submitted',
    networkStatus: null,
    errorId: null,
    answeredAt: at(10),
    doneAt: null,
    ...changes,
  }
}

const NOTHING: HistoryFacts = { parts: [], link: null, isPrepaid: false, webhooks: [], attempts: [] }

/** An entry in one line. */
function line(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'answered':
      return `answered ${entry.attempt}/${entry.part} ${entry.link} ${entry.outcome} ${entry.networkId ?? entry.networkStatus ?? '-'}`
    case 'receipt':
      return `receipt ${entry.attempt}/${entry.part} ${entry.state} ${entry.networkStatus}`
    case 'ended':
      return `ended ${entry.state}`
    case 'handed-over':
      return `handed-over ${entry.link}`
    case 'webhook-attempt':
      return `webhook-attempt ${entry.attempt} ${entry.status ?? entry.failure}`
    default:
      return entry.kind
  }
}

const DELIVERED = { state: 'delivered', networkStatus: 'DELIVRD' } as const
const REFUSED = { state: 'refused-by-network', networkId: null, networkStatus: 'ESME_RINVDSTADR' } as const

const CASES: readonly (readonly [string, Partial<MessageRecord>, Partial<HistoryFacts>, readonly string[]])[] = [
  ['taken', {}, { parts: [partOf({})] }, ['answered 1/1 net/main accepted n-1']],
  [
    'taken by a network without ids',
    {},
    { parts: [partOf({ networkId: null })] },
    ['answered 1/1 net/main accepted -'],
  ],
  [
    'delivered over a link without receipts',
    { state: 'delivered', doneAt: at(10) },
    { parts: [partOf({ state: 'delivered', networkId: null, doneAt: at(10) })] },
    ['answered 1/1 net/main accepted -', 'ended delivered'],
  ],
  [
    'refused by the answer',
    { state: 'refused-by-network', doneAt: at(10) },
    { parts: [partOf({ ...REFUSED, doneAt: at(10) })] },
    ['answered 1/1 net/main refused ESME_RINVDSTADR', 'ended refused-by-network'],
  ],
  [
    'refused by a receipt',
    { state: 'refused-by-network', doneAt: at(20) },
    { parts: [partOf({ state: 'refused-by-network', networkStatus: 'REJECTD', doneAt: at(20) })] },
    ['answered 1/1 net/main accepted n-1', 'receipt 1/1 refused-by-network REJECTD', 'ended refused-by-network'],
  ],
  [
    'reported on the way, which is not told',
    {},
    { parts: [partOf({ networkStatus: 'ENROUTE' })] },
    ['answered 1/1 net/main accepted n-1'],
  ],
  [
    'a part left behind goes again',
    { state: 'delivered', doneAt: at(40), parts: 2 },
    {
      parts: [
        partOf({ ...DELIVERED, doneAt: at(30) }),
        partOf({ part: 2, state: 'retrying', networkId: null, networkStatus: 'ESME_RMSGQFUL' }),
        partOf({ part: 2, attempt: 2, answeredAt: at(20), networkId: 'n-2', ...DELIVERED, doneAt: at(40) }),
      ],
    },
    [
      'answered 1/1 net/main accepted n-1',
      'answered 1/2 net/main left ESME_RMSGQFUL',
      'answered 2/2 net/main accepted n-2',
      'receipt 1/1 delivered DELIVRD',
      'receipt 2/2 delivered DELIVRD',
      'ended delivered',
    ],
  ],
  [
    'an answer that never came',
    { state: 'unconfirmed', doneAt: at(90) },
    { parts: [partOf({ state: 'unknown', networkId: null })] },
    ['answered 1/1 net/main unknown -', 'ended unconfirmed'],
  ],
  [
    'a network whose clock is cut to the minute',
    { state: 'delivered', doneAt: at(0) },
    { parts: [partOf({ ...DELIVERED, doneAt: at(0) })] },
    ['answered 1/1 net/main accepted n-1', 'receipt 1/1 delivered DELIVRD', 'ended delivered'],
  ],
  ['with a link', { state: 'submitting' }, { link: 'net/other' }, ['handed-over net/other']],
  ['with a link no more', { state: 'submitted' }, { link: 'net/other' }, []],
  [
    'expired at a network that had taken none of it',
    { state: 'expired', doneAt: at(90) },
    { isPrepaid: true, parts: [partOf({ state: 'retrying', networkId: null, networkStatus: 'ESME_RSYSERR' })] },
    ['answered 1/1 net/main left ESME_RSYSERR', 'ended expired', 'refunded'],
  ],
  [
    'expired after a network had taken some of it',
    { state: 'expired', doneAt: at(90) },
    { isPrepaid: true, parts: [partOf({})] },
    ['answered 1/1 net/main accepted n-1', 'ended expired'],
  ],
  [
    'free of charge',
    { state: 'no-route', doneAt: at(5), price: { amount: '0.000000', currency: 'ZAR' } },
    { isPrepaid: true },
    ['ended no-route'],
  ],
  [
    'told to the client at the third try',
    { state: 'delivered', doneAt: at(20) },
    {
      parts: [partOf({ ...DELIVERED, doneAt: at(20) })],
      webhooks: [{ kind: 'webhook', at: at(21), webhookId: 7, url: 'https://acme.example/dlr', state: 'delivered' }],
      attempts: [attempt(1, 21, null, 'network: refused'), attempt(2, 26, 500), attempt(3, 56, 200)],
    },
    [
      'answered 1/1 net/main accepted n-1',
      'receipt 1/1 delivered DELIVRD',
      'ended delivered',
      'webhook',
      'webhook-attempt 1 network: refused',
      'webhook-attempt 2 500',
      'webhook-attempt 3 200',
    ],
  ],
]

function attempt(number: number, seconds: number, status: number | null, failure: string | null = null) {
  return {
    kind: 'webhook-attempt',
    at: at(seconds),
    webhookId: 7,
    attempt: number,
    status,
    failure,
    elapsedMs: 9,
  } as const
}

describe('the history of a message', () => {
  for (const [name, record, facts, expected] of CASES)
    test(name, () => {
      const history = tellHistory(recordOf(record), { ...NOTHING, ...facts })
      assert.deepEqual(history.map(line), ['accepted', 'queued', ...expected])
    })

  const SCHEDULES: readonly (readonly [string, Partial<MessageRecord>, readonly string[]])[] = [
    ['waits for its time', { state: 'scheduled' }, ['accepted', 'scheduled']],
    ['its time has come', { state: 'queued' }, ['accepted', 'scheduled', 'queued']],
    ['ended before', { state: 'cancelled', doneAt: at(30) }, ['accepted', 'scheduled', 'ended cancelled']],
    ['ended after', { state: 'cancelled', doneAt: at(90) }, ['accepted', 'scheduled', 'queued', 'ended cancelled']],
  ]
  for (const [name, record, expected] of SCHEDULES)
    test(`of one with a schedule: ${name}`, () => {
      const history = tellHistory(recordOf({ scheduledAt: at(60), ...record }), NOTHING)
      assert.deepEqual(history.map(line), expected)
    })
})
