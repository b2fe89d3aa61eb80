import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDeployment } from '../src/accounts/master-keys/deployment-key.ts'
import { masterKeyId } from '../src/accounts/master-keys/key-ring.ts'
import { reseal } from '../src/accounts/master-keys/reseal.ts'
import { countSeals, SEALED_COLUMNS } from '../src/accounts/master-keys/sealed-columns.ts'
import { createSecretBox } from '../src/accounts/master-keys/secret-box.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

const OLD = Buffer.alloc(32, 7)
const NEW = Buffer.alloc(32, 8)
const [oldId, newId] = [masterKeyId(OLD), masterKeyId(NEW)]

/** Octets that are no seals; every other column of octets must be in the list. */
const NOT_SEALED = [
  'blob_chunk.octets',
  'deployment.id_salt',
  'api_key.key_hash',
  'api_key.smpp_hash',
  'login_place.account',
  'erased_contact.number_hash',
  'passkey.credential_id',
  'passkey.public_key',
]

test('every column of octets is known to be sealed or not', async () => {
  const columns = await database.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'heliograph' and data_type = 'bytea'`
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(columns.map(({ name }) => name).sort(), [...sealed, ...NOT_SEALED].sort())
})

test('seals name their key, except those of the first one', () => {
  const box = createSecretBox([OLD])
  const nameless = box.seal('abc')
  assert.equal(nameless[0], 1)
  box.useMasterKeys([NEW, OLD])
  const named = box.seal('abc')
  assert.equal(named.toString('hex', 0, 5), `02${newId}`)
  assert.deepEqual([box.open(nameless), box.open(named)], ['abc', 'abc'])
  box.useMasterKeys([NEW])
  assert.equal(box.open(named), 'abc')
  assert.throws(() => box.open(nameless), {
    category: 'internal',
    code: 'unknown-master-key',
    message: new RegExp(`${oldId}.*otherMasterKeys`),
  })
})

test('damage of a seal that names its key is noticed', () => {
  const box = createSecretBox([OLD])
  box.useMasterKeys([NEW, OLD])
  const sealed = box.seal('abc')
  for (let index = 0; index < sealed.length; index += 1) {
    const damaged = Buffer.from(sealed)
    damaged[index] = (damaged[index] as number) ^ 1
    assert.throws(() => box.open(damaged), { category: 'internal', code: /unsealing-failed|unknown-master-key/ })
  }
})

test('hashes and signed links outlive the key they are derived from', async () => {
  const link = { clientId: 1, direction: 'out', mobile: '27820000000' } as const
  const before = createSecretBox([OLD])
  await openDeployment(database.sql, before)
  const after = createSecretBox([NEW, OLD])
  await openDeployment(database.sql, after)
  assert.deepEqual(after.smppHash('abcdefgh'), before.smppHash('abcdefgh'))
  assert.deepEqual(after.accountHash('me'), before.accountHash('me'))
  assert.ok(after.links.verify(link, before.links.sign(link)))
})

test('everything is sealed again, in steps that may end early, and is then refused without the new key', async () => {
  const { sql } = database
  const old = createSecretBox([OLD])
  await openDeployment(sql, old)
  const { clientId } = await database.addAccount()
  await sql`
    insert into second_factor (user_id, sealed)
    select user_id, ${old.seal('"a factor"')}::bytea from app_user on conflict do nothing`
  const both = createSecretBox([NEW, OLD])
  await openDeployment(sql, both)
  const [total] = [...(await countSeals(sql, oldId)).values()]
  const gone = new AbortController()
  const first = await reseal(sql, both, { onProgress: () => gone.abort(), signal: gone.signal })
  assert.ok(first.resealed > 0 && first.left > 0, JSON.stringify(first))
  const second = await reseal(sql, both)
  assert.deepEqual(second, { resealed: first.left, left: 0 })
  assert.deepEqual([...(await countSeals(sql, oldId))], [[newId, total]])
  const alone = createSecretBox([NEW])
  await openDeployment(sql, alone)
  assert.deepEqual(alone.smppHash('abcdefgh'), old.smppHash('abcdefgh'))
  const [channel] = await sql<{ security_key: Buffer }[]>`
    select security_key from channel where client_id = ${clientId} limit 1`
  assert.match(alone.open(channel?.security_key as Buffer), /^[A-Za-z0-9]{64}$/)
  const [factor] = await sql<{ sealed: Buffer }[]>`select sealed from second_factor limit 1`
  assert.equal(alone.open(factor?.sealed as Buffer), '"a factor"')
  await assert.rejects(openDeployment(sql, createSecretBox([OLD])), { category: 'invalid', code: 'wrong-master-key' })
})
