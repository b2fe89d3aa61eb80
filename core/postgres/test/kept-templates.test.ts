import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SOURCE_OPTIONS } from './support/run-program.ts'

const CLONE = fileURLToPath(new URL('support/clone-kept.ts', import.meta.url))
const FILL = fileURLToPath(new URL('support/fill-folder.ts', import.meta.url))
const KEEP_SEVERAL = fileURLToPath(new URL('support/keep-several.ts', import.meta.url))
const execute = promisify(execFile)

describe('what is made of sources', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-kept-'))
    // The server may run as another user.
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'schema.sql'), 'first')
  })

  after(() => rm(folder, { recursive: true, force: true }))

  /** Starts a server, clones the template, stops the server. Resolves with what it printed. */
  const runTests = () => runProgram(CLONE)

  async function runProgram(program: string, ...args: readonly string[]): Promise<readonly string[]> {
    const { NODE_TEST_CONTEXT, HELIOGRAPH_TEST_DATABASE, ...inherited } = process.env
    const env = { ...inherited, HELIOGRAPH_TEST_CLUSTERS: join(folder, 'clusters') }
    const { stdout } = await execute(process.execPath, [...SOURCE_OPTIONS, program, folder, ...args], { env })
    return stdout.trim().split('\n')
  }

  test('a data folder is made by the first run; the next ones copy it, until a source changes', async () => {
    const fill = async (name: string) => {
      const dataDir = join(folder, name)
      await mkdir(dataDir)
      return runProgram(FILL, dataDir)
    }
    assert.deepEqual(await fill('first'), ['migrated', '1 row'])
    assert.deepEqual(await fill('second'), ['1 row'])
    await writeFile(join(folder, 'schema.sql'), 'changed')
    assert.deepEqual(await fill('third'), ['migrated', '1 row'])
  })

  test('a template is made by the first run, and used by the next, which finds no other databases of the first', async () => {
    assert.deepEqual(await runTests(), ['migrated', '1 row, 1 database'])
    assert.deepEqual(await runTests(), ['1 row, 1 database'])
  })

  test('a template is made again when a source has changed', async () => {
    await writeFile(join(folder, 'schema.sql'), 'second')
    assert.deepEqual(await runTests(), ['migrated', '1 row, 1 database'])
    assert.deepEqual(await runTests(), ['1 row, 1 database'])
  })

  test('a data folder that is kept while another is does not get into that one', async () => {
    assert.deepEqual(await runProgram(KEEP_SEVERAL), ['true data'])
  })

  test('templates do not pile up', async () => {
    for (const content of ['third', 'fourth']) {
      await writeFile(join(folder, 'schema.sql'), content)
      await runTests()
    }
    // Two of each kind.
    assert.equal((await readdir(join(folder, 'clusters'))).length, 6)
  })
})
