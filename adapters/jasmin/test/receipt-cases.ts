import { type ReceiptCase, THERE } from '@heliograph/testkit'
import { get } from './interface.ts'

const AT = new Date('2026-11-22T11:02:27.900Z')
const MESSAGE_ID = '74af121a-53b3-4647-9bfe-3c0958b902aa'

const send = (method: string, url = 'http://client.example/dlr', level: number | undefined = 2) =>
  get(`to=${THERE}&content=Hello&dlr-method=${method}&dlr-url=${encodeURIComponent(url)}&dlr-level=${level}`)

/** What a message with a level of receipts is told, by states, as `level status`; null: nothing. */
const REPORTED: readonly (readonly [level: number, receipt: ReceiptCase['receipt'], reported: string | null])[] = [
  [1, { state: 'submitted' }, '1 ESME_ROK'],
  [1, { state: 'delivered' }, '1 ESME_ROK'],
  [1, { state: 'refused-by-network', networkStatus: 'ESME_RINVDSTADR' }, '1 ESME_RINVDSTADR'],
  [1, { state: 'refused-by-network', networkStatus: '0x00000401' }, '1 ESME_RSUBMITFAIL'],
  [1, { state: 'no-route' }, '1 ESME_RSUBMITFAIL'],
  [1, { state: 'undeliverable', networkId: 'a7' }, '1 ESME_RDELIVERYFAILURE'],
  [1, { state: 'unconfirmed', networkId: 'a7' }, '1 ESME_ROK'],
  [2, { state: 'submitted' }, null],
  [2, { state: 'refused-by-network', networkStatus: 'ESME_RINVDSTADR' }, '2 REJECTD'],
  [3, { state: 'submitted' }, '1 ESME_ROK'],
  [3, { state: 'retrying' }, null],
  [3, { state: 'delivered' }, '2 DELIVRD'],
  [3, { state: 'undeliverable' }, '2 UNDELIV'],
  [3, { state: 'refused-by-network', networkStatus: 'ESME_RINVDSTADR' }, '1 ESME_RINVDSTADR'],
]

const answered = (status: string) => `id=${MESSAGE_ID}&level=1&message_status=${status}`

const NOTICE = { messageId: MESSAGE_ID, networkId: 'a7', acceptedAt: AT, at: AT } as const

const fields = (status: string, delivered: string, error: string) =>
  `id=${MESSAGE_ID}&level=2&message_status=${status}&id_smsc=a7&sub=001&dlvrd=${delivered}&subdate=2611221102&donedate=2611221102&err=${error}&text=`

const acknowledgement = 'ACK/Jasmin'

// spec: Jasmin: messages | field | dlr-level 1: the network's answer -> the level of the network has no more than its answer
// spec: Jasmin: messages | field | dlr-level 2: what became of the message -> POST: a form
// spec: Jasmin: messages | field | dlr-level 3: both -> level 3, submitted : 1 ESME_ROK
// spec: Jasmin: messages | rule | receipts want ACK/Jasmin -> POST: a form

/** The requests to `dlr-url`. */
export const receiptCases: readonly ReceiptCase[] = [
  {
    name: 'POST: a form',
    request: send('POST'),
    receipt: { ...NOTICE, state: 'delivered' },
    expect: {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/plain' },
      body: fields('DELIVRD', '001', '000'),
      acknowledgement,
    },
  },
  {
    name: 'GET: a query',
    request: send('GET'),
    receipt: { ...NOTICE, state: 'undeliverable', errorId: 1 },
    expect: {
      method: 'GET',
      url: `http://client.example/dlr?${fields('UNDELIV', '000', '001')}`,
      body: undefined,
      acknowledgement,
    },
  },
  {
    name: 'GET: a URL that has a query of its own',
    request: send('GET', 'http://client.example/dlr?key=7#x'),
    receipt: { ...NOTICE, state: 'expired', errorId: null },
    expect: { url: `http://client.example/dlr?key=7&${fields('EXPIRED', '000', '000')}#x` },
  },
  {
    name: 'the level of the network has no more than its answer',
    request: send('POST', undefined, 1),
    receipt: { ...NOTICE, state: 'submitted' },
    expect: { method: 'POST', body: answered('ESME_ROK'), acknowledgement },
  },
  ...REPORTED.map(([level, receipt, reported]): ReceiptCase => {
    const [, status = ''] = reported?.split(' ') ?? []
    const start = `id=${MESSAGE_ID}&level=${reported?.[0]}&message_status=${status}`
    return {
      name: `level ${level}, ${receipt.state} ${receipt.networkStatus ?? ''}: ${reported ?? 'nothing'}`,
      request: send('POST', undefined, level),
      receipt: { messageId: MESSAGE_ID, ...receipt },
      expect:
        reported === null
          ? null
          : { body: reported.startsWith('1') ? start : new RegExp(`^${start}&`), acknowledgement },
    }
  }),
]
