import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Principal, Tokens } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { createTokens } from '../src/accounts/access-tokens.ts'
import { createDirectory } from '../src/accounts/directory.ts'
import { createSecretBox } from '../src/accounts/master-keys/secret-box.ts'
import { useDatabase } from './support/database-fixture.ts'
import { type Harness, MASTER_KEY, NEXT_MASTER_KEY, startEngine } from './support/engine-harness.ts'
import { find } from './support/smpp-node.ts'

const database = useDatabase()

/** A node of its own on the database: its memory, its clock, its master keys. */
function createNode() {
  const { sql } = database
  const clock = createManualClock(Date.now())
  const secrets = createSecretBox([MASTER_KEY])
  const directory = createDirectory({ sql, clock, defaults: { country: 'ZA', rateLimit: 300 } })
  directory.setLive(true)
  return { clock, secrets, directory, tokens: createTokens({ sql, clock, directory, secrets }) }
}

test('a token ends to the second, and no later than its key', async () => {
  const { clock, directory, tokens } = createNode()
  const { apiKey, principal } = await database.addAccount()
  const { token, expiresAt } = await tokens.issue(principal, { lifetimeSeconds: 60 })
  clock.advance(expiresAt.getTime() - clock.now() - 1)
  assert.ok(await tokens.find(token))
  clock.advance(1)
  assert.equal(await tokens.find(token), undefined)
  const end = new Date(clock.now() + 5_500)
  await database.sql`update api_key set expires_at = ${end} where key_id = ${principal.keyId}`
  directory.invalidate()
  const last = await tokens.issue(principal)
  assert.equal(last.expiresAt.getTime(), Math.floor(end.getTime() / 1_000) * 1_000)
  clock.advance(5_500)
  assert.equal(await directory.byApiKey(apiKey), undefined)
  await assert.rejects(tokens.issue(principal), { code: 'account-disabled' })
})

test('a text that was not signed here costs no look-up', async () => {
  const { tokens } = createNode()
  const { principal } = await database.addAccount()
  const { token } = await tokens.issue(principal)
  const away = createTokens({
    sql: database.sql,
    clock: createManualClock(Date.now()),
    secrets: createSecretBox([NEXT_MASTER_KEY]),
    directory: { byToken: () => assert.fail('it was looked up') },
  })
  assert.equal(await away.find(token), undefined)
})

test('a key that was given the id of another does not inherit its tokens', async () => {
  const { tokens, directory } = createNode()
  const { principal } = await database.addAccount()
  const { token } = await tokens.issue(principal)
  assert.ok(await tokens.find(token))
  await database.sql`update api_key set key_hash = sha256('another key'::bytea) where key_id = ${principal.keyId}`
  directory.invalidate()
  assert.equal(await tokens.find(token), undefined)
})

test('tokens outlive the change of master keys, and end with the one they are signed under', async () => {
  const { secrets, tokens } = createNode()
  const { principal } = await database.addAccount()
  const before = await tokens.issue(principal)
  secrets.useMasterKeys([NEXT_MASTER_KEY, MASTER_KEY])
  const after = await tokens.issue(principal)
  assert.ok((await tokens.find(before.token)) && (await tokens.find(after.token)))
  secrets.useMasterKeys([NEXT_MASTER_KEY])
  assert.equal(await tokens.find(before.token), undefined)
  assert.ok(await tokens.find(after.token))
})

describe('on two nodes', () => {
  async function withNodes(work: (one: Harness, other: Harness) => Promise<void>): Promise<void> {
    const one = await startEngine({ carriers: new Map() })
    try {
      await work(one, await startEngine({ carriers: new Map(), joinTo: one }))
    } finally {
      await one.close()
    }
  }
  const tokensOf = ({ engine }: Harness) => find(engine.services, Tokens)
  const ends: readonly (readonly [string, (node: Harness, principal: Principal, token: string) => Promise<unknown>])[] =
    [
      ['is revoked', (node, principal, token) => tokensOf(node).revoke(principal, token)],
      ['loses its key', ({ engine }, { keyId }) => engine.provisioning.removeKey({ keyId: keyId as number })],
      [
        'has a key that expires',
        ({ engine }, { keyId }) => engine.sql`update api_key set expires_at = now() where key_id = ${keyId}`,
      ],
      [
        'has a user who is disabled',
        ({ engine }, { userId }) => engine.provisioning.setUser({ userId, enabled: false }),
      ],
    ]
  for (const [what, end] of ends)
    test(`a token of one node works on the other, until it ${what}`, { timeout: 60_000 }, () =>
      withNodes(async (one, other) => {
        const principal = await one.addClient()
        const { token } = await tokensOf(one).issue(principal)
        assert.deepEqual(await tokensOf(other).find(token), principal)
        const since = Date.now()
        await end(one, principal, token)
        await one.until(async () => (await tokensOf(other).find(token)) === undefined, `the token ${what}`)
        assert.ok(Date.now() - since < 5_000, 'long before the memory of the node is over')
        assert.equal(await tokensOf(one).find(token), undefined)
      }),
    )
})
