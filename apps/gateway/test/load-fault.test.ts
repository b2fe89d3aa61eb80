import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ModuleLoadError, wholeStack } from '@heliograph/runtime'
import { createModuleLoader } from '../src/import-module.ts'
import { explainImport } from '../src/load-fault.ts'

// The errors shown to an operator for a package that cannot be loaded. FOLDER stands for the configuration file's
// folder.

interface Row {
  readonly what: string
  readonly use: string
  /** Contents by path below the folder. */
  readonly files: Readonly<Record<string, string>>
  readonly message: RegExp
  readonly remedy: RegExp
  readonly stack?: RegExp
}

const plain = (name: string, more: object = {}) =>
  JSON.stringify({ name, version: '1.2.3', type: 'module', exports: './index.js', ...more })

const ROWS: readonly Row[] = [
  {
    what: 'is not installed',
    use: '@acme/none/deep',
    files: {},
    message:
      /^The package @acme\/none is not installed\. It was looked for in node_modules of FOLDER .*, then node_modules of .*gateway /,
    remedy: /beside the configuration file: npm install --prefix FOLDER @acme\/none$/,
  },
  {
    what: 'is a path that leads nowhere',
    use: './none.mjs',
    files: {},
    message: /^There is nothing at FOLDER\/none\.mjs\.$/,
    remedy: /starts at the folder of the configuration file/,
  },
  {
    what: 'is a path to a source of the gateway itself',
    use: './import-module.ts',
    files: {},
    message: /^There is nothing at FOLDER\/import-module\.ts\.$/,
    remedy: /^Check the path/,
  },
  {
    what: 'imports a package that it lists',
    use: 'listed',
    files: {
      'node_modules/listed/package.json': plain('listed', { dependencies: { 'not-there': '1' } }),
      'node_modules/listed/index.js': "import './inner.js'",
      'node_modules/listed/inner.js': "import 'not-there/part'",
    },
    message:
      /^The package listed was found, but its file FOLDER\/node_modules\/listed\/inner\.js imports 'not-there', which is not installed\.$/,
    remedy: /install listed again with its dependencies/,
  },
  {
    what: 'imports a package that it expects beside it',
    use: 'peers',
    files: {
      'node_modules/peers/package.json': plain('peers', { peerDependencies: { '@acme/beside': '1' } }),
      'node_modules/peers/index.js': "import '@acme/beside'",
    },
    message: /imports '@acme\/beside', which is not installed\.$/,
    remedy: /a peer dependency of peers: .*pnpm add @acme\/beside$/,
  },
  {
    what: 'requires a package that it does not list',
    use: 'unlisted',
    files: {
      'node_modules/unlisted/package.json': '{"name":"unlisted","main":"./index.js"}',
      'node_modules/unlisted/index.js': "require('not-there')",
    },
    message: /its file FOLDER\/node_modules\/unlisted\/index\.js imports 'not-there', which is not installed\.$/,
    remedy: /^The package\.json of unlisted in FOLDER\/node_modules\/unlisted does not list it/,
  },
  {
    what: 'lacks a file of its own',
    use: 'halved',
    files: {
      'node_modules/halved/package.json': plain('halved'),
      'node_modules/halved/index.js': "import './gone.js'",
    },
    message:
      /its file FOLDER\/node_modules\/halved\/index\.js imports FOLDER\/node_modules\/halved\/gone\.js, which is missing\.$/,
    remedy: /^Reinstall it/,
  },
  {
    what: 'has not been built',
    use: 'unbuilt',
    files: {
      'node_modules/unbuilt/package.json': plain('unbuilt', { exports: './dist/index.js', scripts: { build: 'tsc' } }),
    },
    message:
      /^The package unbuilt has not been built: its file FOLDER\/node_modules\/unbuilt\/dist\/index\.js is missing\.$/,
    remedy: /^Build it: npm run build --prefix FOLDER\/node_modules\/unbuilt$/,
  },
  {
    what: 'is a folder that has not been built',
    use: './unbuilt',
    files: { 'unbuilt/package.json': plain('own', { exports: './dist/index.js', scripts: { build: 'tsc' } }) },
    message: /^The package \.\/unbuilt has not been built: its file FOLDER\/unbuilt\/dist\/index\.js is missing\.$/,
    remedy: /^Build it: npm run build --prefix FOLDER\/unbuilt$/,
  },
  {
    what: 'is a folder without its main file',
    use: './mainless',
    files: { 'mainless/package.json': '{"main":"./lost.mjs"}' },
    message: /but its file FOLDER\/mainless\/lost\.mjs is missing\.$/,
    remedy: /^Build it, or have "exports" or "main" in its package\.json name/,
  },
  {
    what: 'throws while it is loaded',
    use: 'hasty',
    files: {
      'node_modules/hasty/package.json': plain('hasty'),
      'node_modules/hasty/index.js': 'const parse = () => JSON.parse("{")\nparse()',
    },
    message: /^The package hasty throws while it is loaded: .*JSON.* \(FOLDER\/node_modules\/hasty\/index\.js:1\)$/,
    remedy: /report this to its author/,
    stack: /hasty\/index\.js:2/,
  },
  {
    what: 'uses one that throws while it is loaded',
    use: 'outer',
    files: {
      'node_modules/outer/package.json': plain('outer'),
      'node_modules/outer/index.js': "import 'inner'",
      'node_modules/inner/package.json': plain('inner'),
      'node_modules/inner/index.js': '\nthrow new Error("no way", { cause: new Error("no reason") })',
    },
    message:
      /^The package outer throws .*: no way \(FOLDER\/node_modules\/inner\/index\.js:2\), a file of the package inner 1\.2\.3$/,
    remedy: /report this to its author/,
    stack: /no way.*caused by: Error: no reason/s,
  },
  {
    what: 'throws something that is no error',
    use: './text.mjs',
    files: { 'text.mjs': 'throw "only a text"' },
    message: /^The package \.\/text\.mjs cannot be loaded: only a text$/,
    remedy: /./,
  },
  {
    what: 'has a syntax error',
    use: 'typo',
    files: {
      'node_modules/typo/package.json': plain('typo'),
      'node_modules/typo/index.js': "import './part.js'\nglobalThis.ran = true",
      'node_modules/typo/part.js': 'const a = 1\nconst b = ;',
    },
    message: /^The package typo cannot be loaded: Unexpected token ';' \(FOLDER\/node_modules\/typo\/part\.js:2\)$/,
    remedy: /^Reinstall it/,
    stack: /part\.js:2\nconst b = ;\n +\^.*SyntaxError/s,
  },
  {
    what: 'has a syntax error in a file that is required',
    use: './typo.cjs',
    files: { 'typo.cjs': 'const a = 1\nconst b = ;' },
    message: /\(FOLDER\/typo\.cjs:2\)$/,
    remedy: /^Reinstall it/,
  },
  {
    what: 'imports a name that is not exported',
    use: './named.mjs',
    files: { 'named.mjs': "\nimport { none } from './names.mjs'", 'names.mjs': 'export const some = 1' },
    message: /does not provide an export named 'none' \(FOLDER\/named\.mjs:2\)$/,
    remedy: /^Reinstall it/,
  },
  {
    what: 'does not export what is asked for',
    use: 'closed/inside',
    files: {
      'node_modules/closed/package.json': plain('closed'),
      'node_modules/closed/index.js': '',
      'node_modules/closed/inside.js': '',
    },
    message: /^The "exports" of the package do not offer closed\/inside: .*FOLDER\/node_modules\/closed\/package\.json/,
    remedy: /^Use a path that it exports/,
  },
]

