import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { dependencyProblems, manifestProblems, type PackageManifest } from './support/manifest-rules.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const DIRECTORIES = ['core', 'adapters', 'plugins', 'apps'].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
)

/** Contains a third-party package, with its licence and its form. */
const FOREIGN = 'core/postgres-driver'

for (const directory of DIRECTORIES.filter((each) => each !== FOREIGN)) {
  const file = join(ROOT, directory, 'package.json')
  if (!existsSync(file)) continue
  const manifest: PackageManifest = JSON.parse(readFileSync(file, 'utf8'))
  if (manifest.private) continue

  test(`${manifest.name} can be installed by others`, () => {
    assert.deepEqual(manifestProblems(manifest, directory), [], `${directory}/package.json should have`)
  })

  // An application depends on packages that only configurations name.
  if (directory.startsWith('apps/')) continue
  test(`${manifest.name} brings what it uses and nothing else`, () => {
    assert.deepEqual(dependencyProblems(manifest, join(ROOT, directory)), [], `${directory}/package.json should have`)
  })
}

const GOOD: PackageManifest = {
  name: '@heliograph/adapter-good',
  description: 'A good one.',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.18.1' },
  repository: {
    type: 'git',
    url: 'git+https://github.com/heliograph/heliograph.git',
    directory: 'adapters/good',
  },
  files: ['dist', 'src', 'README.md'],
  exports: {
    '.': { '@heliograph/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
  },
  peerDependencies: { '@heliograph/contracts': 'workspace:>=1.0.0 <2' },
}

const BAD: readonly (readonly [name: string, changes: Partial<PackageManifest>, problem: string])[] = [
  ['sources that are not published', { files: ['dist', 'README.md'] }, 'files: has "src"'],
  ['a program that is not published', { bin: { good: 'bin/good.mjs' } }, 'files: has "bin"'],
  [
    'sources that everybody would get',
    { exports: { '.': { default: './src/index.ts' } } },
    'exports["."]: @heliograph/source in src, then types and default in dist',
  ],
  [
    'a condition behind the default',
    {
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js', '@heliograph/source': './src/index.ts' },
      },
    },
    'exports["."]: @heliograph/source in src, then types and default in dist',
  ],
  ['no contracts', { peerDependencies: {} }, 'peerDependencies: @heliograph/contracts workspace:>=1.0.0 <2'],
  [
    'contracts of its own',
    { dependencies: { '@heliograph/contracts': 'workspace:^' } },
    'dependencies: without @heliograph/contracts',
  ],
  [
    'an exact version',
    { dependencies: { '@heliograph/wire': 'workspace:*' } },
    'dependencies: @heliograph/wire workspace:^',
  ],
]

test('a good manifest has no problems', () => assert.deepEqual(manifestProblems(GOOD, 'adapters/good'), []))

for (const [name, changes, problem] of BAD) {
  test(`is found out: ${name}`, () => {
    assert.deepEqual(manifestProblems({ ...GOOD, ...changes }, 'adapters/good'), [problem])
  })
}
