import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCheck } from '../src/conformance/check.ts'
import tiny from './fixtures/adapter-tiny/src/index.ts'
import { assertNoticed, checkNamed, type Mistake, mistaken } from './fixtures/mistaken-adapter.ts'
import { PACKAGE_MISTAKES } from './fixtures/package-mistakes.ts'
import { tinyOptions } from './fixtures/tiny-options.ts'
import { ADAPTER_FAULTS } from './planted/lists.ts'
import { assertFails } from './planted/planted-fault.ts'

describe('the kit notices', () => {
  for (const mistake of Object.values(ADAPTER_FAULTS).flat()) test(mistake.name, () => assertNoticed(mistake))

  test('a check that never ends', async () => {
    const endless = { name: 'waits', run: () => new Promise<void>(() => undefined) }
    await assert.rejects(runCheck(endless, 20), { message: /the check 'waits' did not end within 20 ms/ })
  })

  test('a socket that survives stop', async () => {
    const server = createServer()
    const leaking: Mistake = {
      name: '',
      adapter: () => ({ start: () => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)) }),
      fails: 'stops twice, and leaves nothing behind',
      because: /left after stop.*a listening socket, made at .*adapter-kit-failures/s,
    }
    try {
      await assert.rejects(checkNamed(mistaken(leaking), tinyOptions, leaking.fails), { message: leaking.because })
    } finally {
      server.close()
    }
  })
})

describe('the kit notices in a package', () => {
  let folder: string
  const { UPDATE_DOCS } = process.env
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-kit-'))
    // Otherwise the kit would update the tables that it has to find stale.
    delete process.env.UPDATE_DOCS
  })
  after(async () => {
    if (UPDATE_DOCS !== undefined) process.env.UPDATE_DOCS = UPDATE_DOCS
    await rm(folder, { recursive: true })
  })

  for (const [index, mistake] of PACKAGE_MISTAKES.entries()) {
    test(mistake.name, async () => {
      const root = join(folder, String(index))
      await cp(new URL('./fixtures/adapter-tiny/', import.meta.url), root, { recursive: true })
      // For the imports of the package.
      await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(root, 'node_modules'))
      const file = join(root, mistake.file)
      const good = await readFile(file, 'utf8')
      const bad = good.replace(mistake.from, () => mistake.to)
      assert.notEqual(bad, good)
      await writeFile(file, bad)
      const options = { ...tinyOptions, packageRoot: root }
      const line = new RegExp(`${root}/(?:src/.*\\.ts|package\\.json|README\\.md):\\d+:\\d+`)
      await assertFails(checkNamed(tiny, options, mistake.fails), mistake, line)
    })
  }
})
