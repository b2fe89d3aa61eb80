import type { AdapterCase, ReceiptCase } from '@heliograph/testkit'

/** The interface as a table: requests, answers, and side effects. Anything that is not listed must not happen. */
export const cases: readonly AdapterCase[] = [
  {
    name: 'accepts a message',
    request: { form: { to: '0821234567', text: 'Hello there' } },
    expect: {
      status: 200,
      body: '1:27821234567:PENDING\n',
      submitted: [{ to: '27821234567', text: 'Hello there', priority: 'NORMAL' }],
    },
  },
  {
    name: 'answers each recipient for itself',
    request: { form: { to: '0821234567;no-number;0837654321', text: 'Hello' } },
    expect: {
      status: 200,
      body: '1:27821234567:PENDING\n0:no-number:ERROR\n2:27837654321:PENDING\n',
      submitted: [{ to: '27821234567' }, { to: '27837654321' }],
    },
  },
  {
    name: 'names the missing field',
    request: { form: { to: '0821234567' } },
    expect: { status: 400, body: 'ERROR text is missing\n' },
  },
  {
    name: 'refuses a callback that is no address',
    request: { form: { to: '0821234567', text: 'Hello', callback: 'client.example' } },
    expect: { status: 400, body: 'ERROR callback must be the address of a web server\n' },
  },
  {
    name: 'tells clients to come back when the gateway cannot take messages',
    before: (kit) => kit.engine.failNext('unavailable'),
    request: { form: { to: '0821234567', text: 'Hello' } },
    expect: { status: 503 },
  },
  {
    name: 'tells the state of a message',
    before: async (kit) => {
      await kit.request({ form: { to: '0821234567', text: 'Hello' } })
      kit.engine.deliver(1)
    },
    request: { method: 'GET', path: '/sample/state', query: { id: '1' } },
    expect: { status: 200, body: '1 delivered\n' },
  },
]

/** What the client's own server is told. */
export const receipts: readonly ReceiptCase[] = [
  {
    name: 'tells the callback how a message ended',
    request: { form: { to: '0821234567', text: 'Hello', callback: 'https://client.example/ended' } },
    receipt: { state: 'delivered' },
    expect: { body: 'id=1&to=27821234567&state=delivered' },
  },
]
