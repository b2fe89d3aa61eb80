import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type CreateOptions, createPackage } from '../src/index.ts'
import { namesOf, type PackageKind } from '../src/names.ts'
import { manifestProblems } from './support/manifest-rules.ts'

const NAMES: readonly (readonly [
  given: string,
  kind: PackageKind,
  isInRepository: boolean,
  id: string,
  packageName: string,
  folder: string,
])[] = [
  ['acme', 'adapter', false, 'acme', 'heliograph-adapter-acme', 'acme'],
  ['my-adapter', 'adapter', false, 'my-adapter', 'heliograph-adapter-my-adapter', 'my-adapter'],
  ['adapter-acme', 'adapter', false, 'acme', 'heliograph-adapter-acme', 'adapter-acme'],
  ['heliograph-adapter-acme', 'adapter', false, 'acme', 'heliograph-adapter-acme', 'heliograph-adapter-acme'],
  ['acme', 'carrier', false, 'acme', 'heliograph-carrier-acme', 'acme'],
  ['acme', 'adapter', true, 'acme', '@heliograph/adapter-acme', 'acme'],
  ['acme', 'plugin', false, 'acme', 'heliograph-plugin-acme', 'acme'],
  ['plugin-acme', 'plugin', true, 'acme', '@heliograph/acme', 'acme'],
  ['carrier-acme', 'carrier', true, 'acme', '@heliograph/carrier-acme', 'carrier-acme'],
]

for (const [given, kind, isInRepository, id, packageName, folder] of NAMES) {
  test(`${kind} ${given}${isInRepository ? ' in the repository' : ''} becomes ${packageName}`, () =>
    assert.deepEqual(namesOf(given, kind, isInRepository), { id, packageName, folder }))
}

for (const given of ['', 'Acme', '../acme', 'a b', '-acme', 'acme_1', 'adapter-']) {
  test(`'${given}' is not a valid name`, () =>
    assert.throws(() => namesOf(given, 'adapter', false), /is not a valid name/))
}

const VERSIONS = {
  '@heliograph/contracts': '^1.2.0',
  '@heliograph/testkit': '^0.3.0',
  '@heliograph/wire': '^0.4.0',
  '@types/node': '^20.0.0',
  tsx: '^4.0.0',
  typebox: '^1.0.0',
  typescript: '^7.0.0',
}

async function create(context: TestContext, changes: Partial<CreateOptions>) {
  const into = await mkdtemp(join(tmpdir(), 'heliograph-create-'))
  context.after(() => rm(into, { recursive: true }))
  const options = {
    kind: 'adapter',
    name: 'acme',
    into,
    isInRepository: false,
    versions: VERSIONS,
    ...changes,
  } as const
  const created = await createPackage(options)
  const read = (file: string) => readFile(join(created.folder, file), 'utf8')
  return { ...created, into, options, read, manifest: JSON.parse(await read('package.json')) }
}

const DIRECTORIES = { adapter: 'adapters/acme', carrier: 'plugins/carrier-acme', plugin: 'plugins/acme' } as const

for (const kind of ['adapter', 'carrier', 'plugin'] as const) {
  test(`a new ${kind} has its name everywhere and the versions of the release`, async (context) => {
    const { folder, manifest } = await create(context, { kind })
    assert.equal(manifest.name, `heliograph-${kind}-acme`)
    assert.equal(manifest.peerDependencies['@heliograph/contracts'], '>=1.0.0 <2')
    assert.equal(manifest.devDependencies['@heliograph/testkit'], '^0.3.0')
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    assert.ok(files.some(({ name }) => name === '.gitignore'))
    for (const file of files.filter((each) => each.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      assert.doesNotMatch(text, /\bsample\b|workspace:|catalog:/, file.name)
    }
  })

  test(`a new ${kind} of the repository is like its neighbours`, async (context) => {
    const { folder, into, manifest, read } = await create(context, { kind, isInRepository: true, versions: {} })
    const directory = DIRECTORIES[kind]
    assert.equal(folder, join(into, directory))
    assert.deepEqual(manifestProblems(manifest, directory), [])
    assert.equal(manifest.devDependencies['@heliograph/testkit'], 'workspace:*')
    assert.match(await read('tsconfig.json'), /typescript-config/)
    assert.doesNotMatch(await read('README.md'), /\bnpm /)
  })
}

test('a folder that is there stays as it is', async (context) => {
  const { folder, options, read } = await create(context, {})
  await writeFile(join(folder, 'README.md'), 'mine')
  await assert.rejects(createPackage(options), /exists already/)
  assert.equal(await read('README.md'), 'mine')
})

test('versions that are not known are reported, and nothing is made', async (context) => {
  const { into, options } = await create(context, {})
  await assert.rejects(
    createPackage({ ...options, name: 'other', versions: { ...VERSIONS, tsx: 'catalog:' } }),
    /The version of tsx is not known here/,
  )
  assert.deepEqual(await readdir(into), ['acme'])
})
