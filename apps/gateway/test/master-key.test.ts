import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDataDir } from '../src/data-dir.ts'
import { findMasterKeys, parseMasterKey, resolveMasterKeys, writeKeptKeys } from '../src/master-key.ts'

let parent: string
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'heliograph-key-'))
})
after(() => rm(parent, { recursive: true }))

const OCTETS = Buffer.alloc(32, 0xa7)

for (const form of ['hex', 'base64', 'base64url'] as const) {
  test(`a key in ${form}`, () => {
    assert.deepEqual(parseMasterKey(`${OCTETS.toString(form)}\n`, 'here'), OCTETS)
  })
}

for (const wrong of ['', 'short', 'x'.repeat(64), OCTETS.toString('hex').slice(1), `${OCTETS.toString('hex')}00`]) {
  test(`not a key: '${wrong}'`, () => {
    assert.throws(() => parseMasterKey(wrong, 'security.masterKey'), /security\.masterKey is not 32 octets/)
  })
}

const NONE = { otherMasterKeys: [] }

test('the configured keys come first, and nothing is written', async () => {
  const dataDir = openDataDir(join(parent, 'configured'))
  const others = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const security = { masterKey: OCTETS.toString('hex'), otherMasterKeys: others.map((key) => key.toString('base64')) }
  assert.deepEqual(await resolveMasterKeys(security, dataDir), [OCTETS, ...others])
  await assert.rejects(stat(dataDir.path), { code: 'ENOENT' })
})

test('without one it is made once, for its owner only, however many ask at the same time', async () => {
  const dataDir = openDataDir(join(parent, 'generated'))
  assert.equal(await findMasterKeys(NONE, dataDir), undefined)
  const keys = await Promise.all(Array.from({ length: 5 }, () => resolveMasterKeys(NONE, openDataDir(dataDir.path))))
  assert.equal(new Set(keys.map(([key]) => Buffer.from(key).toString('hex'))).size, 1)
  assert.deepEqual(await findMasterKeys(NONE, dataDir), keys[0])
  assert.equal((await stat(join(dataDir.path, 'master.key'))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(dataDir.path), ['master.key'])
})

test('the data folder keeps several, one a line, and the first seals', async () => {
  const dataDir = openDataDir(join(parent, 'several'))
  const keys = [OCTETS, Buffer.alloc(32, 1)] as const
  await writeKeptKeys(dataDir, keys)
  assert.deepEqual(await resolveMasterKeys(NONE, dataDir), keys)
  const other = { otherMasterKeys: [Buffer.alloc(32, 2).toString('hex')] }
  assert.deepEqual(await resolveMasterKeys(other, dataDir), [...keys, Buffer.alloc(32, 2)])
  await dataDir.write('master.key', `${OCTETS.toString('hex')}\nshort\n`)
  await assert.rejects(resolveMasterKeys(NONE, dataDir), { code: 'bad-master-key', message: /master\.key is not 32/ })
})
