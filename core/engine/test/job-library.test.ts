import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ENGINE = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const LOADER = fileURLToPath(new URL('../../../configs/tsx/register.mjs', import.meta.url))

// Of all names that the library's search knows, those that run code.
const NAMES = [
  '.graphile-workerrc.js',
  '.graphile-workerrc.cjs',
  'graphile-worker.config.js',
  'graphile-worker.config.cjs',
]

describe('loading the engine runs nothing of the folder in which a command is called', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-folder-'))
  })
  after(() => rm(folder, { recursive: true }))

  // All names in one folder, because a process that loads the engine costs a second: a search takes the first it finds.
  for (const [where, below] of [
    ['in it', []],
    ['above it', ['below']],
  ] as const) {
    test(`files ${where}`, { timeout: 60_000 }, async () => {
      const place = await mkdtemp(join(folder, 'place-'))
      const cwd = join(place, ...below)
      await mkdir(cwd, { recursive: true })
      const mark = join(place, 'have-run')
      for (const name of NAMES) {
        const line = JSON.stringify(`${name} `)
        await writeFile(join(place, name), `require('node:fs').appendFileSync(${JSON.stringify(mark)}, ${line})`)
      }
      await writeFile(mark, '')
      const program = `await import(${JSON.stringify(ENGINE)}); process.stdout.write('loaded')`
      const options = ['--conditions=@heliograph/source', '--import', LOADER, '--input-type=module', '-e', program]
      assert.equal(execFileSync(process.execPath, options, { cwd, encoding: 'utf8' }), 'loaded')
      assert.equal(await readFile(mark, 'utf8'), '')
    })
  }
})
