import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CONFORMANCE_API_KEY, createAdapterKit, THERE } from '@heliograph/testkit'
import infobip from '../src/index.ts'
import { CERTIFICATE } from './peers/certificate.ts'
import { openTlsFront } from './peers/tls-front.ts'

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

describe("Symfony's Notifier", { skip }, () => {
  test('sends a text by its DSN alone, over TLS, and is told why it may not', async (context) => {
    const kit = await createAdapterKit(infobip, { config: {} })
    await kit.start()
    const listener = await kit.listen()
    const front = await openTlsFront(listener.port)
    const folder = await mkdtemp(join(tmpdir(), 'heliograph-symfony-'))
    context.after(async () => {
      await front.close()
      await listener.close()
      await kit.stop()
      await rm(folder, { recursive: true })
    })
    const authority = join(folder, 'authority.pem')
    await writeFile(authority, CERTIFICATE.cert)
    const send = (key: string) =>
      run({ dsn: `infobip://${key}@127.0.0.1:${front.port}?from=ACME`, authority, to: `+${THERE}`, text: 'Hello ☺' })
    assert.equal((await send(CONFORMANCE_API_KEY)).to, `+${THERE}`)
    assert.deepEqual(
      kit.engine.messages.map((message) => [message.to, message.text]),
      [[THERE, 'Hello ☺']],
    )
    assert.match((await send('unknown')).error ?? '', /UNAUTHORIZED \(Invalid API key\)/)
  })
})
