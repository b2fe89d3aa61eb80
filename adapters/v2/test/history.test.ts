import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '@heliograph/contracts'
import { Value } from 'typebox/value'
import { historyEntrySchema, mapEntry } from '../src/history.ts'

const at = new Date(Date.UTC(2030, 0, 31, 8, 15))
const [AT, LATER] = ['2030-01-31T08:15:00.000+0000', '2030-01-31T08:15:05.000+0000']
const later = new Date(at.getTime() + 5_000)
const link = 'smsc/main'

/** One entry of each kind, with all that it shows besides `event` and `at`. */
const ROWS: { readonly [K in HistoryEntry['kind']]: readonly [Extract<HistoryEntry, { kind: K }>, object] } = {
  accepted: [
    { kind: 'accepted', at, origin: 'smpp', requestId: null, parts: 2, price: { amount: '0.100000', currency: 'ZAR' } },
    { origin: 'smpp', smsCount: 2, price: { pricePerMessage: 0.1, currency: 'ZAR' } },
  ],
  scheduled: [{ kind: 'scheduled', at, dueAt: later }, { dueAt: LATER }],
  queued: [{ kind: 'queued', at }, {}],
  'handed-over': [{ kind: 'handed-over', at: null, link }, { link }],
  answered: [
    {
      ...({ kind: 'answered', at, link, attempt: 1, part: 2, outcome: 'refused' } as const),
      networkId: null,
      networkStatus: 'ESME_RINVDSTADR',
    },
    { link, attempt: 1, part: 2, outcome: 'refused', networkId: null, networkStatus: 'ESME_RINVDSTADR' },
  ],
  'put-off': [
    { kind: 'put-off', at, link, attempt: 1, networkStatus: 'ESME_RMSGQFUL', dueAt: later },
    { link, attempt: 1, networkStatus: 'ESME_RMSGQFUL', dueAt: LATER },
  ],
  'put-back': [
    { kind: 'put-back', at, until: later, times: 3, link, attempt: 1, networkStatus: null },
    { link, attempt: 1, networkStatus: null, times: 3, until: LATER },
  ],
  'passed-on': [
    { kind: 'passed-on', at, link, attempt: 1, networkStatus: 'ESME_RINVSRCADR', errorId: null },
    { link, attempt: 1, networkStatus: 'ESME_RINVSRCADR', error: null },
  ],
  report: [
    {
      ...({ kind: 'report', at, attempt: 1, part: 1, status: 'enroute', networkStatus: 'ENROUTE' } as const),
      errorId: null,
      text: 'id:1 stat:ENROUTE',
    },
    { attempt: 1, part: 1, reported: 'enroute', networkStatus: 'ENROUTE', error: null, text: 'id:1 stat:ENROUTE' },
  ],
  receipt: [
    { kind: 'receipt', at, attempt: 1, part: 1, state: 'undeliverable', networkStatus: 'UNDELIV', errorId: 1 },
    { attempt: 1, part: 1, networkStatus: 'UNDELIV', ...failed() },
  ],
  ended: [
    { kind: 'ended', at, state: 'undeliverable', networkStatus: null, errorId: 1 },
    { networkStatus: null, ...failed() },
  ],
  refunded: [
    { kind: 'refunded', at, amount: { amount: '0.05', currency: 'ZAR' } },
    { price: { pricePerMessage: 0.05, currency: 'ZAR' } },
  ],
  webhook: [
    { kind: 'webhook', at, webhookId: 7, url: 'https://acme.example/dlr', state: 'pending' },
    { webhookId: 7, url: 'https://acme.example/dlr', state: 'pending' },
  ],
  'webhook-attempt': [
    {
      ...({ kind: 'webhook-attempt', at, webhookId: 7, attempt: 2, status: null } as const),
      failure: 'network: refused',
      elapsedMs: 12,
    },
    { webhookId: 7, attempt: 2, httpStatus: null, failure: 'network: refused', elapsedMs: 12 },
  ],
}

function failed() {
  return {
    status: {
      groupId: 2,
      groupName: 'UNDELIVERABLE',
      id: 9,
      name: 'UNDELIVERABLE_NOT_DELIVERED',
      description: 'Message could not be delivered',
    },
    error: {
      groupId: 1,
      groupName: 'HANDSET_ERRORS',
      id: 1,
      name: 'EC_UNKNOWN_SUBSCRIBER',
      description: 'Number not known to the network',
      permanent: true,
    },
  }
}

for (const [kind, [entry, expected]] of Object.entries(ROWS))
  test(`history: ${kind} shows all that is known of it, as documented`, () => {
    const shown = mapEntry(entry)
    assert.deepEqual(shown, { event: kind, at: entry.at === null ? null : AT, ...expected })
    assert.ok(Value.Check(historyEntrySchema, shown))
    const unknown = Object.keys(shown).filter((name) => !(name in historyEntrySchema.properties))
    assert.deepEqual(unknown, [])
  })
