import { type AdapterCase, CONFORMANCE_API_KEY, THERE } from '@heliograph/testkit'
import {
  ACCEPTED,
  FORBIDDEN,
  GOOD,
  get,
  LOGIN,
  NOT_ROUTABLE,
  PATH,
  refuses,
  rejected,
  sends,
  USER,
} from './interface.ts'

const TRY_AGAIN = rejected('Temporal failure, try again later.', 503)

/** Who may send, and the answers when the gateway cannot. */
export const accessCases: readonly AdapterCase[] = [
  refuses('login: none', get(GOOD, ''), FORBIDDEN),
  refuses('login: no password', get(GOOD, `username=${USER.email}`), FORBIDDEN),
  refuses('login: no user', get(GOOD, `password=${CONFORMANCE_API_KEY}`), FORBIDDEN),
  refuses('login: a wrong password', get(GOOD, `username=${USER.email}&password=x`), FORBIDDEN),
  refuses('login: before anything else is looked at', get('coding=9', ''), FORBIDDEN),
  sends('login: the e-mail in any case', get(GOOD, `username=Jo@ACME.example&password=${CONFORMANCE_API_KEY}`), {}),
  {
    name: "login: another user's key",
    before: ({ engine, account }) => void engine.addUser(account.clientId, { email: 'al@acme.example' }),
    request: get(GOOD, `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: FORBIDDEN,
  },
  {
    name: 'login: e-mail and password',
    // The password is another user's key, so that the kit recognises it as a credential.
    before: ({ engine, account }) =>
      void engine.addUser(account.clientId, { email: 'al@acme.example', password: CONFORMANCE_API_KEY }),
    request: get(GOOD, `username=al@acme.example&password=${CONFORMANCE_API_KEY}`),
    expect: ACCEPTED,
  },
  {
    name: 'POST: a form',
    request: {
      method: 'POST',
      path: PATH,
      body: `${LOGIN}&${GOOD}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    expect: ACCEPTED,
  },
  { name: 'POST: the query', request: { ...get(GOOD), method: 'POST' }, expect: ACCEPTED },
  { name: 'HEAD sends nothing', request: { ...get(GOOD), method: 'HEAD' }, expect: { status: 200 } },
  { name: 'HEAD without a login', request: { method: 'HEAD', path: PATH }, expect: { status: 200 } },
  { name: 'PUT', request: { ...get(GOOD), method: 'PUT' }, expect: { status: 405 } },
  {
    name: 'a contact that has opted out',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: get(GOOD),
    expect: NOT_ROUTABLE,
  },
  {
    name: 'no channel to send from',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: get(GOOD),
    expect: NOT_ROUTABLE,
  },
  {
    name: 'the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: get(GOOD),
    expect: TRY_AGAIN,
  },
  {
    name: 'a limit is reached',
    before: ({ engine }) => engine.failNext('throttled', 'submissions'),
    request: get(GOOD),
    expect: TRY_AGAIN,
  },
  {
    name: 'a fault of ours',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: get(GOOD),
    expect: { ...rejected('Sending failed.', 500), logs: [{ level: 'error', text: 'request failed' }] },
  },
]
