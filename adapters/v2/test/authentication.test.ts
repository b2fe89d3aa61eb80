import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Directory, GatewayError, type HttpRequestHead, type Principal } from '@heliograph/contracts'
import { apiKeyOf, identify } from '../src/authentication.ts'
import { createRoutes } from '../src/routes.ts'
import type { V2Services } from '../src/services.ts'

const KEY = 'Kq3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const CASES: readonly (readonly [what: string, headers: Record<string, string>, key: string])[] = [
  // spec: Authentication | header | v2: Authorization: <API_KEY>, without a scheme word -> credential: the whole value of Authorization
  ['the whole value of Authorization', { authorization: KEY }, KEY],
  ['Authorization with the word App', { authorization: `App ${KEY}` }, KEY],
  ['Authorization with the word ApiKey', { authorization: `ApiKey ${KEY}` }, KEY],
  ['Authorization with the word Bearer', { authorization: `Bearer ${KEY}` }, KEY],
  ['a scheme word in another case and with several blanks', { authorization: ` bEARER   ${KEY} ` }, KEY],
  ['only one scheme word is stripped', { authorization: `App Bearer ${KEY}` }, `Bearer ${KEY}`],
  ['a key that starts like a scheme word', { authorization: 'Apple1234' }, 'Apple1234'],
  ['another scheme word is part of the value', { authorization: `Basic ${KEY}` }, `Basic ${KEY}`],
  ['a scheme word without a key', { authorization: 'Bearer' }, ''],
  ['X-API-Key', { 'x-api-key': KEY }, KEY],
  ['X-API-Key before Authorization', { 'x-api-key': KEY, authorization: 'other' }, KEY],
  ['an empty X-API-Key decides, too', { 'x-api-key': '', authorization: KEY }, ''],
  ['no credential', {}, ''],
]

for (const [what, headers, key] of CASES) {
  test(`credential: ${what}`, () => assert.equal(apiKeyOf(headers), key))
}

test('a body is wanted of who has a key, and no rate is counted for it', async () => {
  const byApiKey: Directory['byApiKey'] = async (key) => (key === KEY ? ({} as Principal) : undefined)
  const services = { directory: { byApiKey } } as unknown as V2Services
  const routes = createRoutes({ services, takesTokens: false, clock: { now: () => 0, after: () => () => {} } })
  const send = routes.find(({ method, path }) => method === 'POST' && path === '/sms/2/messages')
  const ask = async (headers: Record<string, string>) => send?.admit?.({ headers } as unknown as HttpRequestHead)
  assert.equal(await ask({ 'x-api-key': KEY }), undefined)
  const isRefusal = (error: unknown) => error instanceof GatewayError && error.category === 'unauthenticated'
  await assert.rejects(ask({}), isRefusal)
  await assert.rejects(ask({ 'x-api-key': 'other' }), isRefusal)
})

test('an access token is a key like any other where none are handed out', async () => {
  const token = `at1_${'x'.repeat(80)}`
  const asked: string[] = []
  const services = {
    directory: { byApiKey: async (key: string) => void asked.push(key) },
    tokens: { find: () => assert.fail('it was looked up as a token') },
  } as unknown as V2Services
  const sender = { headers: { authorization: `Bearer ${token}` }, remoteAddress: '127.0.0.1' }
  const refused = { category: 'unauthenticated', code: 'invalid-api-key' }
  await assert.rejects(identify({ services, takesTokens: false }, sender), refused)
  assert.deepEqual(asked, [token])
})
