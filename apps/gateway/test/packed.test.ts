import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeServerKind, resolveServerKind } from '@heliograph/http'
import { DEMO_PORTS } from './support/demo-ports.ts'
import { until } from './support/gateway-process.ts'
import { type Installation, installPacked } from './support/packed/installation.ts'
import { adapterSource, linkOurs, writePackages } from './support/packed/operators-packages.ts'

// The gateway as operators get it from a registry: `npm install -g @heliograph/gateway`, then `heliograph start`, away
// from the sources.

const CONFIGURATIONS = fileURLToPath(new URL('../../../configs/gateway', import.meta.url))
const FREE_PORTS = DEMO_PORTS.flatMap((name) => ['--set', `${name}=0`])
const FREE = ['http.port=0', 'admin.port=0'].flatMap((override) => ['--set', override])
const MESSAGE = { messages: [{ destinations: [{ to: '27821234567' }], text: 'Hello from Heliograph' }] }

let installed: Installation | undefined
before(async () => {
  installed = await installPacked()
})
after(() => installed?.remove())

function installedTest(name: string, work: (installation: Installation) => Promise<void>): void {
  test(name, (context) => {
    if (installed !== undefined) return work(installed)
    context.skip('the registry with the packages of others cannot be reached')
    return
  })
}

installedTest('the Postgres driver that is installed is the corrected one', async ({ home }) => {
  const packages = await readdir(join(home, 'node_modules'))
  assert.ok((await readdir(join(home, 'node_modules/@heliograph'))).includes('postgres-driver'))
  assert.ok(!packages.includes('postgres'))
})

installedTest('the configurations come along', async ({ home, run }) => {
  const files = await readdir(CONFIGURATIONS)
  assert.deepEqual(await readdir(join(home, 'dist/configurations')), files)
  const { code, stdout } = await run(['config', 'production'])
  assert.deepEqual([code, stdout], [0, await readFile(join(CONFIGURATIONS, 'production.yaml'), 'utf8')])
})

installedTest('heliograph check finds nothing wrong', async ({ run }) => {
  const { code, stdout, stderr } = await run(['check', ...FREE_PORTS, '--json'])
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(JSON.parse(stdout).ok, true)
})

installedTest('a package that is missing belongs in the current folder', async ({ cwd, run }) => {
  const { code, stderr } = await run(['check', ...FREE_PORTS, '--set', 'instances.acme.use=@acme/none', '--json'])
  assert.equal(code, 1)
  assert.ok(stderr.includes(`install it in the current folder: npm install --prefix ${cwd} @acme/none`), stderr)
})

/** What `check` says of packages that others have written, once for each way to be wrong. */
const UNFIT = [
  ['@acme/none', /is not installed\..* npm install --prefix \S+ @acme\/none$/],
  ['newer', /^The package newer 1\.2\.3 needs @heliograph\/contracts >=1\.99\.0 <2; this gateway speaks 1\.\d+\.\d+\./],
  ['hopeful', /imports 'Surveys', which @heliograph\/contracts does not have .* asks for contracts >=1\.0\.0 <2; this/],
  ['unbuilt', /^The package unbuilt has not been built: .*Build it: npm run build --prefix/],
  ['commonjs', /is a CommonJS module that has its module in exports\.default/],
  ['survey', /^It needs a newer gateway: there is no service 'heliograph\.surveys' here\. .*speaks 1\.\d+\.\d+\./],
  ['async', /^The create of the adapter 'acme' 1\.2\.3 returns a promise\./],
  ['mistyped', /returns the method 'strat', .*Did you mean 'start'\?/],
] as const
/** These are found only once the others are mended. */
const WHEN_CREATED: readonly string[] = ['async', 'mistyped']

