import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeServerKind, resolveServerKind } from '@heliograph/http'
import { DEMO_PORTS } from './support/demo-ports.ts'
import { until } from './support/gateway-process.ts'
import { type Installation, installPacked } from './support/packed/installation.ts'

// The gateway as operators get it from a registry: `npm install -g @heliograph/gateway`, then `heliograph start`, away
// from the sources.

const CONFIGURATIONS = fileURLToPath(new URL('../../../configs/gateway', import.meta.url))
const FREE_PORTS = DEMO_PORTS.flatMap((name) => ['--set', `${name}=0`])
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

installedTest('heliograph start serves; a message is delivered; SIGTERM ends it', async ({ launch, cwd, dataDir }) => {
  const readyFile = join(dataDir, '..', 'ready.json')
  const { child, output, ended } = launch(['start', ...FREE_PORTS, '--ready-file', readyFile])
  try {
    const ready = await until(
      async () => {
        assert.equal(child.exitCode ?? child.signalCode, null, `it ended: ${output.stdout}${output.stderr}`)
        return readFile(readyFile, 'utf8').catch(() => undefined)
      },
      (text) => text !== undefined,
      120_000,
    )
    const { http } = JSON.parse(ready ?? '') as { http: string }
    const { stdout } = output
    const authorization = `App ${/shown this once: (\S+)\n/.exec(stdout)?.[1]}`
    // The installation finds the native server wherever the checkout does.
    const server = describeServerKind('auto', await resolveServerKind('auto'))
    assert.ok(stdout.includes(`  HTTP server    ${server}\n`), stdout)
    assert.match(stdout, /^ {2}Accounts +heliograph --help$/m)
    assert.ok(stdout.includes(`  Data           ${dataDir}\n`), stdout)

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
    assert.deepEqual(await readdir(cwd), [])
  } finally {
    child.kill('SIGKILL')
    await ended
  }
})
