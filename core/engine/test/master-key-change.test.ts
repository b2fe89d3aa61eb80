import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { Secrets } from '@heliograph/contracts'
import { masterKeyId } from '../src/index.ts'
import { type Harness, MASTER_KEY, NEXT_MASTER_KEY, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

// The way from one master key to the next on two nodes, step by step, and what is refused on it.

const [oldId, newId] = [masterKeyId(MASTER_KEY), masterKeyId(NEXT_MASTER_KEY)]
const SCRIPT = new URL('./support/reseal-process.ts', import.meta.url).pathname

describe('a change of the master key on two nodes', () => {
  let first: Harness
  let second: Harness
  let command: Harness
  before(async () => {
    const carriers = new Map([['net', carrierOf(new FakeLink())]])
    first = await startEngine({ carriers })
    second = await startEngine({ carriers, joinTo: first })
    command = await startEngine({ joinTo: first, masterKeys: [NEXT_MASTER_KEY, MASTER_KEY] })
  })
  after(async () => {
    await command?.close()
    await second?.close()
    await first?.close()
  })

  /** One node stores a second factor, the other finds it. */
  async function useSecrets(writer: Harness, reader: Harness, lastStep: number): Promise<void> {
    const { userId } = first.principal
    const factor = { secret: 'abcd', confirmedAt: null, lastStep, recovery: [], failures: 0, lockedUntil: 0 }
    const known = await writer.engine.secondFactors.find(userId)
    assert.ok(await writer.engine.secondFactors.put(userId, factor, known?.version))
    assert.deepEqual((await reader.engine.secondFactors.find(userId))?.factor, factor)
  }

  async function useOldAndNew(lastStep: number): Promise<void> {
    await useSecrets(first, second, lastStep)
    await useSecrets(second, first, lastStep + 1)
  }

  const sealsByKey = async () =>
    Object.fromEntries((await command.engine.masterKeys.list()).keys.map(({ id, seals }) => [id, seals]))

  const secretsOf = ({ engine }: Harness) => find(engine.services, Secrets).of('plugin')

  test('nothing is sealed again before every node has the key', async () => {
    await secretsOf(first).keep('token', 'of an instance')
    await useOldAndNew(1)
    assert.equal(await first.engine.useMasterKeys([MASTER_KEY, NEXT_MASTER_KEY]), true)
    assert.equal(await first.engine.useMasterKeys([MASTER_KEY, NEXT_MASTER_KEY]), false)
    const refusal = { category: 'conflict', code: 'master-key-not-everywhere', message: /test\. Add it/ }
    await assert.rejects(command.engine.masterKeys.requireEverywhere(newId), refusal)
    await assert.rejects(command.engine.masterKeys.reseal(), refusal)
    await second.engine.useMasterKeys([MASTER_KEY, NEXT_MASTER_KEY])
    await command.engine.masterKeys.requireEverywhere(newId)
  })

  test('a node that seals under the new key and one that does not read each other', async () => {
    await first.engine.useMasterKeys([NEXT_MASTER_KEY, MASTER_KEY])
    await useOldAndNew(3)
    const { nodes } = await command.engine.masterKeys.list()
    assert.deepEqual(nodes.map(({ keys }) => keys.join()).sort(), [`${oldId},${newId}`, `${newId},${oldId}`].sort())
  })

  test('a node keeps its keys when the new ones would not do', async () => {
    await assert.rejects(first.engine.useMasterKeys([NEXT_MASTER_KEY]), {
      category: 'invalid',
      code: 'missing-master-key',
      message: new RegExp(`${oldId} \\(\\d+\\).*otherMasterKeys`),
    })
    await useOldAndNew(5)
  })

  test('killed half-way, everything stays in use, and the old key stays needed', async () => {
    const before = await sealsByKey()
    const child = spawn(process.execPath, [...process.execArgv, SCRIPT, first.url], { stdio: ['ignore', 'ignore', 2] })
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
    const half = await sealsByKey()
    assert.ok(Number(half[newId]) > Number(before[newId]) && Number(half[oldId]) > 0, JSON.stringify({ before, half }))
    await useOldAndNew(7)
    await assert.rejects(command.engine.masterKeys.requireUnused(oldId), {
      category: 'conflict',
      code: 'master-key-in-use',
      message: /nodes seal under it \(test\).* \d+ secrets are sealed under it/,
    })
    await assert.rejects(command.engine.masterKeys.requireUnused(newId), { message: /it is the one that seals here/ })
  })

  test('it goes on while secrets change, and then the old key can go', async () => {
    await second.engine.useMasterKeys([NEXT_MASTER_KEY, MASTER_KEY])
    const using = (async () => {
      for (let step = 10; step < 30; step += 2) await useOldAndNew(step)
    })()
    const { resealed, left } = await command.engine.masterKeys.reseal()
    await using
    assert.ok(resealed > 0)
    assert.equal(left, 0)
    await command.engine.masterKeys.requireUnused(oldId)
    for (const node of [first, second]) await node.engine.useMasterKeys([NEXT_MASTER_KEY])
    await useOldAndNew(40)
    assert.deepEqual(Object.keys(await sealsByKey()), [newId, oldId])
    assert.equal((await sealsByKey())[oldId], 0)
    assert.equal(await secretsOf(second).open('token'), 'of an instance')
  })

  test('a new node starts with the new key alone, and none with the old one alone', async () => {
    const late = await startEngine({ joinTo: first, masterKeys: [NEXT_MASTER_KEY] })
    await useSecrets(first, late, 50)
    await late.close()
    await assert.rejects(startEngine({ joinTo: first }), { category: 'invalid', code: 'wrong-master-key' })
  })
})
