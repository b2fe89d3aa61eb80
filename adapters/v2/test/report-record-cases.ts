import type { MessageState } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START } from '@heliograph/testkit'
import { deliverOne, IN_EUROS, send, sendInEuros } from './record-worlds.ts'
import { sending, THERE } from './requests.ts'

const ok = { status: 200 } as const

const reports = () => ({ method: 'GET' as const, path: '/sms/2/reports' })

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/

/** Sends one message and moves it through these states. */
const into =
  (...states: readonly MessageState[]) =>
  async (kit: AdapterKit) => {
    const [sent] = await send(kit, sending())
    for (const state of states) kit.engine.move(sent?.smsId as number, state)
  }

const stateRow = ([name, states, record]: readonly [string, readonly MessageState[], object]): AdapterCase => ({
  name: `report of a message that is ${name}`,
  before: into(...states),
  request: reports(),
  expect: { ...ok, body: { results: [record] } },
})

const PENDING = { sentAt: null, doneAt: null, error: null }

const permanent = (id: number) => ({ id, groupId: Number, groupName: /./, name: /^EC_/, description: /./ })

const withNumbers = (pattern: ReturnType<typeof permanent>) => ({
  ...pattern,
  groupId: (value: unknown) => Number.isInteger(value),
  permanent: (value: unknown) => typeof value === 'boolean',
})

const failed = (groupId: number, groupName: string, id: number, name: string, statusCode: number, errorId: number) => ({
  statusCode,
  doneAt: STAMP,
  status: { groupId, groupName, id, name, description: /./ },
  error: withNumbers(permanent(errorId)),
})

