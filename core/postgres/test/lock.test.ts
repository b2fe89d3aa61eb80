import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withLock } from '../src/system/lock.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-lock-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('one holder at a time', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await Promise.all(Array.from({ length: 10 }, () => withLock(join(folder, 'one'), 10_000, work)))
  assert.equal(most, 1)
  assert.deepEqual(await readdir(folder), [])
})

test('an error inside lets go of the lock', async () => {
  const path = join(folder, 'error')
  await assert.rejects(
    withLock(path, 1_000, () => Promise.reject(new Error('inside'))),
    /inside/,
  )
  assert.equal(await withLock(path, 1_000, async () => 'free'), 'free')
})

test('the lock of a killed process is taken over', async () => {
  const path = join(folder, 'killed')
  const holder = startHolder(path)
  await once(holder.stdout, 'data')
  await assert.rejects(
    withLock(path, 50, async () => undefined),
    new RegExp(`Another process \\(${holder.pid}\\)`),
  )
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  assert.equal(await withLock(path, 1_000, async () => 'taken'), 'taken')
})

test('the number of the dead holder may belong to another process by now', {
  skip: process.platform !== 'linux',
}, async () => {
  const path = join(folder, 'reused')
  await writeFile(path, JSON.stringify({ pid: process.pid, started: 'another boot/1' }))
  assert.equal(await withLock(path, 1_000, async () => 'taken'), 'taken')
})

function startHolder(path: string) {
  const script = fileURLToPath(new URL('./support/lock-holder.ts', import.meta.url))
  return spawn(process.execPath, [...process.execArgv, script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
}
