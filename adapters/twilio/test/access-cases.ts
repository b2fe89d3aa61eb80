import type { AdapterCase } from '@heliograph/testkit'
import {
  ACCOUNT,
  accountOf,
  basic,
  failure,
  MESSAGES,
  messagePath,
  SIDS,
  STRANGERS_ACCOUNT,
  send,
  UNAUTHENTICATED,
} from './interface.ts'

const POOR_KEY = 'Poor'.repeat(10)

const withLogin = (name: string, headers: Readonly<Record<string, string | undefined>>): AdapterCase => ({
  name: `login: ${name}`,
  request: { ...send(), headers },
  expect: UNAUTHENTICATED,
})

// spec: Twilio: messages | rule | Basic with the Account SID or the SID of a key -> login: the sid of the key
// spec: Twilio: messages | error | 20003 without a good key -> login: a wrong key
// spec: Twilio: messages | error | 20429 for too many requests -> too many requests

/** Who may send, and the answers when the gateway cannot. */
export const accessCases: readonly AdapterCase[] = [
  withLogin('none', { authorization: undefined }),
  withLogin('a wrong key', basic(ACCOUNT, 'x'.repeat(40))),
  withLogin('no key', basic(ACCOUNT, '')),
  withLogin('the account of another client', basic(STRANGERS_ACCOUNT)),
  withLogin('no sid', basic('jo@acme.example')),
  withLogin('a sid that was not made here', basic(`AC${'0'.repeat(32)}`)),
  withLogin('the sid of another key', basic(SIDS.write('SK', 1001, 4711))),
  withLogin('another scheme', { authorization: 'Bearer x' }),
  {
    name: 'login: the sid of the key',
    request: (kit) => ({
      ...send(),
      headers: basic(SIDS.write('SK', kit.account.clientId, kit.account.principal.keyId ?? 0)),
    }),
    expect: { status: 201, submitted: [{}] },
  },
  {
    name: 'the account of another client in the path',
    request: { ...send(), path: MESSAGES.replace(ACCOUNT, STRANGERS_ACCOUNT) },
    expect: failure(404, 20404),
  },
  {
    name: 'an account',
    request: { path: `/2010-04-01/Accounts/${ACCOUNT}.json` },
    expect: { status: 200, body: { sid: ACCOUNT, status: 'active', friendly_name: /./ } as never },
  },
  {
    name: 'the key of the request',
    request: { path: `/2010-04-01/Accounts/${ACCOUNT}/Keys.json` },
    expect: { status: 200, body: { keys: [{ sid: /^SK[0-9a-f]{32}$/ }], next_page_uri: null } as never },
  },
  {
    name: 'media of a message',
    request: { path: messagePath(1).replace('.json', '/Media.json') },
    expect: { status: 200, body: { media_list: [], next_page_uri: null } as never },
  },
  {
    name: 'a resource that there is not',
    request: { path: `/2010-04-01/Accounts/${ACCOUNT}/Calls.json` },
    expect: failure(404, 20404),
  },
  { name: 'PUT', request: { ...send(), method: 'PUT' }, expect: failure(405, 20405) },
  {
    name: 'the database is away',
    before: ({ engine }) => engine.failNext('unavailable', 'submissions'),
    request: send(),
    expect: failure(503, 20503),
  },
  {
    name: 'too many requests',
    before: ({ engine }) => engine.failNext('throttled', 'submissions'),
    request: send(),
    expect: { ...failure(429, 20429), headers: { 'retry-after': /^\d+$/ } },
  },
  {
    name: 'no credit',
    before: ({ engine }) => void engine.addAccount({ credit: '0.01', price: '0.05', apiKey: POOR_KEY }),
    request: ({ engine }) => {
      const poor = accountOf(engine.principal(POOR_KEY).clientId)
      return { ...send({ From: undefined }), path: MESSAGES.replace(ACCOUNT, poor), headers: basic(poor, POOR_KEY) }
    },
    expect: failure(403, 20403, /credit/i),
  },
  {
    name: 'a fault of ours',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: send(),
    expect: {
      ...failure(500, 20500, 'Internal error'),
      logs: [{ level: 'error', text: 'request failed' }],
    },
  },
  {
    name: 'a message of another client',
    before: async (kit) => {
      const { stranger } = kit
      const path = MESSAGES.replace(ACCOUNT, accountOf(stranger.clientId))
      const headers = basic(accountOf(stranger.clientId), stranger.apiKey)
      await kit.request({ ...send({ From: undefined }), path, headers })
    },
    request: { path: messagePath(1, 1002).replace(STRANGERS_ACCOUNT, ACCOUNT) },
    expect: failure(404, 20404),
  },
]
