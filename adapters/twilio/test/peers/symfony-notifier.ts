import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { TEST_CERTIFICATE } from '@heliograph/testkit'

const BRIDGE = '/usr/share/php/Symfony/Component/Notifier/Bridge/Twilio/autoload.php'

/** Why tests with Symfony cannot run; false when they can. */
export const withoutSymfony =
  spawnSync('php', ['-r', `exit(is_file('${BRIDGE}') ? 0 : 1);`]).status !== 0 &&
  "Symfony's notifier is not installed (Debian packages php-cli, php-symfony-twilio-notifier)"

const SCRIPT = fileURLToPath(new URL('symfony-notifier.php', import.meta.url))

/** A message to send, by the DSN of an account. */
export interface SymfonySend {
  readonly dsn: string
  readonly to: string
}

/** Sends messages with Symfony; resolves with the id of each, or the text of its error. */
export async function symfonyNotifier(sends: readonly SymfonySend[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-symfony-'))
  try {
    const cafile = join(folder, 'authority.pem')
    await writeFile(cafile, TEST_CERTIFICATE.cert)
    return await run({ sends, cafile })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(order: object): Promise<readonly string[]> {
  const child = spawn('php', [SCRIPT], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(order))
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`php ended with code ${code}: ${complaints}${output}`)
  return JSON.parse(output)
}

/** Opens a port for https in front of one for http, as a proxy does: Symfony insists on it. */
export async function openHttps(target: number): Promise<{ readonly port: number; close(): void }> {
  const server = createServer({ ...TEST_CERTIFICATE }, ({ headers, method, url }, response) => {
    const forwarded = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.req.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
