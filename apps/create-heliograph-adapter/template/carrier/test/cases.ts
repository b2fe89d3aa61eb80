import { OutboundError } from '@heliograph/contracts'
import type { CallbackCase, CarrierCase, TestRequest } from '@heliograph/testkit'

/** The network as a table: its replies, and the outcome for the message. */
export const cases: readonly CarrierCase[] = [
  {
    name: 'sends a message and keeps the id of the network',
    before: (kit) => kit.http.script({ status: 200, body: '{"id":"n-17"}' }),
    message: { from: 'ACME', to: '27821234567', text: 'Hello' },
    outcomes: [{ kind: 'accepted', networkId: 'n-17' }],
    outbound: [
      {
        method: 'POST',
        url: 'https://network.example/send',
        headers: { 'x-api-key': 'network-secret' },
        body: '{"from":"ACME","to":"27821234567","text":"Hello"}',
      },
    ],
  },
  {
    name: 'slows down when it is told to',
    before: (kit) => kit.http.script({ status: 429, headers: { 'retry-after': '30' } }),
    message: {},
    outcomes: [{ kind: 'throttled', status: 'HTTP 429', retryAfterMs: 30_000 }],
  },
  {
    name: 'tries again when the network is in trouble',
    before: (kit) => kit.http.script({ status: 503 }),
    message: {},
    outcomes: [{ kind: 'try-later', status: 'HTTP 503' }],
  },
  {
    name: 'gives a refused message up',
    before: (kit) => kit.http.script({ status: 400 }),
    message: {},
    outcomes: [{ kind: 'refused', fault: 'message' }],
  },
  {
    name: 'blames itself when its key is refused',
    before: (kit) => kit.http.script({ status: 401 }),
    message: {},
    outcomes: [{ kind: 'refused', fault: 'link' }],
  },
  {
    name: 'does not know what became of a request that was not answered',
    before: (kit) => kit.http.script(new OutboundError('timeout', 'No reply')),
    message: {},
    outcomes: [{ kind: 'unknown' }],
  },
  {
    name: 'knows that a message did not leave when there was no connection',
    before: (kit) => kit.http.script(new OutboundError('connect', 'Refused')),
    message: {},
    outcomes: [{ kind: 'try-later', status: 'connect' }],
  },
  {
    name: 'does not take a page of a proxy for the network',
    before: (kit) => kit.http.script({ status: 200, body: '<html>Please sign in</html>' }),
    message: {},
    outcomes: [{ kind: 'unknown' }],
  },
  {
    name: 'leaves binary messages to other routes',
    message: { text: '00FF41', encoding: 'binary' },
    outcomes: [{ kind: 'refused', fault: 'route' }],
    outbound: [],
  },
  {
    name: 'leaves messages with a header to other routes',
    message: { userDataHeader: '0605040B8423F0' },
    outcomes: [{ kind: 'refused', fault: 'route' }],
    outbound: [],
  },
]

export const TOKEN = 'token-of-the-network'

const receipt = (json: object): TestRequest => ({
  method: 'POST',
  path: '/sample/receipts',
  headers: { 'x-token': TOKEN },
  json,
})

/** What the network calls, and what reaches the gateway. */
export const callbacks: readonly CallbackCase[] = [
  {
    name: 'tells that a message arrived',
    request: receipt({ id: 'n-17', state: 'delivered' }),
    response: { status: 204 },
    receipts: [{ networkId: 'n-17', status: 'delivered', networkStatus: 'delivered' }],
  },
  {
    name: 'tells that a message did not arrive',
    request: receipt({ id: 'n-17', state: 'failed' }),
    response: { status: 204 },
    receipts: [{ networkId: 'n-17', status: 'undeliverable' }],
  },
  {
    name: 'goes on waiting after a word that is no end',
    request: receipt({ id: 'n-17', state: 'roaming' }),
    response: { status: 204 },
    receipts: [{ networkId: 'n-17', status: 'enroute' }],
  },
  {
    name: 'refuses what is no receipt',
    request: receipt({ id: 'n-17' }),
    response: { status: 400, body: { error: 'id and state are missing' } },
  },
]
