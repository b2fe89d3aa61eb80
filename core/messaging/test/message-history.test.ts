import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryEntry, MessageRecord, MessageState } from '@heliograph/contracts'
import { type HistoryFacts, type PartFacts, tellHistory } from '../src/index.ts'

/** The moment this many seconds after the message was accepted. */
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 31, 8) + seconds * 1_000)

function recordOf(changes: Partial<MessageRecord>): MessageRecord {
  return {
    smsId: 1042,
    clientId: 1001,
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

const NOTHING: HistoryFacts = {
  parts: [],
  noted: [],
  replaced: [],
  webhooks: [],
  attempts: [],
  requestId: null,
  link: null,
  isPrepaid: false,
}

/** An entry in one line. */
function line(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'answered':
      return `answered ${entry.attempt}/${entry.part} ${entry.link} ${entry.outcome} ${entry.networkId ?? entry.networkStatus ?? '-'}`
    case 'receipt':
      return `receipt ${entry.attempt}/${entry.part} ${entry.state} ${entry.networkStatus}`
    case 'ended':
      return `ended ${entry.state}`
    case 'put-off':
    case 'put-back':
    case 'passed-on':
      return `${entry.kind} ${entry.attempt} ${entry.link} ${entry.networkStatus ?? '-'}`
    case 'report':
      return `report ${entry.attempt}/${entry.part} ${entry.status} ${entry.networkStatus}`
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
    'a word that a network had on the way is no receipt',
    {},
    { parts: [partOf({ networkStatus: 'ENROUTE' })] },
    ['answered 1/1 net/main accepted n-1'],
  ],
  [
    'reported on the way, by a network whose clock is cut to the minute',
    { state: 'delivered', doneAt: at(0) },
    { parts: [partOf({ ...DELIVERED, doneAt: at(0) })], noted: [report(0, 'ACCEPTD'), report(0, 'ENROUTE')] },
    [
      'answered 1/1 net/main accepted n-1',
      'report 1/1 enroute ACCEPTD',
      'report 1/1 enroute ENROUTE',
      'receipt 1/1 delivered DELIVRD',
      'ended delivered',
    ],
  ],
  [
    'a receipt against the final state',
    { state: 'delivered', doneAt: at(20) },
    {
      parts: [partOf({ ...DELIVERED, doneAt: at(20) })],
      noted: [{ ...report(20, 'UNDELIV'), status: 'undeliverable' }],
    },
    [
      'answered 1/1 net/main accepted n-1',
      'receipt 1/1 delivered DELIVRD',
      'ended delivered',
      'report 1/1 undeliverable UNDELIV',
    ],
  ],
  [
    'put back, passed on, put off twice, then taken',
    {},
    {
      parts: [partOf({ attempt: 3, answeredAt: at(20) })],
      noted: [
        {
          kind: 'passed-on',
          at: at(2),
          link: 'net/first',
          attempt: 1,
          networkStatus: 'ESME_RINVSRCADR',
          errorId: null,
        },
        { kind: 'put-back', at: at(1), until: at(1), times: 1, link: 'net/first', attempt: 1, networkStatus: null },
        putOff(1, 3, 'ESME_RMSGQFUL'),
        putOff(2, 8, null),
      ],
    },
    [
      'put-back 1 net/first -',
      'passed-on 1 net/first ESME_RINVSRCADR',
      'put-off 1 net/main ESME_RMSGQFUL',
      'put-off 2 net/main -',
      'answered 3/1 net/main accepted n-1',
    ],
  ],
  [
    'passed on at the moment of the answer, put off at that of the answer it follows',
    {},
    {
      parts: [partOf({ state: 'unknown', networkId: null })],
      noted: [
        putOff(1, 10, null),
        { kind: 'passed-on', at: at(10), link: 'net/first', attempt: 1, networkStatus: 'X', errorId: null },
      ],
    },
    ['passed-on 1 net/first X', 'answered 1/1 net/main unknown -', 'put-off 1 net/main -'],
  ],
  [
    'delivered after it had ended: what was delivered before comes before',
    { state: 'delivered', doneAt: at(30), parts: 2 },
    {
      parts: [partOf({ ...DELIVERED, doneAt: at(15) }), partOf({ part: 2, ...DELIVERED, doneAt: at(30) })],
      replaced: [{ entry: ended(60, 'unconfirmed', null), replacedAt: at(70), attempt: 1, part: 2 }],
    },
    [
      'answered 1/1 net/main accepted n-1',
      'answered 1/2 net/main accepted n-1',
      'receipt 1/1 delivered DELIVRD',
      'ended unconfirmed',
      'receipt 1/2 delivered DELIVRD',
      'ended delivered',
    ],
  ],
  [
    'delivered after it had ended, by a network whose clock is ahead',
    { state: 'delivered', doneAt: at(15) },
    {
      parts: [partOf({ ...DELIVERED, doneAt: at(15) })],
      replaced: [{ entry: ended(90, 'expired', null), replacedAt: at(70), attempt: 1, part: 1 }],
    },
    ['answered 1/1 net/main accepted n-1', 'ended expired', 'receipt 1/1 delivered DELIVRD', 'ended delivered'],
  ],
  [
    'delivered after the network had said that it expired',
    { state: 'delivered', doneAt: at(30) },
    {
      parts: [partOf({ ...DELIVERED, doneAt: at(30) })],
      noted: [
        { kind: 'receipt', at: at(25), attempt: 1, part: 1, state: 'expired', networkStatus: 'EXPIRED', errorId: 4098 },
      ],
      replaced: [{ entry: ended(25, 'expired', 'EXPIRED'), replacedAt: at(70), attempt: 1, part: 1 }],
    },
    [
      'answered 1/1 net/main accepted n-1',
      'receipt 1/1 expired EXPIRED',
      'ended expired',
      'receipt 1/1 delivered DELIVRD',
      'ended delivered',
    ],
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
  ['with a link', { state: 'queued' }, { link: 'net/other' }, ['handed-over net/other']],
  ['with a link no more', { state: 'cancelled' }, { link: 'net/other' }, []],
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

function report(seconds: number, networkStatus: string) {
  const reported = { attempt: 1, part: 1, errorId: null, text: null } as const
  return { kind: 'report', at: at(seconds), status: 'enroute', networkStatus, ...reported } as const
}

function putOff(attempt: number, seconds: number, networkStatus: string | null) {
  return { kind: 'put-off', at: at(seconds), link: 'net/main', attempt, networkStatus, dueAt: at(seconds + 5) } as const
}

function ended(seconds: number, state: MessageState, networkStatus: string | null) {
  return { kind: 'ended', at: at(seconds), state, networkStatus, errorId: null } as const
}

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
