import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CONFORMANCE_API_KEY, TEST_CERTIFICATE, THERE } from '@heliograph/testkit'
import { openTlsFront } from './peers/tls-front.ts'
import { openRefusing, REFUSALS, textOf } from './refusals.ts'

const BRIDGE = '/usr/share/php/Symfony/Component/Notifier/Bridge/Infobip/autoload.php'
const SCRIPT = fileURLToPath(new URL('peers/symfony-notifier.php', import.meta.url))

const isThere = existsSync(BRIDGE) && spawnSync('php', ['-r', 'exit(0);']).status === 0
const skip =
  !isThere && 'the bridge of Symfony is not installed (Debian packages php-cli, php-symfony-infobip-notifier)'

async function run(order: object): Promise<{ readonly error?: string; readonly to?: string }> {
  const child = spawn('php', [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(order))
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`php ended with code ${code}: ${complaints}${output}`)
  return JSON.parse(output)
}

/** Sends a text to an instance on this port, by its DSN alone. */
async function send(context: TestContext, port: number, { apiKey, text, to }: ReturnType<typeof textOf>) {
  const front = await openTlsFront(port)
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-symfony-'))
  context.after(async () => {
    await front.close()
    await rm(folder, { recursive: true })
  })
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, TEST_CERTIFICATE.cert)
  return run({ dsn: `infobip://${apiKey}@127.0.0.1:${front.port}?from=ACME`, authority, to, text })
}

describe("Symfony's Notifier", { skip }, () => {
  test('sends a text by its DSN alone, over TLS', async (context) => {
    const { close, kit, listener } = await openRefusing({ what: 'nothing', sdk: '' })
    context.after(close)
    const sent = await send(context, listener.port, { apiKey: CONFORMANCE_API_KEY, text: 'Hello ☺', to: `+${THERE}` })
    assert.equal(sent.to, `+${THERE}`)
    assert.deepEqual(
      kit.engine.messages.map((message) => [message.to, message.text]),
      [[THERE, 'Hello ☺']],
    )
  })

  for (const refusal of REFUSALS) {
    test(`is told what is wrong: ${refusal.what}`, async (context) => {
      const { close, listener } = await openRefusing(refusal)
      context.after(close)
      assert.equal((await send(context, listener.port, textOf(refusal))).error, refusal.symfony)
    })
  }
})
