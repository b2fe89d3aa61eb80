import { type MessageState, Submissions } from '@heliograph/contracts'
import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START, type TestRequest, THERE } from '@heliograph/testkit'
import { textSubmission } from '@heliograph/wire'
import { refusal } from './interface.ts'

const START = MANUAL_CLOCK_START / 1000
const DAY_MS = 86_400_000

const status = (msgid_list: string): TestRequest => ({ query: { action: 'status', msgid_list } })

const entries = (...lines: readonly string[]) => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8', sms_api_response: 'success' },
  body: lines.join('|'),
})

/** Sends one text and moves it through these states, one a second. */
const into =
  (...states: readonly MessageState[]) =>
  async (kit: AdapterKit) => {
    await kit.request({ query: { to: THERE, msg: 'Hello' } })
    for (const state of states) {
      kit.clock.advance(1000)
      kit.engine.move(1, state)
    }
  }

async function schedule({ engine, account, clock }: AdapterKit): Promise<void> {
  const request = textSubmission({ origin: 'basic', recipients: [THERE], text: 'Hello' })
  const messages = request.messages.map((message) => ({ ...message, sendAt: new Date(clock.now() + DAY_MS) }))
  await engine.service(Submissions).submit(account.principal, { ...request, messages })
}

const STATES: readonly (readonly [name: string, before: AdapterCase['before'], line: string])[] = [
  ['scheduled', schedule, `1:${THERE}:PENDING:${START}:ENROUTE:0`],
  // spec: Basic HTTP interface | default | delivery_date_unix is 0 while pending -> status: of a message that is queued
  // spec: Basic HTTP interface | status | delivery_status ACCEPTD -> status: of a message that is queued
  // spec: Per-recipient result (text interfaces) | status | PENDING -> status: of a message that is queued
  ['queued', into(), `1:${THERE}:PENDING:${START}:ACCEPTD:0`],
  ['handed over', into('submitting'), `1:${THERE}:PENDING:${START}:ENROUTE:0`],
  ['handed over, without an answer', into('submitting', 'unknown'), `1:${THERE}:PENDING:${START}:ENROUTE:0`],
  // spec: Basic HTTP interface | field | status_date_unix -> status: of a message that is with the network
  // spec: Basic HTTP interface | status | delivery_status ENROUTE -> status: of a message that is with the network
  ['with the network', into('submitting', 'submitted'), `1:${THERE}:PENDING:${START + 2}:ENROUTE:0`],
  ['waiting for another attempt', into('submitting', 'retrying'), `1:${THERE}:PENDING:${START}:ENROUTE:0`],
  // spec: Basic HTTP interface | text | <msgid>:<mobile>:<status>:<status_date_unix>:<delivery_status>:<delivery_date_unix> -> status: of a message that is delivered
  // spec: Basic HTTP interface | field | msgid ; mobile ; status of a message: PENDING, DELIVERED, FAILED or ERROR ; status_date_unix ; delivery_status ; delivery_date_unix -> status: of a message that is delivered
  // spec: Basic HTTP interface | status | delivery_status DELIVRD -> status: of a message that is delivered
  // spec: Per-recipient result (text interfaces) | status | DELIVERED -> status: of a message that is delivered
  ['delivered', into('submitting', 'submitted', 'delivered'), `1:${THERE}:DELIVERED:${START + 3}:DELIVRD:${START + 3}`],
  // spec: Basic HTTP interface | status | delivery_status UNDELIV -> status: of a message that is undeliverable
  // spec: Per-recipient result (text interfaces) | status | FAILED -> status: of a message that is undeliverable
  [
    'undeliverable',
    into('submitting', 'submitted', 'undeliverable'),
    `1:${THERE}:FAILED:${START + 3}:UNDELIV:${START + 3}`,
  ],
  // spec: Basic HTTP interface | status | delivery_status REJECTD -> status: of a message that is refused by the network
  [
    'refused by the network',
    into('submitting', 'submitted', 'refused-by-network'),
    `1:${THERE}:FAILED:${START + 3}:REJECTD:${START + 3}`,
  ],
  // spec: Basic HTTP interface | status | delivery_status EXPIRED -> status: of a message that is expired
  ['expired', into('submitting', 'submitted', 'expired'), `1:${THERE}:FAILED:${START + 3}:EXPIRED:${START + 3}`],
  // spec: Basic HTTP interface | status | delivery_status UNKNOWN -> status: of a message that is expired without a report
  [
    'expired without a report',
    into('submitting', 'submitted', 'unconfirmed'),
    `1:${THERE}:FAILED:${START + 3}:UNKNOWN:${START + 3}`,
  ],
  [
    'delivered late',
    into('submitting', 'submitted', 'expired', 'delivered'),
    `1:${THERE}:DELIVERED:${START + 4}:DELIVRD:${START + 4}`,
  ],
  // spec: Basic HTTP interface | status | delivery_status DELETED -> status: of a message that is cancelled
  ['cancelled', into('cancelled'), `1:${THERE}:FAILED:${START + 1}:DELETED:${START + 1}`],
  ['without a route', into('no-route'), `1:${THERE}:FAILED:${START + 1}:REJECTD:${START + 1}`],
  // spec: Per-recipient result (text interfaces) | status | ERROR -> status: of a message that is opted out while it waited
  ['opted out while it waited', into('opted-out'), `1:${THERE}:ERROR:${START + 1}:REJECTD:${START + 1}`],
]

