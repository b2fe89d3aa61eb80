import { type AdapterCase, CONFORMANCE_API_KEY, THERE } from '@heliograph/testkit'
import { ACCEPTED, answers, FORBIDDEN, GOOD, get, rejected, rest, sends, USER } from './interface.ts'

/** Who may send, and the answers when the gateway cannot. */
export const accessCases: readonly AdapterCase[] = [
  answers('login: none', get(GOOD, '/send', ''), FORBIDDEN),
  answers('login: no password', get(GOOD, '/send', `username=${USER.email}`), FORBIDDEN),
  answers('login: before the arguments are looked at', get('coding=99', '/send', ''), FORBIDDEN),
  sends(
    'login: the e-mail in any case',
    get(GOOD, '/send', `username=Jo@ACME.example&password=${CONFORMANCE_API_KEY}`),
    {},
  ),
  {
    name: "login: another user's key",
    before: ({ engine, account }) => void engine.addUser(account.clientId, { email: 'al@acme.example' }),
    request: get(GOOD, '/send', `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: FORBIDDEN,
  },
  {
    name: 'login: e-mail and password',
    // The password is another user's key, so that the kit recognises it as a credential.
    before: ({ engine, account }) =>
      void engine.addUser(account.clientId, { email: 'al@acme.example', password: CONFORMANCE_API_KEY }),
    request: get(GOOD, '/send', `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: ACCEPTED,
  },
  answers('HEAD sends nothing', { ...get(GOOD), method: 'HEAD' }, { status: 200 }),
  answers('HEAD without a login', { method: 'HEAD', path: '/send' }, { status: 200 }),
  answers('PUT', { ...get(GOOD), method: 'PUT' }, { status: 405 }),
  {
    name: 'a fault of ours',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: get(GOOD),
    expect: { ...rejected('Unknown error', 500), logs: [{ level: 'error', text: 'request failed' }] },
  },
  answers('REST: no login', rest('send', { to: THERE, content: 'Hello' }, ''), {
    status: 401,
    body: { title: 'Authentication required', description: 'Please provide valid credentials' },
  }),
]
