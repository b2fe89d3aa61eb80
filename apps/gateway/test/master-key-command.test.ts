import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { masterKeyId } from '@heliograph/engine'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { type GatewayProcess, makeUsedDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'

interface Listed {
  readonly keys: readonly { readonly id: string; readonly seals: number; readonly isCurrent: boolean }[]
  readonly nodes: readonly { readonly name: string; readonly keys: readonly string[] }[]
}

describe('the master key of a running gateway', () => {
  let folder: TestDataDir
  let gateway: GatewayProcess
  before(async () => {
    folder = await makeUsedDataDir()
    gateway = await startGateway({ dataDir: folder.path })
  })
  after(async () => {
    await gateway?.stop()
    await folder.remove()
  })

  const run = (...args: readonly string[]) => runHere([...args, '--data-dir', folder.path])
  const runJson = <T>(...args: readonly string[]) => runJsonHere<T>([...args, '--data-dir', folder.path])
  const list = () => runJson<Listed>('master-key', 'list')
  const reload = () => runJson<{ applied: string[] }>('reload', '--admin', gateway.admin)
  const refused = async (...args: readonly string[]) => {
    const { code, stderr } = await run(...args, '--json')
    assert.equal(code, 1)
    return JSON.parse(stderr).error as { code: string; message: string }
  }
  const keysIn = async (file: string) => (await readFile(join(folder.path, file), 'utf8')).trim().split('\n')
  const keptKeys = () => keysIn('master.key')

  test('is exchanged without a restart, and nothing is possible out of turn', async () => {
    const { keys, nodes } = await list()
    const [old] = keys.map(({ id }) => id) as [string]
    assert.equal(keys.length, 1)
    assert.deepEqual(
      nodes.map((node) => node.keys),
      [[old]],
    )

    const { key } = await runJson<{ key: string }>('master-key', 'add')
    assert.equal((await keptKeys()).length, 2)
    assert.equal((await refused('master-key', 'use', key)).code, 'master-key-not-everywhere')
    assert.equal((await refused('master-key', 'use', '00000000')).code, 'no-such-master-key')
    assert.deepEqual((await reload()).applied, ['security'])
    assert.deepEqual((await reload()).applied, [])

    await runJson('master-key', 'use', key)
    assert.equal((await refused('master-key', 'retire', key)).code, 'master-key-in-use')
    assert.deepEqual((await reload()).applied, ['security'])
    assert.match((await refused('master-key', 'retire', old)).message, /secrets are sealed under it: .*reseal/)

    const { resealed } = await runJson<{ resealed: number }>('master-key', 'reseal')
    assert.equal(resealed, keys[0]?.seals)
    const human = await run('master-key', 'list')
    assert.match(human.stdout, new RegExp(`${key} +${resealed} +seals\\n${old} +0 +opens\\n`))
    await runJson('master-key', 'retire', old)
    assert.equal((await keptKeys()).length, 1)
    assert.deepEqual(
      (await keysIn('master.key.retired')).map((text) => masterKeyId(Buffer.from(text, 'hex'))),
      [old],
    )
    assert.deepEqual((await reload()).applied, ['security'])
    assert.deepEqual(await list(), {
      keys: [{ id: key, seals: resealed, isHere: true, isCurrent: true }],
      nodes: [{ name: nodes[0]?.name, keys: [key] }],
    })
  })

  test('the steps of the README, as they stand there, exchange it once more', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
    const steps = [...readme.matchAll(/^\| \d\. .*$/gm)].map(([row]) => /`heliograph ([^`]+)`/.exec(row)?.[1] ?? row)
    assert.equal(steps.length, 7)
    const old = (await list()).keys[0]?.id as string
    let made = ''
    for (const step of steps) {
      const args = step.replace('<key>', step.startsWith('master-key retire') ? old : made).split(' ')
      const where = step === 'reload' ? ['--admin', gateway.admin] : []
      const answer = await runJson<{ key?: string }>(...args, ...where)
      if (step === 'master-key add') made = answer.key as string
    }
    const { keys, nodes } = await list()
    assert.deepEqual([keys.map(({ id }) => id), nodes[0]?.keys], [[made], [made]])
  })

  test('keys in the configuration are changed there', async () => {
    const [key = ''] = await keptKeys()
    const configured = ['--set', `security.masterKey=${key}`]
    const { code, message } = await refused('master-key', 'add', ...configured)
    assert.equal(code, 'master-key-configured')
    assert.match(message, /openssl rand -hex 32.*security\.otherMasterKeys/)
  })
})
