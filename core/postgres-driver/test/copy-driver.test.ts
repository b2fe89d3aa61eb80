import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import postgres from '@heliograph/postgres-driver'
import uncorrected from 'postgres-uncorrected'

const COPY_DRIVER = fileURLToPath(new URL('../scripts/copy-driver.mjs', import.meta.url))
const MANIFEST = new URL('../package.json', import.meta.url)
/** Set by the patch; the engine refuses a driver without it. */
const MARK = Symbol.for('@heliograph/postgres-driver')

let folder: string
before(async () => {
  // In a folder where no packages can be found, so that the copy has only what it brings along.
  folder = await mkdtemp(join(tmpdir(), 'heliograph-driver-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync(process.execPath, [COPY_DRIVER, join(folder, 'dist')])
})
after(() => rm(folder, { recursive: true, force: true }))

test('what is published is the corrected driver, whole', async () => {
  const published = (await import(pathToFileURL(join(folder, 'dist/index.js')).href)) as { default: typeof postgres }
  assert.equal(typeof published.default({ host: '127.0.0.1' }).begin, 'function')
  assert.equal(Reflect.get(published.default, MARK), 4)
  assert.match(await readFile(join(folder, 'dist/index.d.ts'), 'utf8'), /^export default postgres;$/m)
})

test('it needs no other package', async () => {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(MANIFEST, 'utf8'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
})

test('the sources of this repository run on the corrected driver, too', () => {
  assert.equal(Reflect.get(postgres, MARK), 4)
  assert.equal(Reflect.get(uncorrected, MARK), undefined)
})