// Installed packages that were written for other contracts than version 1.4.0.
const CONTRACTS_ROWS: readonly Row[] = [
  {
    what: 'needs newer contracts as a peer, and throws when it is run',
    use: '@acme/newer',
    files: {
      'node_modules/@acme/newer/package.json': plain('@acme/newer', {
        peerDependencies: { '@heliograph/contracts': '>=1.5.0 <2' },
      }),
      'node_modules/@acme/newer/index.js': 'throw new Error("run")',
    },
    message:
      /^The package @acme\/newer 1\.2\.3 needs @heliograph\/contracts >=1\.5\.0 <2; this gateway speaks 1\.4\.0\. No code of it was run\.$/,
    remedy: /^Update the gateway to one that speaks >=1\.5\.0 <2, or install a version of @acme\/newer for 1\.4\.0\.$/,
  },
  {
    what: 'needs them as a dependency',
    use: 'depends',
    files: {
      'node_modules/depends/package.json': plain('depends', { dependencies: { '@heliograph/contracts': '^1.5.0' } }),
      'node_modules/depends/index.js': 'throw new Error("run")',
    },
    message: /^The package depends 1\.2\.3 needs @heliograph\/contracts \^1\.5\.0; this gateway speaks 1\.4\.0\./,
    remedy: /^Update the gateway/,
  },
  {
    what: 'imports a name that only newer contracts have',
    use: 'hopeful',
    files: {
      'node_modules/hopeful/package.json': plain('hopeful', {
        peerDependencies: { '@heliograph/contracts': '>=1.0.0 <2' },
      }),
      'node_modules/hopeful/index.js': "\nimport { defineAdapter, Surveys } from '@heliograph/contracts'",
      'node_modules/@heliograph/contracts/package.json': plain('@heliograph/contracts'),
      'node_modules/@heliograph/contracts/index.js': 'export const defineAdapter = 1',
    },
    message:
      /^The package hopeful 1\.2\.3 imports 'Surveys', which @heliograph\/contracts does not have here \(FOLDER\/node_modules\/hopeful\/index\.js:2\)\. The package asks for contracts >=1\.0\.0 <2; this gateway speaks 1\.4\.0\.$/,
    remedy: /^It was written for newer contracts: update the gateway/,
  },
]

