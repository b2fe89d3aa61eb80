import assert from 'node:assert/strict'
import { Tokens } from '@heliograph/contracts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow, refusalOf, rulesOf } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { withKey } from './credential-requests.ts'
import { responseDifference } from './expectation.ts'
import { mergeRequests, type TestRequest } from './test-request.ts'

/** Repeats the good row with an access token in the place of the key. */
export function tokenChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  const { takesTokens = false, as, keyForm } = rulesOf(suite.credentials)
  if (!row || !takesTokens) return []
  const { base = {} } = suite.world
  const check = (name: string, run: (kit: AdapterKit, shown: Shown) => Promise<void>): Check => ({
    name: `${name}: ${row.name}`,
    run: () =>
      withAdapterKit(suite.module, suite.world, async (kit) => {
        const { token } = await kit.engine.service(Tokens).issue(kit.account.principal)
        const request = await prepareRow(row, kit)
        const whole = mergeRequests(base, request)
        await run(kit, { token, request: as?.(whole, token) ?? withKey(base, request, token, keyForm) })
        assert.ok(!kit.log.dump().includes(token), 'an access token is in the log')
      }),
  })
  const assertTaken = async (kit: AdapterKit, { request }: Shown) => {
    const expected = typeof row.expect === 'function' ? row.expect(kit) : row.expect
    const problem = responseDifference(await kit.request(request), expected)
    if (problem) assert.fail(`with an access token: ${problem}`)
  }
  const refused = (name: string, end: (kit: AdapterKit, shown: Shown) => unknown) =>
    check(`refuses an access token ${name}`, async (kit, shown) => {
      await assertTaken(kit, shown)
      await end(kit, shown)
      const problem = responseDifference(await kit.request(shown.request), refusalOf(suite))
      if (problem) assert.fail(problem)
    })
  return [
    check('takes an access token', assertTaken),
    refused('that has expired', ({ clock }) => clock.advance(LIFE_MS)),
    refused('that was revoked', ({ engine, account }, { token }) =>
      engine.service(Tokens).revoke(account.principal, token),
    ),
    refused('of a user who is disabled', ({ engine, account }) => engine.setUserEnabled(account.userId, false)),
  ]
}

/** A token, and the request with it. */
interface Shown {
  readonly token: string
  readonly request: TestRequest
}

/** How long tokens live that are made without a wish. */
const LIFE_MS = 3_600_000
