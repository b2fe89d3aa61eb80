import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '@heliograph/contracts'
import type { MessageTrace } from '@heliograph/engine'
import { formatTrace } from '../src/format-trace.ts'

const at = new Date(Date.UTC(2026, 0, 31, 8, 15))
const later = new Date(Date.UTC(2026, 0, 31, 8, 20))
const link = 'smsc/main'
const part = { attempt: 1, part: 1 } as const

const record: MessageTrace['record'] = {
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
  price: { amount: '0.05', currency: 'ZAR' },
  priority: 'HIGH',
  state: 'submitted',
  acceptedAt: at,
  scheduledAt: null,
  submittedAt: null,
  doneAt: null,
  networkStatus: null,
  networkId: null,
  errorId: null,
}

const price = { amount: '0.05', currency: 'ZAR' }

const ROWS: readonly (readonly [HistoryEntry, string])[] = [
  [
    { kind: 'accepted', at, origin: 'v2', requestId: 'k3v9q0tx7mzd', parts: 1, price },
    'accepted   by v2, request k3v9q0tx7mzd, price 0.05 ZAR',
  ],
  [
    { kind: 'accepted', at, origin: 'forward', requestId: null, parts: 1, price },
    'accepted   by forward, price 0.05 ZAR',
  ],
  [
    { kind: 'put-off', at, link, attempt: 1, networkStatus: 'ESME_RMSGQFUL', dueAt: later },
    'put off    attempt 1 at smsc/main (ESME_RMSGQFUL), again 2026-01-31T08:20:00.000Z',
  ],
  [
    { kind: 'put-off', at, link, attempt: 2, networkStatus: null, dueAt: later },
    'put off    attempt 2 at smsc/main (no answer), again 2026-01-31T08:20:00.000Z',
  ],
  [{ kind: 'put-back', at, until: at, times: 1, link, attempt: 1, networkStatus: null }, 'put back   by smsc/main'],
  [
    { kind: 'put-back', at, until: later, times: 3, link, attempt: 1, networkStatus: 'ESME_RTHROTTLED' },
    'put back   by smsc/main (ESME_RTHROTTLED), 3 times until 2026-01-31T08:20:00.000Z',
  ],
  [
    { kind: 'passed-on', at, link, attempt: 1, networkStatus: 'ESME_RINVSRCADR', errorId: null },
    'passed on  by smsc/main (ESME_RINVSRCADR)',
  ],
  [
    { kind: 'report', at, ...part, status: 'enroute', networkStatus: 'BUFFRED', errorId: null, text: 'stat:BUFFRED' },
    'report     part 1, attempt 1: enroute (BUFFRED), "stat:BUFFRED"',
  ],
  [
    { kind: 'report', at, ...part, status: 'undeliverable', networkStatus: 'UNDELIV', errorId: 1, text: null },
    'report     part 1, attempt 1: undeliverable (UNDELIV), Number not known to the network',
  ],
]
test('what happened on the way is reported in a line each', () => {
  const lines = formatTrace({ clientId: 1001, record, history: ROWS.map(([entry]) => entry) })
  assert.deepEqual(
    lines.slice(-ROWS.length),
    ROWS.map(([, line]) => `2026-01-31T08:15:00.000Z  ${line}`),
  )
})

test('names what the client calls the message, where it has names', () => {
  const named = { ...record, bulkId: 'b', reference: 'r', metadata: { order: 7 } }
  const [, plain] = formatTrace({ clientId: 1001, record, history: [] })
  const [, full] = formatTrace({ clientId: 1001, record: named, history: [] })
  assert.equal(plain, '  client 1001, message id m-1')
  assert.equal(full, `${plain}, bulk b, reference r, metadata {"order":7}`)
})