const three = async (kit: AdapterKit) => {
  await kit.request({ query: { to: `${THERE},0829876543,0827654321`, msg: 'Hello' } })
  kit.engine.deliver(2)
}

const FIRST = `1:${THERE}:PENDING:${START}:ACCEPTD:0`
const SECOND = `2:27829876543:DELIVERED:${START}:DELIVRD:${START}`

const row = (
  name: string,
  request: TestRequest,
  expect: AdapterCase['expect'],
  before: AdapterCase['before'] = three,
): AdapterCase => ({ name: `status: ${name}`, request, expect, before })

const NO_LIST = refusal('ERR-STATUS-01', 'msgid_list not given')

/** `action=status`. */
export const statusCases: readonly AdapterCase[] = [
  ...STATES.map(([name, before, line]) => row(`of a message that is ${name}`, status('1'), entries(line), before)),
  // spec: Basic HTTP interface | field | action=status ; msgid_list -> status: of several, in the order of the request
  // spec: Basic HTTP interface | method | GET with action=status -> status: of several, in the order of the request
  // spec: Basic HTTP interface | rule | ids are separated by comma -> status: of several, in the order of the request
  // spec: Basic HTTP interface | text | entries are joined by | -> status: of several, in the order of the request
  row('of several, in the order of the request', status('2,1'), entries(SECOND, FIRST)),
  row('separators', status(' 1 ;;,|\r\n2,'), entries(FIRST, SECOND)),
  row('a repeated parameter', { query: 'action=status&msgid_list=1&msgid_list=2' }, entries(FIRST, SECOND)),
  row('an id twice is answered twice', status('1,1'), entries(FIRST, FIRST)),
  row('by POST', { method: 'POST', form: { Action: 'Status', MSGID_LIST: '1' } }, entries(FIRST)),
  row('an unknown id', status('4711'), entries('4711::ERROR:0::0')),
  row('an unknown id beside a known one', status('4711,1'), entries('4711::ERROR:0::0', FIRST)),
  ...['0', '-1', 'abc', '1.5', '1e0', '99999999999999999999'].map((id) =>
    row(`${id} is an id of nothing`, status(id), entries(`${id}::ERROR:0::0`)),
  ),
  row("another client's message is unknown", status('1'), entries('1::ERROR:0::0'), (kit) =>
    kit
      .request({ query: { to: THERE, msg: 'Hello' }, headers: { 'x-api-key': kit.stranger.apiKey } })
      .then(() => undefined),
  ),
  ...['', ' ', ',;'].map((list) => row(`msgid_list '${list}' is missing`, status(list), NO_LIST)),
  // spec: Basic HTTP interface | rule | msgid_list is required -> status: msgid_list missing
  // spec: Basic HTTP interface: errors | error | ERR-STATUS-01 msgid_list not given -> status: msgid_list missing
  row('msgid_list missing', { query: { action: 'status' } }, NO_LIST),
  row(
    '10,000 ids',
    {
      method: 'POST',
      form: { action: 'status', msgid_list: Array.from({ length: 10_000 }, (_, id) => String(id + 1)).join(',') },
    },
    {
      status: 200,
      body: (text: string) => text.split('|').length === 10_000 && text.startsWith(`${FIRST}|${SECOND}|`),
    },
  ),
  row(
    'more than 10,000 ids',
    { method: 'POST', form: { action: 'status', msgid_list: '1,'.repeat(10_001) } },
    refusal('EXP-STATUS-01', 'Exception while reading statuses: At most 10000 ids are allowed'),
  ),
  // spec: Basic HTTP interface: errors | error | EXP-STATUS-01 Exception while reading statuses -> status: a fault is EXP-STATUS-01
  row(
    'a fault is EXP-STATUS-01',
    status('1'),
    refusal('EXP-STATUS-01', 'Exception while reading statuses: Forced unavailable'),
    ({ engine }) => engine.failNext('unavailable', 'reports'),
  ),
  row('HEAD is 200 without a body', { ...status('1'), method: 'HEAD' }, { status: 200, body: '' }),
]