/** The records of `GET /sms/2/reports`: their fields, by the states a message can be in. */
export const reportRecordCases: readonly AdapterCase[] = [
  ...(['/sms/2/reports', '/sms/2/logs'] as const).map(
    (path): AdapterCase => ({
      name: `metadata come back in ${path}, and only where they were given`,
      before: async (kit) => void (await send(kit, sending(), sending({ metadata: { order: 7 } }))),
      request: { method: 'GET', path },
      expect: { ...ok, body: { results: [{ metadata: { order: 7 } }, { metadata: undefined }] } },
    }),
  ),
  // spec: v2 delivery reports | endpoint | GET /sms/2/reports
  // spec: v2 delivery reports | status | 200
  // spec: v2 delivery reports | field | results, an array of delivery report records
  // spec: Delivery report record (v2) | field | smsId, an integer ; bulkId, a string ; messageId, a string ; to, a string ; sentAt, a string
  // spec: Delivery report record (v2) | field | doneAt, a string ; scheduledTime, a string or null ; smsCount, an integer
  // spec: Delivery report record (v2) | field | price.pricePerMessage, a number ; price.currency, a string ; statusCode, an integer
  // spec: Delivery report record (v2) | field | axStatusDesk, a string ; status, a status object ; error, an object or null
  // spec: Delivery report record (v2) | rule | sentAt: yyyy-MM-ddTHH:mm:ss.SSS+0000 ; doneAt: yyyy-MM-ddTHH:mm:ss.SSS+0000 ; scheduledTime: null
  // spec: Delivery report record (v2) | rule | error: null
  // spec: Status object | field | groupId, an integer ; groupName, a string ; id, an integer ; name, a string ; description, a string
  // spec: Status object | status | 3 DELIVERED, 5 DELIVERED in a delivery report
  {
    name: 'delivery report record: exactly smsId, bulkId, messageId, to, sentAt, doneAt, scheduledTime, smsCount, price, statusCode, axStatusDesk, status, error',
    before: deliverOne,
    request: reports(),
    expect: {
      ...ok,
      body: JSON.stringify({
        results: [
          {
            smsId: 1,
            bulkId: 'B',
            messageId: 'order-1',
            to: THERE,
            sentAt: '2026-01-05T08:00:02.000+0000',
            doneAt: '2026-01-05T08:00:03.000+0000',
            scheduledTime: null,
            smsCount: 1,
            price: { pricePerMessage: 0.05, currency: 'ZAR' },
            statusCode: 2,
            axStatusDesk: 'DELIVRD',
            status: {
              groupId: 3,
              groupName: 'DELIVERED',
              id: 5,
              name: 'DELIVERED',
              description: 'Message delivered to handset',
            },
            error: null,
          },
        ],
      }),
    },
  },
  // spec: Delivery report record (v2) | field | smsCount, an integer ; price.pricePerMessage, a number
  {
    name: 'report price.pricePerMessage: a number, parts times the price of a part',
    before: async (kit) => void (await send(kit, sending({ text: 'x'.repeat(307) }))),
    request: reports(),
    expect: { ...ok, body: { results: [{ smsCount: 3, price: { pricePerMessage: 0.15, currency: 'ZAR' } }] } },
  },
  // spec: Delivery report record (v2) | rule | price.currency: an ISO 4217 code
  {
    name: 'report price.currency: the one that the client is billed in',
    before: sendInEuros,
    request: { ...reports(), headers: IN_EUROS },
    expect: { ...ok, body: { results: [{ smsCount: 3, price: { pricePerMessage: 0.0975, currency: 'EUR' } }] } },
  },
  // spec: Delivery report record (v2) | rule | axStatusDesk is the raw status text of the network
  {
    name: 'report axStatusDesk: the word of the network as it came',
    before: async (kit) => {
      await into('submitting', 'submitted')(kit)
      kit.engine.move(1, 'delivered', { networkStatus: 'Dlvrd-07 x' })
    },
    request: reports(),
    expect: { ...ok, body: { results: [{ axStatusDesk: 'Dlvrd-07 x', status: { name: 'DELIVERED' } }] } },
  },
  {
    name: 'report bulkId: null for a message of no batch; axStatusDesk empty before the network said anything',
    before: into(),
    request: reports(),
    expect: { ...ok, body: { results: [{ bulkId: null, axStatusDesk: '' }] } },
  },
  // spec: Delivery report record (v2) | rule | scheduledTime: a string for a scheduled message
  {
    name: 'report scheduledTime: the send time; sentAt and doneAt null while pending',
    before: async (kit) =>
      void (await send(kit, sending({ sendAt: new Date(MANUAL_CLOCK_START + 3_600_000).toISOString() }))),
    request: reports(),
    expect: {
      ...ok,
      body: {
        results: [{ ...PENDING, scheduledTime: '2026-01-05T09:00:00.000+0000', statusCode: 0, status: { id: 26 } }],
      },
    },
  },
  ...(
    [
      [
        'queued: 1/26, code 0',
        [],
        { ...PENDING, statusCode: 0, status: { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' } },
      ],
      [
        'with the network: 1/7, code 1',
        ['submitting', 'submitted'],
        { ...PENDING, statusCode: 1, status: { groupId: 1, groupName: 'PENDING', id: 7, name: 'PENDING_ENROUTE' } },
      ],
      [
        'waiting for another attempt: 1/3, code 5',
        ['submitting', 'retrying'],
        { sentAt: null, doneAt: null, statusCode: 5, status: { id: 3, name: 'PENDING_WAITING_DELIVERY' } },
      ],
      // spec: Status object | status | 3 DELIVERED, 5 DELIVERED in a delivery report -> report of a message that is delivered: 3/5 DELIVERED, code 2
      [
        'delivered: 3/5 DELIVERED, code 2',
        ['submitting', 'submitted', 'delivered'],
        {
          statusCode: 2,
          error: null,
          sentAt: STAMP,
          doneAt: STAMP,
          status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED' },
        },
      ],
      [
        'undeliverable: 2/9, code 4',
        ['submitting', 'submitted', 'undeliverable'],
        { ...failed(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 4, 1), axStatusDesk: 'UNDELIV' },
      ],
      [
        'refused by the network: 2/4, code 4',
        ['submitting', 'submitted', 'refused-by-network'],
        failed(2, 'UNDELIVERABLE', 4, 'UNDELIVERABLE_REJECTED_OPERATOR', 4, 632),
      ],
      [
        'expired: 4/15, code 4',
        ['submitting', 'submitted', 'expired'],
        failed(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED', 4, 4098),
      ],
      [
        'expired without a report: 4/29, code 4',
        ['submitting', 'submitted', 'unconfirmed'],
        failed(4, 'EXPIRED', 29, 'EXPIRED_DLR_UNKNOWN', 4, 2048),
      ],
      [
        'without a route: 5/19, code 4, never sent',
        ['no-route'],
        { ...failed(5, 'REJECTED', 19, 'REJECTED_ROUTE_NOT_AVAILABLE', 4, 345), sentAt: null },
      ],
    ] as const
  ).map(stateRow),
  {
    name: 'report of a message that is cancelled: 2/31, code 9',
    before: async (kit) => {
      const [sent] = await send(kit, sending({ sendAt: new Date(MANUAL_CLOCK_START + 3_600_000).toISOString() }))
      kit.engine.move(sent?.smsId as number, 'cancelled')
    },
    request: reports(),
    expect: {
      ...ok,
      body: { results: [{ ...failed(2, 'UNDELIVERABLE', 31, 'UNDELIVERABLE_NOT_SENT', 9, 4100), sentAt: null }] },
    },
  },
  // spec: Delivery report record (v2) | rule | error: an object for a failed message
  {
    name: 'report error: what the network said',
    before: async (kit) => {
      await into('submitting', 'submitted')(kit)
      kit.engine.move(1, 'undeliverable', { errorId: 27, networkStatus: 'UNDELIV' })
    },
    request: reports(),
    expect: {
      ...ok,
      body: {
        results: [
          {
            error: {
              id: 27,
              groupId: 1,
              groupName: 'HANDSET_ERRORS',
              name: 'EC_ABSENT_SUBSCRIBER',
              description: /./,
              permanent: false,
            },
          },
        ],
      },
    },
  },
  {
    name: 'report error: the usual one of the state when the network did not say why',
    before: async (kit) => {
      await into('submitting', 'submitted')(kit)
      kit.engine.move(1, 'undeliverable', { errorId: null })
    },
    request: reports(),
    expect: { ...ok, body: { results: [{ error: { id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true } }] } },
  },
]
