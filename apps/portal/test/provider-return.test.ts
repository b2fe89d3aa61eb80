import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { appCode } from './support/app-code.ts'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { instancesWith, startIdentityProvider } from './support/identity-provider.ts'
import { passProvider, startVisit, type Visit } from './support/provider-visit.ts'

const provider = await startIdentityProvider()
let gateway: TestGateway
before(async () => {
  gateway = await startTestGateway({ instances: instancesWith(provider) })
  provider.register(gateway.url)
})
after(async () => {
  await gateway.stop()
  await provider.stop()
})

const api = (path: string, { url } = gateway) => `${url}/portal/api/1${path}`

/** Logs in at the provider, without a page of the portal; resolves with what it sends back. */
async function visitProvider(visit: Visit, email: string, at = gateway): Promise<URLSearchParams> {
  const { url } = (await (await visit(api('/log-in/provider', at), { method: 'POST' })).json()) as { url: string }
  return (await passProvider(visit, url, email)).searchParams
}

/** Comes back with it, and resolves with the e-mail of the session or the code of the error. */
async function comeBack(visit: Visit, sent: URLSearchParams, code?: string, at = gateway): Promise<string> {
  const answer = await visit(api('/log-in/provider/return', at), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: sent.toString(), code }),
  })
  const body = (await answer.json()) as { me?: { email: string }; code?: string }
  return body.me?.email ?? body.code ?? ''
}

describe('an address', () => {
  const ADDRESSES = [
    ['that a user has, in capitals', 'USER@Example.com', 'user@example.com'],
    ['that the provider has not verified', 'unverified@example.com', 'provider-refused'],
    ['that no user has', 'nobody@example.com', 'unknown-user'],
    ['of a domain that it may not vouch for', 'user@elsewhere.example', 'unknown-user'],
    ['of a domain that ends like one', 'user@example.com.elsewhere.example', 'unknown-user'],
  ] as const
  for (const [what, email, reported] of ADDRESSES)
    test(`${what}: ${reported}`, async () => {
      const visit = startVisit()
      assert.equal(await comeBack(visit, await visitProvider(visit, email)), reported)
    })
})

describe('what the provider sent back', () => {
  const FORGED: readonly (readonly [string, (sent: URLSearchParams) => void])[] = [
    ['another state', (sent) => sent.set('state', 'x'.repeat(43))],
    ['no state', (sent) => sent.delete('state')],
    ['another issuer', (sent) => sent.set('iss', 'http://127.0.0.1:1')],
    ['another code', (sent) => sent.set('code', 'x'.repeat(43))],
  ]
  for (const [what, forge] of FORGED)
    test(`is of no use with ${what}`, async () => {
      const visit = startVisit()
      const sent = await visitProvider(visit, 'user@example.com')
      forge(sent)
      assert.equal(await comeBack(visit, sent), 'provider-refused')
    })

  test('is of no use to another browser, nor twice', async () => {
    const visit = startVisit()
    const sent = await visitProvider(visit, 'user@example.com')
    assert.equal(await comeBack(startVisit(), sent), 'provider-refused')
    const other = startVisit()
    await visitProvider(other, 'admin@example.com')
    assert.equal(await comeBack(other, sent), 'provider-refused')
    assert.equal(await comeBack(visit, sent), 'user@example.com')
    assert.equal(await comeBack(visit, sent), 'provider-refused')
  })
})

test('a second factor is asked for when the provider has let the user in, and what it sent stays good until then', async () => {
  const { apiKey, email, password: presentPassword } = gateway.accounts.users.operator
  const ask = (path: string, body: object) =>
    fetch(api(path), {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const begun = await ask('/account/second-factor', { presentPassword })
  const { secret } = (await begun.json()) as { secret: string }
  assert.equal((await ask('/account/second-factor/confirm', { code: appCode(secret, 0) })).status, 200)
  const visit = startVisit()
  const sent = await visitProvider(visit, email)
  assert.equal(await comeBack(visit, sent), 'second-factor-needed')
  assert.equal(await comeBack(visit, sent, '000000'), 'wrong-code')
  assert.equal(await comeBack(startVisit(), sent, appCode(secret, 1)), 'provider-refused')
  assert.equal(await comeBack(visit, sent, appCode(secret, 1)), email)
})

test('a claim makes the user, its client and its role, at each login; who fits no rule is not let in', async () => {
  const other = await startIdentityProvider()
  const instances = instancesWith(other)
  const { config, ...rest } = instances['portal-api']
  const rules: { value: string; client: number; role: string }[] = []
  const mapping = { claim: 'groups', scope: 'groups', rules, makeUsers: true }
  // The accounts of a gateway of the tests have the same ids each time.
  const { clientId, users } = gateway.accounts
  rules.push({ value: 'boss', client: clientId, role: 'admin' }, { value: 'staff', client: clientId, role: 'user' })
  const provider = { ...config.provider, mapping }
  const mapped = await startTestGateway({ instances: { 'portal-api': { ...rest, config: { provider } } } })
  other.register(mapped.url)
  try {
    const logIn = async (email: string) => {
      const visit = startVisit()
      const reported = await comeBack(visit, await visitProvider(visit, email, mapped), undefined, mapped)
      const session = (await (await visit(api('/session', mapped))).json()) as {
        me?: { role: string; clientId: number }
      }
      return [reported, session.me?.role, session.me?.clientId]
    }
    assert.deepEqual(await logIn('new.boss@example.com'), ['new.boss@example.com', 'admin', clientId])
    assert.deepEqual(await logIn('new.staff.boss@example.com'), ['new.staff.boss@example.com', 'admin', clientId])
    assert.deepEqual(await logIn('new.staff@example.com'), ['new.staff@example.com', 'user', clientId])
    assert.deepEqual(await logIn('guest@example.com'), ['unknown-user', undefined, undefined])
    assert.deepEqual(await logIn(users.user.email), ['unknown-user', undefined, undefined], 'it has no group here')
  } finally {
    await mapped.stop()
    await other.stop()
  }
})