let folder: string
before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'heliograph-fault-')))
  for (const [path, text] of [...ROWS, ...CONTRACTS_ROWS].flatMap(({ files }) => Object.entries(files))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})
after(() => rm(folder, { recursive: true }))

for (const { what, use, message, remedy, stack } of [...ROWS, ...CONTRACTS_ROWS]) {
  test(`a package that ${what}`, async () => {
    const { importModule } = createModuleLoader(folder, { contractsVersion: '1.4.0' })
    const error = await loadError(importModule(use))
    const reported = (text: string) => text.replaceAll(folder, 'FOLDER')
    assert.match(reported(error.message), message)
    assert.match(reported(error.remedy), remedy)
    if (stack) assert.match(wholeStack(error.cause) ?? '', stack)
  })
}

const FACTS = { conditions: [], contracts: '1.4.0' }
test('with a configuration that came with the gateway, a package belongs in the current folder', async () => {
  const bundled = fileURLToPath(new URL('../dist/configurations', import.meta.url))
  const error = await loadError(createModuleLoader(bundled, { currentFolder: folder }).importModule('@acme/none'))
  assert.match(
    error.message.replaceAll(folder, 'FOLDER'),
    /, then node_modules of FOLDER and of the folders above it\.$/,
  )
  assert.equal(
    error.remedy.replaceAll(folder, 'FOLDER'),
    'Check the name, or install it in the current folder: npm install --prefix FOLDER @acme/none',
  )
})

test('where pnpm is used, the command is one of pnpm', async () => {
  await writeFile(join(folder, 'pnpm-lock.yaml'), '')
  const error = await loadError(createModuleLoader(folder).importModule('@acme/none'))
  assert.ok(error.remedy.endsWith(`: pnpm --dir ${folder} add @acme/none`), error.remedy)
})

const SOURCE = '/packages/source/src/index.ts'

/** The errors of different Node versions, copied because this process itself loads TypeScript through a loader. */
const TYPESCRIPT: readonly (readonly [code: string, message: string])[] = [
  ['ERR_UNKNOWN_FILE_EXTENSION', `Unknown file extension ".ts" for ${SOURCE}`],
  [
    'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
    `Stripping types is currently unsupported for files under node_modules, for "file://${SOURCE}"`,
  ],
  ['ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX', 'TypeScript enum is not supported in strip-only mode'],
]

for (const [code, message] of TYPESCRIPT) {
  test(`a package that is TypeScript source (${code})`, async () => {
    const error = Object.assign(new Error(message), { code })
    const reported = await explainImport('source', new URL(`file://${SOURCE}`), error, FACTS)
    assert.equal(
      reported.message,
      `The package source is TypeScript source (${SOURCE}), which Node does not load as it is.`,
    )
    assert.match(reported.remedy, /^Compile it to JavaScript, and have "exports"/)
  })
}

test('a file of another kind is not taken for TypeScript', async () => {
  const error = Object.assign(new Error('Unknown file extension ".css" for /a/b.css'), { code: TYPESCRIPT[0]?.[0] })
  const reported = await explainImport('styled', new URL(`file://${fileURLToPath(import.meta.url)}.js`), error, FACTS)
  assert.doesNotMatch(reported.message, /TypeScript/)
})

async function loadError(loading: Promise<unknown>): Promise<ModuleLoadError> {
  try {
    await loading
  } catch (error) {
    if (error instanceof ModuleLoadError) return error
    throw error
  }
  throw new Error('It was loaded')
}
