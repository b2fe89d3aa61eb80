import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewClient } from '@heliograph/contracts'
import { loadKeys, loadUsersByEmail } from '../src/accounts/load-accounts.ts'
import { verifyPassword } from '../src/accounts/provisioning/password.ts'
import { hashKey } from '../src/accounts/secrets.ts'
import { useDatabase } from './support/database-fixture.ts'

const DEFAULTS = { country: 'ZA', rateLimit: 300 }
const WHOLE: NewClient = {
  name: 'Whole',
  credit: '5',
  price: '0.5',
  number: '082 111 0001',
  email: 'Ann@Whole.example',
  withKey: true,
}

describe('a client with its number, user and key', () => {
  const db = useDatabase()
  const count = async () => {
    const [row] = await db.sql<{ rows: number }[]>`
      select (select count(*) from client) + (select count(*) from channel) + (select count(*) from app_user)
        + (select count(*) from api_key) + (select count(*) from credit_entry) as rows`
    return row?.rows
  }

  it('is added at once: the key sends, the password fits', async () => {
    const { clientId, channel, user, key } = await db.provisioning.addClient(WHOLE)
    const [channelRecord] = await db.provisioning.listChannels(clientId)
    assert.deepEqual([channelRecord?.channelId, channelRecord?.address], [channel?.channelId, '27821110001'])
    const [loaded] = await loadKeys(db.sql, [hashKey(key?.apiKey as string)], DEFAULTS)
    assert.deepEqual(
      [loaded?.principal.clientId, loaded?.principal.userId, loaded?.principal.role, loaded?.principal.scope],
      [clientId, user?.userId, 'admin', 'send'],
    )
    const [found] = await loadUsersByEmail(db.sql, 'ann@whole.example', clientId, DEFAULTS, 1)
    assert.equal(await verifyPassword(user?.password as string, found?.passwordHash as string), true)
  })

  it('is as much as was asked for', async () => {
    const bare = await db.provisioning.addClient({ name: 'Bare' })
    assert.deepEqual(bare, { clientId: bare.clientId, channel: null, user: null, key: null })
    const named = await db.provisioning.addClient({ name: 'Named', sender: 'ACME', email: 'ann@named.example' })
    assert.deepEqual([named.channel === null, named.user === null, named.key], [false, false, null])
  })

  const REFUSED: readonly (readonly [what: string, client: NewClient, field: string | undefined])[] = [
    ['a number that is taken', { ...WHOLE, email: 'b@whole.example' }, undefined],
    ['an invalid number', { ...WHOLE, number: 'x1' }, 'number'],
    ['an invalid address', { ...WHOLE, number: '0821110002', email: 'ann' }, 'email'],
    ['a key of nobody', { name: 'Nobody', withKey: true }, 'email'],
    ['an invalid amount', { ...WHOLE, number: '0821110002', credit: 'much' }, 'credit'],
  ]
  for (const [what, client, field] of REFUSED)
    it(`is not added at all with ${what}`, async () => {
      await db.provisioning.addClient(WHOLE).catch(() => {})
      const before = await count()
      await assert.rejects(db.provisioning.addClient(client), (error: { details?: object; code?: string }) => {
        assert.deepEqual(Object.keys(error.details ?? {}), field === undefined ? [] : [field])
        return field !== undefined || error.code === 'channel-taken'
      })
      assert.equal(await count(), before)
    })
})
