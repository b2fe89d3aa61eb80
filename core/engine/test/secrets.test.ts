import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openDeployment } from '../src/accounts/master-keys/deployment-key.ts'
import { createSecretBox } from '../src/accounts/master-keys/secret-box.ts'
import { hashPassword, verifyPassword } from '../src/accounts/provisioning/password.ts'
import { generateApiKey, generateSecurityKey, hashKey } from '../src/accounts/secrets.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()
const box = createSecretBox([randomBytes(32)])

/** Cheap enough for tests; the strength is part of the stored text. */
const WEAK = { logN: 4, r: 8, p: 1 }

for (const text of ['', 'a', 'k'.repeat(64), 'grüße 🙂']) {
  test(`what is sealed opens again: ${text.length} characters`, () => {
    assert.equal(box.open(box.seal(text)), text)
  })
}

test('sealing the same text twice gives different octets, none of them the text', () => {
  const [first, second] = [box.seal('a secret text'), box.seal('a secret text')]
  assert.notDeepEqual(first, second)
  assert.ok(!first.includes('secret'))
})

test('a change of any octet is noticed', () => {
  const sealed = box.seal('abc')
  for (let index = 0; index < sealed.length; index += 1) {
    const damaged = Buffer.from(sealed)
    damaged[index] = (damaged[index] as number) ^ 1
    assert.throws(() => box.open(damaged), { category: 'internal', code: 'unsealing-failed' })
  }
  assert.throws(() => box.open(sealed.subarray(0, 20)), { code: 'unsealing-failed' })
  assert.throws(() => box.open(Buffer.alloc(0)), { code: 'unsealing-failed' })
})

test('another master key does not open it', () => {
  assert.throws(() => createSecretBox([randomBytes(32)]).open(box.seal('abc')), { code: 'unsealing-failed' })
})

test('a master key has 32 octets', () => {
  assert.throws(() => createSecretBox([randomBytes(16)]), { category: 'invalid', code: 'bad-master-key' })
})

test('the SMPP hash covers the first 8 characters only and depends on the master key', () => {
  const key = 'abcdefghijkl'
  assert.deepEqual(box.smppHash(key), box.smppHash('abcdefghXXXX'))
  assert.notDeepEqual(box.smppHash(key), box.smppHash('abcdefgXijkl'))
  assert.notDeepEqual(box.smppHash(key), createSecretBox([randomBytes(32)]).smppHash(key))
})

test('keys are found by their SHA-256', () => {
  assert.deepEqual(hashKey('abc'), createHash('sha256').update('abc').digest())
})

// spec: Channel settings (portal) | limit | security key has 64 characters
// spec: Limits | limit | generated secrets have 64 characters
test('generated keys are letters and digits, all of them equally often', () => {
  assert.match(generateApiKey(), /^[A-Za-z0-9]{40}$/)
  assert.match(generateSecurityKey(), /^[A-Za-z0-9]{64}$/)
  const counts = new Map<string, number>()
  for (let round = 0; round < 1_000; round += 1) {
    for (const character of generateSecurityKey()) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  // 64,000 draws of 62 characters: about 1,032 each; 20 % off is more than six standard deviations.
  assert.equal(counts.size, 62)
  for (const [character, count] of counts) assert.ok(count > 826 && count < 1_239, `${character}: ${count}`)
})

test('the first start marks the deployment, the same key passes, another one is refused with the remedy', async () => {
  await openDeployment(database.sql, box)
  await openDeployment(database.sql, box)
  await assert.rejects(openDeployment(database.sql, createSecretBox([randomBytes(32)])), {
    category: 'invalid',
    code: 'wrong-master-key',
    message: /security\.masterKey/,
  })
  await openDeployment(database.sql, box)
})

test('a password is verified against its hash, however its letters are composed', async () => {
  const stored = await hashPassword('caf\u00e9', WEAK)
  assert.match(stored, /^\$scrypt\$ln=4,r=8,p=1\$[^$]+\$[^$]+$/)
  assert.equal(await verifyPassword('caf\u00e9', stored), true)
  assert.equal(await verifyPassword('cafe\u0301', stored), true)
  assert.equal(await verifyPassword('cafe', stored), false)
  assert.notEqual(await hashPassword('caf\u00e9', WEAK), stored)
})

test('new hashes are strong ones', async () => {
  const stored = await hashPassword('secret')
  assert.match(stored, /^\$scrypt\$ln=15,r=8,p=3\$/)
  assert.equal(await verifyPassword('secret', stored), true)
})

for (const stored of [
  '',
  'secret',
  '$scrypt$ln=31,r=8,p=1$AAAA$AAAA',
  '$scrypt$ln=4,r=0,p=1$AAAA$AAAA',
  '$scrypt$ln=4,r=8,p=1$$',
]) {
  test(`what is no hash verifies nothing: ${stored}`, async () => {
    assert.equal(await verifyPassword('secret', stored), false)
  })
}
