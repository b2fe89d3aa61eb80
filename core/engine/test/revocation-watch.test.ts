import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import { RevocationWatch } from '../src/notify/sessions/revocation-watch.ts'
import { useDatabase } from './support/database-fixture.ts'
import { waitUntil } from './support/engine-harness.ts'

const database = useDatabase()

test('a session ends within half a minute of the end of its key, which nothing announces', async () => {
  const { sql, clock } = database
  const watch = new RevocationWatch({ sql, clock, logger: captureLogger() })
  watch.setLive(true)
  const [lasting, ending] = [await database.addAccount(), await database.addAccount()]
  const revoked: string[] = []
  for (const [name, { principal }] of Object.entries({ lasting, ending })) {
    const request = { principal, origin: 'smpp', remote: '127.0.0.1', limit: 1, onRevoked: () => revoked.push(name) }
    watch.watch(request as never).isOpen = true
  }
  await watch.check()
  await sql`update api_key set expires_at = now() where key_id = ${ending.principal.keyId}`
  clock.advance(29_000)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(revoked, [])
  clock.advance(1_000)
  await waitUntil(() => revoked.length > 0, 'the session is revoked')
  assert.deepEqual(revoked, ['ending'])
  await watch.stop()
})

test('a session ends when its client accepts credentials only from elsewhere', async () => {
  const { sql, clock } = database
  const watch = new RevocationWatch({ sql, clock, logger: captureLogger() })
  const { principal } = await database.addAccount()
  const revoked: string[] = []
  for (const remote of ['192.0.2.7', '2001:db8::1', '198.51.100.4']) {
    const request = { principal, origin: 'smpp', remote, limit: 9, onRevoked: () => revoked.push(remote) }
    watch.watch(request as never).isOpen = true
  }
  await watch.check()
  assert.deepEqual(revoked, [])
  await sql`
    update client set program_networks = array['192.0.2.0/24', '2001:db8::/32'] where client_id = ${principal.clientId}`
  await watch.check()
  assert.deepEqual(revoked, ['198.51.100.4'])
  await watch.stop()
})
