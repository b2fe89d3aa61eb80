import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_CERTIFICATE } from '@heliograph/testkit'
import type { Outcome, Program } from './program.ts'
import { startScript } from './script.ts'

const BRIDGE = '/usr/share/php/Symfony/Component/Notifier/Bridge/Twilio/autoload.php'

/** Why tests with Symfony cannot run; false when they can. */
export const withoutSymfony =
  spawnSync('php', ['-r', `exit(is_file('${BRIDGE}') ? 0 : 1);`]).status !== 0 &&
  "Symfony's notifier is not installed (Debian packages php-cli, php-symfony-twilio-notifier)"

/** Debian's php-symfony-twilio-notifier, which can do nothing but send. */
export async function openSymfonyNotifier(): Promise<Program> {
  const { ask, close } = startScript('php', 'symfony-notifier.php')
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-symfony-'))
  const cafile = join(folder, 'authority.pem')
  await writeFile(cafile, TEST_CERTIFICATE.cert)
  return {
    async run({ account, body, call, from, key, to, url }) {
      if (call !== 'send') throw new Error(`${call}: the notifier cannot do this`)
      const front = await openHttps(Number(new URL(url).port))
      const dsn = `twilio://${account}:${key}@127.0.0.1:${front.port}?from=${encodeURIComponent(from)}`
      return ask<Outcome>({ dsn, to, body, cafile }).finally(front.close)
    },
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Opens a port for https in front of one for http, as a proxy does: Symfony insists on it. */
async function openHttps(target: number): Promise<{ readonly port: number; close(): void }> {
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
