import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createModuleLoader } from '../src/import-module.ts'

let folder: string
let importModule: (specifier: string) => Promise<unknown>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-import-'))
  await writePackage(
    'operators-own',
    { exports: { import: './index.js' } },
    "export default 'beside the configuration'",
  )
  await writePackage('@heliograph/adapter-v2', { exports: './index.js' }, "export default 'a version of the operator'")
  for (const name of ['plain', 'bare']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'plain', 'package.json'), '{"main":"./main.mjs"}')
  await writeFile(join(folder, 'plain', 'main.mjs'), "export default 'by its main file'")
  await writeFile(join(folder, 'bare', 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'bare', 'index.js'), "export default 'by its name'")
  await writeFile(join(folder, 'local.mjs'), "export default 'a file'")
  importModule = createModuleLoader(folder).importModule
})
after(() => rm(folder, { recursive: true }))

const FOUND = [
  { what: 'a package beside the configuration', specifier: 'operators-own', exported: 'beside the configuration' },
  { what: 'a relative path', specifier: './local.mjs', exported: 'a file' },
  { what: 'a folder with exports', specifier: './node_modules/operators-own', exported: 'beside the configuration' },
  { what: 'a folder with a main file', specifier: './plain', exported: 'by its main file' },
  { what: 'a folder with nothing but a module', specifier: './bare/', exported: 'by its name' },
  {
    what: 'a package that the gateway has too',
    specifier: '@heliograph/adapter-v2',
    exported: 'a version of the operator',
  },
]

for (const { what, specifier, exported } of FOUND) {
  test(`${what} is found from the folder of the configuration`, async () => {
    assert.equal(((await importModule(specifier)) as { default: unknown }).default, exported)
  })
}

test("then the gateway's own dependencies are searched", async () => {
  const module = (await importModule('@heliograph/carrier-simulator')) as { default: { id: string } }
  assert.equal(module.default.id, 'carrier-simulator')
})

test('the current folder is searched last', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'heliograph-import-'))
  try {
    const loader = createModuleLoader(empty, { currentFolder: folder })
    assert.equal(
      ((await loader.importModule('operators-own')) as { default: unknown }).default,
      'beside the configuration',
    )
    const own = (await loader.importModule('@heliograph/adapter-v2')) as { default: { id: string } }
    assert.equal(own.default.id, 'v2')
  } finally {
    await rm(empty, { recursive: true })
  }
})

async function writePackage(name: string, manifest: object, source: string): Promise<void> {
  const home = join(folder, 'node_modules', name)
  await mkdir(home, { recursive: true })
  await writeFile(join(home, 'package.json'), JSON.stringify({ name, type: 'module', ...manifest }))
  await writeFile(join(home, 'index.js'), source)
}
