import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'
import { OK, refused1, refused3, send3, USER } from './requests.ts'

const path = '/auth/1/session'

/** Opens a session. */
const opening = (over: object = {}): TestRequest => ({
  path,
  json: { username: USER.email, password: CONFORMANCE_API_KEY, ...over },
  headers: { authorization: undefined },
})

/** The token of a row, made before it. */
const made = new WeakMap<AdapterKit, string>()
const headersOf = (kit: AdapterKit) => ({ authorization: `IBSSO ${made.get(kit)}` })
const sending = (kit: AdapterKit): TestRequest => ({ ...send3(), headers: headersOf(kit) })
const ending = (kit: AdapterKit): TestRequest => ({ method: 'DELETE', path, headers: headersOf(kit) })

async function open(kit: AdapterKit): Promise<void> {
  made.set(kit, JSON.parse((await kit.request(opening())).text).token)
}

const REFUSED: readonly (readonly [name: string, over: object, expect: AdapterCase['expect']])[] = [
  ['a wrong key', { password: 'x'.repeat(40) }, refused1('unauthenticated')],
  ['the key of another user', { username: 'other@acme.example' }, refused1('unauthenticated')],
  ['no user', { username: undefined }, refused1('invalid', { username: /is required/ })],
  ['a password that is no string', { password: 7 }, refused1('invalid', { password: /a string/ })],
]

/** `POST` and `DELETE /auth/1/session`. */
export const sessionCases: readonly AdapterCase[] = [
  ...[USER.email, 'JO@ACME.example'].map(
    (username): AdapterCase => ({
      name: `session: opened by ${username}`,
      request: opening({ username }),
      expect: {
        status: 200,
        headers: { ...OK.headers, 'cache-control': 'no-store' },
        body: { token: /^at1_[\w-]{80}$/ },
      },
    }),
  ),
  ...REFUSED.map(
    ([name, over, expect]): AdapterCase => ({ name: `session: refuses ${name}`, request: opening(over), expect }),
  ),
  {
    name: 'session: its token sends',
    before: open,
    request: sending,
    expect: { ...OK, submitted: [{ text: 'Hello' }] },
  },
  {
    name: 'session: its token is good for an hour',
    async before(kit) {
      await open(kit)
      kit.clock.advance(3_600_000)
    },
    request: sending,
    expect: refused3('unauthenticated'),
  },
  { name: 'session: ended', before: open, request: ending, expect: OK },
  {
    name: 'session: its token sends no more after its end',
    async before(kit) {
      await open(kit)
      await kit.request(ending(kit))
    },
    request: sending,
    expect: refused3('unauthenticated'),
  },
  ...[undefined, 'App x', `Basic ${Buffer.from(`${USER.email}:${CONFORMANCE_API_KEY}`).toString('base64')}`].map(
    (authorization): AdapterCase => ({
      name: `session: none is ended with ${authorization ?? 'no header'}`,
      request: { method: 'DELETE', path, headers: { authorization } },
      expect: refused1('unauthenticated'),
    }),
  ),
]
