import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/postgres'
import { makeDataDir, type TestDataDir } from './support/gateway-process.ts'
import { openDatabase } from './support/outcome.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

// The page for operators, executed from its own text: all of its commands in order, in a folder in place of the root of
// the file system. Programs that would change this machine are replaced by ones that do the least.

const HOME = fileURLToPath(new URL('..', import.meta.url))

const REPLACED: Readonly<Record<string, string>> = {
  'apt-get': '',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
  npm: '[ "$1" != root ] || echo "${PLACE}/node_modules"',
  'systemd-sysusers': '',
  'systemd-tmpfiles':
    'mkdir -p "$PLACE/etc/heliograph/tls" "$PLACE/var/lib/heliograph" "$PLACE/usr/share/bash-completion/completions"',
  chgrp: '',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  systemctl: `[ "$1" = enable ] || exit 0
export HELIOGRAPH_CONFIG="$PLACE/etc/heliograph/gateway.yaml" HELIOGRAPH_DATA_DIR="$PLACE/var/lib/heliograph"
heliograph start --ready-file "$PLACE/ready.json" >"$PLACE/gateway.log" 2>&1 &
for i in $(seq 600); do [ ! -e "$PLACE/ready.json" ] || exit 0; kill -0 $! || break; sleep 0.1; done
cat "$PLACE/gateway.log" >&2; exit 1`,
  heliograph: `exec "${process.execPath}" "${join(HOME, 'bin/heliograph.mjs')}" "$@"`,
}

const missing = ['bash', 'curl', 'openssl'].filter((name) => findProgram(name) === undefined)
const skip = reasonUnless(missing.length === 0, missing.join(' and '), missing.join(' '))

let place: string
let folder: TestDataDir
let postgres: EmbeddedPostgres
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'heliograph-install-'))
  folder = await makeDataDir()
  postgres = await openEmbeddedPostgres({ dataDir: folder.path })
  await mkdir(join(place, 'bin'))
  for (const [name, script] of Object.entries(REPLACED)) {
    await writeFile(join(place, 'bin', name), `#!/bin/bash\n${script}\n`)
    await chmod(join(place, 'bin', name), 0o755)
  }
  await mkdir(join(place, 'node_modules/@heliograph'), { recursive: true })
  await symlink(HOME, join(place, 'node_modules/@heliograph/gateway'))
})
after(async () => {
  const ready = await readFile(join(place, 'ready.json'), 'utf8').catch(() => undefined)
  if (ready !== undefined) process.kill((JSON.parse(ready) as { pid: number }).pid, 'SIGKILL')
  await postgres?.stop()
  await folder?.remove()
  await rm(place, { recursive: true, force: true })
})

const blocksOf = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text)

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

test('the page leads to a gateway with TLS that takes a message', { skip }, async () => {
  const page = await readFile(join(HOME, 'INSTALL.md'), 'utf8')
  const sql = openDatabase(postgres.url)
  // The server here has a role and a database of that name already.
  const statements = blocksOf(page, 'sql').join('').replaceAll('heliograph', 'sms')
  for (const statement of statements.split(';\n').filter(Boolean)) await sql.unsafe(statement)
  await sql.end()
  const [client, admin] = [await freePort(), await freePort()]
  const script = blocksOf(page, 'sh')
    .join('')
    .replace(/(?<=[\s>])\/(etc|usr|var)\//g, `${place}/$1/`)
    .replace(/(?<=HELIOGRAPH_(CONFIG|DATA_DIR)=)\//g, `${place}/`)
    .replace(
      '//heliograph:CHANGE-ME@db.example.net:5432/heliograph',
      `//sms:CHANGE-ME@${new URL(postgres.url).host}/sms`,
    )
    .replaceAll('8443', client)
    .replaceAll('9090', admin)
  assert.doesNotMatch(script, /[\s=>]\/(etc|usr|var)\//)
  const env = { PATH: `${join(place, 'bin')}:${process.env.PATH}`, PLACE: place }
  const { code, stdout, stderr } = await runProgram('bash', ['-euo', 'pipefail', '-c', script], { env })
  assert.equal(code, 0, `${stdout}${stderr}`)
  assert.match(stdout, /^All is well\.$/m)
  assert.match(stdout, /"name":"PENDING_ACCEPTED"/)
  const completion = join(place, 'usr/share/bash-completion/completions/heliograph')
  assert.match(await readFile(completion, 'utf8'), /^complete -F /m)
})
