import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SOURCE_OPTIONS } from './support/run-program.ts'

const PROGRAM = fileURLToPath(new URL('support/clone-kept.ts', import.meta.url))
const execute = promisify(execFile)

describe('a template with sources', () => {
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-kept-'))
    await writeFile(join(folder, 'schema.sql'), 'first')
  })

  after(() => rm(folder, { recursive: true, force: true }))

  /** Starts a server, clones the template, stops the server. Resolves with what it printed. */
  async function runTests(): Promise<readonly string[]> {
    const { NODE_TEST_CONTEXT, HELIOGRAPH_TEST_DATABASE, ...inherited } = process.env
    const env = { ...inherited, HELIOGRAPH_TEST_CLUSTERS: join(folder, 'clusters') }
    const { stdout } = await execute(process.execPath, [...SOURCE_OPTIONS, PROGRAM, folder], { env })
    return stdout.trim().split('\n')
  }

  test('is made by the first run, and used by the next, which finds no other databases of the first', async () => {
    assert.deepEqual(await runTests(), ['migrated', '1 row, 1 database'])
    assert.deepEqual(await runTests(), ['1 row, 1 database'])
  })

  test('is made again when a source has changed', async () => {
    await writeFile(join(folder, 'schema.sql'), 'second')
    assert.deepEqual(await runTests(), ['migrated', '1 row, 1 database'])
    assert.deepEqual(await runTests(), ['1 row, 1 database'])
  })

  test('does not pile up', async () => {
    for (const content of ['third', 'fourth']) {
      await writeFile(join(folder, 'schema.sql'), content)
      await runTests()
    }
    assert.equal((await readdir(join(folder, 'clusters'))).length, 2)
  })
})
