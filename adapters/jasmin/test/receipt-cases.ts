import { type ReceiptCase, THERE } from '@heliograph/testkit'
import { get } from './interface.ts'

const AT = new Date('2026-11-22T11:02:27.900Z')
const MESSAGE_ID = '74af121a-53b3-4647-9bfe-3c0958b902aa'

const send = (method: string, url = 'http://client.example/dlr') =>
  get(`to=${THERE}&content=Hello&dlr-level=3&dlr-method=${method}&dlr-url=${encodeURIComponent(url)}`)

const NOTICE = { messageId: MESSAGE_ID, networkId: 'a7', acceptedAt: AT, at: AT } as const

const fields = (status: string, delivered: string, error: string) =>
  `id=${MESSAGE_ID}&level=2&message_status=${status}&id_smsc=a7&sub=001&dlvrd=${delivered}&subdate=2611221102&donedate=2611221102&err=${error}&text=`

const acknowledgement = 'ACK/Jasmin'

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
  { name: 'nothing while it is under way', request: send('POST'), receipt: { state: 'submitted' }, expect: null },
]
