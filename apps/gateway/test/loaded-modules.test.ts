import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHeliograph } from './support/gateway-process.ts'

/** What most of the time of a start goes into. */
const HEAVY = ['/core/engine/', '/core/http/', '/adapters/', '/typebox/', '/libphonenumber-js/']

/** Commands that need none of it, and the modules that each loads at most. */
const COMMANDS: readonly { readonly args: readonly string[]; readonly most: number }[] = [
  { args: ['--version'], most: 80 },
  { args: ['--help'], most: 80 },
  { args: ['key', 'list', '--help'], most: 80 },
  { args: ['completion', 'bash'], most: 80 },
  { args: ['config', 'production'], most: 80 },
]

/** A library as it came, and what starts programs that lie beside its modules. */
const AS_WRITTEN = new Set(['core/postgres-driver', 'core/postgres'])

for (const { args, most } of COMMANDS) {
  test(`${args.join(' ')} loads at most ${most} modules`, async () => {
    const modules = await modulesOf(args)
    assert.ok(modules.length > 0)
    const heavy = HEAVY.filter((part) => modules.some((url) => url.includes(part)))
    assert.deepEqual(heavy, [])
    assert.ok(modules.length <= most, `${modules.length} modules:\n${modules.join('\n')}`)
  })
}

test('an interface, a link and all between them are loaded from few modules', async () => {
  const modules = await modulesOf(['check', '--offline', '--data-dir', join(tmpdir(), 'heliograph-none')])
  const loaded = new Map<string, string[]>()
  for (const url of modules) {
    const [, name] = /[/]((?:core|adapters|plugins)[/][a-z0-9-]+)[/]dist[/]/.exec(url) ?? []
    if (name !== undefined) loaded.set(name, [...(loaded.get(name) ?? []), url])
  }
  for (const name of [
    'core/contracts',
    'core/engine',
    'adapters/v2',
    'adapters/portal-api',
    'plugins/carrier-simulator',
  ])
    assert.ok(loaded.has(name), name)
  for (const [name, own] of loaded) if (!AS_WRITTEN.has(name)) assert.ok(own.length <= 5, `${name}:\n${own.join('\n')}`)
})

/** The files of JavaScript that a command runs, as the coverage of V8 has them. */
async function modulesOf(args: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-modules-'))
  try {
    const { code, stderr } = await runHeliograph(args, { env: { NODE_V8_COVERAGE: folder } })
    assert.equal(code, 0, stderr)
    const files = await readdir(folder)
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
    const processes = texts.map((text) => (JSON.parse(text) as Coverage).result.map(({ url }) => url))
    // A build that it begins in a checkout has processes of its own.
    const own = processes.filter((urls) => urls.some((url) => url.endsWith('/bin/heliograph.mjs')))
    return own.flat().filter((url) => url.startsWith('file:'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Coverage {
  readonly result: readonly { readonly url: string }[]
}
