import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { FileWatch } from '../src/certificates/file-watch.ts'

/** A watch on files of a folder, which has already noticed them. */
async function watchFiles(context: TestContext, prepare: (folder: string) => Promise<readonly string[]>) {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-watch-'))
  context.after(() => rm(folder, { recursive: true }))
  const files = await prepare(folder)
  let changes = 0
  const clock = createManualClock()
  const watch = new FileWatch({ clock, files: () => files, onChange: async () => void changes++ })
  /** How many changes it has noticed after so many looks. */
  const changesAfter = async (looks: number) => {
    changes = 0
    for (let look = 0; look < looks; look++) await watch.look()
    return changes
  }
  assert.equal(await changesAfter(2), 1, 'once at first, because they may have changed since they were read')
  return { folder, watch, clock, changesAfter }
}

const twoFiles = async (folder: string) => {
  const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  for (const file of files) await writeFile(file, 'old')
  return files
}

test('a change is told once, when the files are left alone', async (context) => {
  const { folder, changesAfter } = await watchFiles(context, twoFiles)
  assert.equal(await changesAfter(3), 0)
  await writeFile(join(folder, 'cert.pem'), 'newer')
  assert.equal(await changesAfter(1), 0, 'the key may follow')
  await writeFile(join(folder, 'key.pem'), 'newer')
  assert.equal(await changesAfter(1), 0)
  assert.equal(await changesAfter(1), 1)
  assert.equal(await changesAfter(3), 0)
})

test('files that are renamed into place, touched, deleted and back are noticed', async (context) => {
  const { folder, changesAfter } = await watchFiles(context, twoFiles)
  const cert = join(folder, 'cert.pem')
  await writeFile(join(folder, 'next'), 'old')
  await rename(join(folder, 'next'), cert)
  assert.equal(await changesAfter(2), 1)
  await utimes(cert, 1, 1)
  assert.equal(await changesAfter(2), 1)
  await rm(cert)
  assert.equal(await changesAfter(2), 1)
  await writeFile(cert, 'old')
  assert.equal(await changesAfter(2), 1)
})

// A mounted secret: cert.pem -> ..data/cert.pem, ..data -> ..2026_1, and an update exchanges ..data alone.
test('a link somewhere above the files that leads elsewhere is noticed', async (context) => {
  const { folder, changesAfter } = await watchFiles(context, async (folder) => {
    for (const version of ['..2026_1', '..2026_2']) {
      await mkdir(join(folder, version))
      await writeFile(join(folder, version, 'cert.pem'), version)
    }
    await symlink('..2026_1', join(folder, '..data'))
    await symlink('..data/cert.pem', join(folder, 'cert.pem'))
    return [join(folder, 'cert.pem')]
  })
  await symlink('..2026_2', join(folder, '..data_tmp'))
  await rename(join(folder, '..data_tmp'), join(folder, '..data'))
  assert.equal(await changesAfter(2), 1)
})

test('it looks every ten seconds, until it is stopped', async (context) => {
  const { watch, clock } = await watchFiles(context, twoFiles)
  watch.start()
  assert.equal(clock.pending, 1)
  clock.advance(9_999)
  assert.equal(clock.pending, 1)
  clock.advance(1)
  assert.equal(clock.pending, 0, 'it looks now')
  while (clock.pending === 0) await new Promise(setImmediate)
  watch.stop()
  assert.equal(clock.pending, 0)
})