installedTest('packages of others that do not fit are each told by what is wrong', async ({ home, dataDir, run }) => {
  const folder = join(dataDir, '..', 'unfit')
  await mkdir(folder)
  await linkOurs(folder, home, '@heliograph/contracts')
  const asks = (range: string) => ({ peerDependencies: { '@heliograph/contracts': range } })
  await writePackages(folder, {
    newer: { manifest: asks('>=1.99.0 <2'), 'index.js': 'process.exit(7)' },
    hopeful: { manifest: asks('>=1.0.0 <2'), 'index.js': "import { Surveys } from '@heliograph/contracts'" },
    unbuilt: { manifest: { exports: './dist/index.js', scripts: { build: 'tsc' } } },
    commonjs: { manifest: { type: 'commonjs' }, 'index.js': "exports.default = { kind: 'adapter' }" },
    survey: { 'index.js': adapterSource("deps: { surveys: { id: 'heliograph.surveys' } }") },
    async: { 'index.js': adapterSource('create: async () => ({})') },
    mistyped: { 'index.js': adapterSource('', 'strat() {}') },
  })
  for (const isCreated of [false, true]) {
    const rows = UNFIT.filter(([name]) => WHEN_CREATED.includes(name) === isCreated)
    const instances = rows.map(([name], index) => `i${index}: { use: '${name}' }`)
    await writeFile(join(folder, 'gateway.yaml'), `instances: { ${instances.join(', ')} }`)
    const { code, stderr } = await run(['check', '--config', join(folder, 'gateway.yaml'), ...FREE, '--json'])
    assert.equal(code, 1, stderr)
    const { details } = JSON.parse(stderr).error as { details: { message: string; remedy?: string }[] }
    const reported = details.map(({ message, remedy }) => `${message} ${remedy}`)
    for (const [name, expected] of rows) {
      assert.ok(
        reported.some((text) => expected.test(text)),
        `${name}: ${reported.join('\n')}`,
      )
    }
  }
})

installedTest(
  'heliograph start serves; a message is delivered; SIGTERM ends it',
  async ({ launch, run, cwd, dataDir }) => {
    // A first start that fails does not use up the key that is shown once.
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const failed = await run(['start', ...FREE_PORTS, '--set', `http.port=${port}`, '--json'])
    busy.close()
    assert.equal(JSON.parse(failed.stderr).error.code, 'port-in-use')

    // Packages are found in the current folder, and one that breaks does not end the gateway.
    const handler = '() => { setTimeout(() => { throw new Error("broken") }, 1); return new Promise(() => {}) }'
    const create = `create: () => ({
    routes: [{ method: 'GET', path: '/acme', handler: ${handler} }],
    formatError: ({ category, code }) => ({ status: category === 'internal' ? 500 : 503, body: 'acme: ' + code }),
  })`
    await writePackages(cwd, { 'acme-broken': { 'index.js': adapterSource(create) } })
    const set = ['--set', 'instances.acme.use=acme-broken']
    const readyFile = join(dataDir, '..', 'ready.json')
    const { child, output, ended } = launch(['start', ...FREE_PORTS, ...set, '--ready-file', readyFile])
    try {
      const ready = await until(
        async () => {
          assert.equal(child.exitCode ?? child.signalCode, null, `it ended: ${output.stdout}${output.stderr}`)
          return readFile(readyFile, 'utf8').catch(() => undefined)
        },
        (text) => text !== undefined,
        120_000,
      )
      const { http, admin } = JSON.parse(ready ?? '') as { http: string; admin: string }
      const { stdout } = output
      const authorization = `App ${/shown this once: (\S+)\n/.exec(stdout)?.[1]}`
      // The installation finds the native server wherever the checkout does.
      const server = describeServerKind('auto', await resolveServerKind('auto'))
      assert.ok(stdout.includes(`  HTTP server    ${server}\n`), stdout)
      assert.match(stdout, /^ {2}Accounts +heliograph --help$/m)
      assert.ok(stdout.includes(`  Data           ${dataDir}\n`), stdout)

      const answers: string[] = []
      for (let count = 0; count < 4; count++) {
        const response = await fetch(`${http}/acme`)
        answers.push(`${response.status} ${await response.text()}`)
      }
      const broken = '500 acme: request-fault'
      assert.deepEqual(answers, [broken, broken, broken, '503 acme: out-of-service'])
      const { instances } = (await (await fetch(`${admin}/readyz`)).json()) as { instances: Record<string, object> }
      assert.match(JSON.stringify(instances.acme), /"down".*out of service/)
      assert.match(
        output.stderr,
        /"msg":"[^"]*uncaught error[^\n]*"instance":"acme"|"instance":"acme"[^\n]*uncaught error/,
      )

      const headers = { authorization, 'content-type': 'application/json' }
      const sent = await fetch(`${http}/sms/2/messages`, { method: 'POST', headers, body: JSON.stringify(MESSAGE) })
      const { messages } = (await sent.json()) as { messages: { messageId: string }[] }
      const report = `${http}/sms/2/reports?messageId=${messages[0]?.messageId}`
      await until(
        async () => (await (await fetch(report, { headers })).json()) as { results?: { status: { name: string } }[] },
        ({ results }) => results?.[0]?.status.name === 'DELIVERED',
      )
      child.kill('SIGTERM')
      const { code, stderr } = await ended
      assert.equal(code, 0, stderr)
      assert.deepEqual(await readdir(cwd), ['node_modules'])
    } finally {
      child.kill('SIGKILL')
      await ended
    }
  },
)
