import { type AdapterCase, CONFORMANCE_API_KEY, THERE } from '@heliograph/testkit'
import { ACCEPTED, answers, FORBIDDEN, GOOD, get, rejected, rest, sends, USER } from './interface.ts'

const UNAVAILABLE = rejected('Cannot send submit_sm, check SMPPClientManagerPB log file for details', 500)

/** Who may send, and the answers when the gateway cannot. */
export const accessCases: readonly AdapterCase[] = [
  answers('log-in: none', get(GOOD, '/send', ''), FORBIDDEN),
  answers('log-in: no password', get(GOOD, '/send', `username=${USER.email}`), FORBIDDEN),
  answers('log-in: a wrong password', get(GOOD, '/send', `username=${USER.email}&password=x`), FORBIDDEN),
  answers('log-in: before the arguments are looked at', get('coding=99', '/send', ''), FORBIDDEN),
  sends(
    'log-in: the e-mail in any case',
    get(GOOD, '/send', `username=Jo@ACME.example&password=${CONFORMANCE_API_KEY}`),
    {},
  ),
  {
    name: "log-in: another user's key",
    before: ({ engine, account }) => void engine.addUser(account.clientId, { email: 'al@acme.example' }),
    request: get(GOOD, '/send', `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: FORBIDDEN,
  },
  {
    name: 'log-in: e-mail and password',
    // The password is another user's key, so that the kit recognises it as a credential.
    before: ({ engine, account }) =>
      void engine.addUser(account.clientId, { email: 'al@acme.example', password: CONFORMANCE_API_KEY }),
    request: get(GOOD, '/send', `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: ACCEPTED,
  },
  answers('HEAD sends nothing', { ...get(GOOD), method: 'HEAD' }, { status: 200 }),
  answers('HEAD without a log-in', { method: 'HEAD', path: '/send' }, { status: 200 }),
  answers('PUT', { ...get(GOOD), method: 'PUT' }, { status: 405 }),
  {
    name: 'a contact that has opted out',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: get(GOOD),
    expect: rejected(`Value filter failed for user [${USER.email}] (destination_address filter mismatch).`),
  },
  {
    name: 'no channel to send from',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: get(GOOD),
    expect: rejected('No route found', 412),
  },
  {
    name: 'the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: get(GOOD),
    expect: UNAVAILABLE,
  },
  {
    name: 'a limit is reached',
    before: ({ engine }) => engine.failNext('throttled', 'submissions'),
    request: get(GOOD),
    expect: rejected('User throughput exceeded', 403),
  },
  {
    name: 'a fault of ours',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: get(GOOD),
    expect: { ...rejected('Unknown error', 500), logs: [{ level: 'error', text: 'request failed' }] },
  },
  answers('REST: no log-in', rest('send', { to: THERE, content: 'Hello' }, ''), {
    status: 401,
    body: { title: 'Authentication required', description: 'Please provide valid credentials' },
  }),
  answers('REST: a wrong log-in', rest('send', { to: THERE, content: 'Hello' }, `Basic ${btoa('jo:x')}`), {
    status: 401,
    body: { title: 'Authentication required' },
  }),
]
