import type { ErrorCategory } from '@heliograph/contracts'
import { type AdapterCase, CONFORMANCE_API_KEY } from '@heliograph/testkit'
import { ERROR_FORMS } from '../src/errors.ts'
import { get, OK, refused1, refused3, send2, send3, USER } from './requests.ts'

const as = (authorization: string | undefined) => ({ ...send3(), headers: { authorization } })
const basic = (text: string) => as(`Basic ${Buffer.from(text).toString('base64')}`)
const sent = { ...OK, submitted: [{ text: 'Hello' }] }

/** Ways to log in, and the errors in both forms. */
export const accessCases: readonly AdapterCase[] = [
  ...['App', 'app', 'Bearer', 'IBSSO'].map(
    (scheme): AdapterCase => ({
      name: `login: a key after ${scheme}`,
      request: as(`${scheme} ${CONFORMANCE_API_KEY}`),
      expect: sent,
    }),
  ),
  ...['Bearer', 'IBSSO'].map(
    (scheme): AdapterCase => ({
      name: `login: what is no good token after ${scheme}`,
      request: as(`${scheme} at1_${'x'.repeat(80)}`),
      expect: { ...(refused3('unauthenticated') as object), status: 401, body: { description: /access token/ } },
    }),
  ),
  { name: 'login: e-mail and key', request: basic(`${USER.email}:${CONFORMANCE_API_KEY}`), expect: sent },
  { name: 'login: e-mail in another case', request: basic(`JO@ACME.example:${USER.password}`), expect: sent },
  { name: 'login: wrong password', request: basic(`${USER.email}:wrong`), expect: refused3('unauthenticated') },
  { name: 'login: no password', request: basic(USER.email), expect: refused3('unauthenticated') },
  { name: 'login: another scheme', request: as('Digest x'), expect: refused3('unauthenticated') },
  { name: 'login: none', request: as(undefined), expect: refused3('unauthenticated') },
  {
    name: 'login: a query counts at text/query of v1 only',
    request: {
      ...get('/sms/1/reports', `username=${USER.email}&password=${USER.password}`),
      headers: { authorization: undefined },
    },
    expect: refused1('unauthenticated'),
  },
  { name: 'path: unknown in v1', request: get('/sms/1/nothing'), expect: refused1('not-found') },
  { name: 'path: unknown in v3', request: get('/sms/3/nothing'), expect: refused3('not-found') },
  { name: 'path: another method', request: get('/sms/3/messages'), expect: refused3('method-not-allowed') },
  ...(Object.keys(ERROR_FORMS) as ErrorCategory[]).flatMap((category): AdapterCase[] => {
    const logs = category === 'internal' ? { logs: [{ level: 'error', text: 'request failed' } as const] } : {}
    const before: AdapterCase['before'] = ({ engine }) => engine.failNext(category, 'submissions')
    const forced = category === 'invalid' ? { forced: /./ } : undefined
    return [
      {
        name: `error: ${category} in v3`,
        before,
        request: send3(),
        expect: { ...(refused3(category, forced ?? {}) as object), status: ERROR_FORMS[category].status, ...logs },
      },
      {
        name: `error: ${category} in v2`,
        before,
        request: send2(),
        expect: { ...(refused1(category, forced) as object), status: ERROR_FORMS[category].status, ...logs },
      },
    ]
  }),
]
