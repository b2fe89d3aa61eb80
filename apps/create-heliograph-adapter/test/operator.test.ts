import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { CREATED, openWorkplace, ownEnvironment, run } from './support/workplace.ts'

// The steps of an operator with a third-party adapter and carrier: install all from tarballs, name them in a
// configuration, start.

const ROOT = new URL('../../../', import.meta.url)

const OF_THE_GATEWAY = [
  'core/postgres-driver',
  'core/postgres',
  'core/runtime',
  'core/engine',
  'apps/portal',
  ...['adapters', 'plugins'].flatMap((group) => readdirSync(new URL(group, ROOT)).map((name) => `${group}/${name}`)),
  'apps/gateway',
]

const CONFIGURATION = `
http: { host: 127.0.0.1, port: 0 }
admin: { port: 0 }
defaults: { country: ZA, currency: ZAR }
instances:
  acme: { use: heliograph-adapter-acme }
  network: { use: heliograph-carrier-acme-sms, config: { url: 'http://127.0.0.1:9/send', key: secret } }
`

test('a gateway installed from tarballs runs an adapter and a carrier that were made for it', async (context) => {
  const { folder, remove } = await openWorkplace(OF_THE_GATEWAY, ['@heliograph/gateway'])
  context.after(remove)
  for (const { name } of CREATED) await run(join(folder, name), 'npm', 'run', 'build')
  await writeFile(join(folder, 'gateway.yaml'), CONFIGURATION)

  const args = ['start', '--config', 'gateway.yaml', '--data-dir', 'data', '--json']
  const gateway = spawn(join(folder, 'node_modules/.bin/heliograph'), args, {
    cwd: folder,
    env: ownEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(gateway, 'exit')
  const lines = createInterface({ input: gateway.stdout })
  const [started] = await Promise.race([
    once(lines, 'line'),
    exit.then(([code]) => assert.fail(`it ended with ${code}`)),
  ])

  const { http } = JSON.parse(started)
  const response = await fetch(`${http}/acme/send`, {
    method: 'POST',
    body: new URLSearchParams({ to: '1', text: 'Hello' }),
  })
  assert.deepEqual([response.status, await response.text()], [401, 'ERROR The API key is missing or wrong\n'])

  gateway.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])
})
