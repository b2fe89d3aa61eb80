import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFreePorts } from '@heliograph/testkit'
import { parse } from 'yaml'
import { type DebianServer, startDebianServer } from './support/debian-server.ts'
import { blocksOf } from './support/page-blocks.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'
import { findServerPrograms } from './support/server-programs.ts'

// The page for operators, executed from its own text: all of its commands in order, in a folder in place of the root of
// the file system. Programs that would change this machine are replaced by ones that do the least; Postgres with its
// TLS, the gateway with its own, and Prometheus where it is installed are those that the page is about.

const HOME = fileURLToPath(new URL('..', import.meta.url))
const programs = findServerPrograms()
const isRoot = process.getuid?.() === 0

/** What `systemctl` does to each unit. */
const systemctl = (server: DebianServer) => `
case "$*" in
  'restart postgresql') ${server.command('restart')} ;;
  'reload postgresql') ${server.command('reload')} ;;
  'restart prometheus')
    . "$PLACE/etc/default/prometheus"
    prometheus --config.file="$PLACE/etc/prometheus/prometheus.yml" --storage.tsdb.path="$PLACE/figures" $ARGS \\
      >"$PLACE/prometheus.log" 2>&1 &
    echo $! >"$PLACE/prometheus.pid" ;;
  'enable --now heliograph')
    export HELIOGRAPH_CONFIG="$PLACE/etc/heliograph/gateway.yaml" HELIOGRAPH_DATA_DIR="$PLACE/var/lib/heliograph"
    heliograph start --ready-file "$PLACE/ready.json" >"$PLACE/gateway.log" 2>&1 &
    for i in $(seq 600); do [ ! -e "$PLACE/ready.json" ] || exit 0; kill -0 $! || break; sleep 0.1; done
    cat "$PLACE/gateway.log" >&2; exit 1 ;;
esac`

const REPLACED: Readonly<Record<string, string>> = {
  'apt-get': '',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
  npm: '[ "$1" != root ] || echo "${PLACE}/node_modules"',
  'systemd-sysusers': '',
  'systemd-tmpfiles':
    'mkdir -p "$PLACE/etc/heliograph/tls" "$PLACE/var/lib/heliograph" "$PLACE/usr/share/bash-completion/completions"',
  chgrp: '',
  // There is no group of that name here, and only root gives files away.
  install: `words=()
for word; do case $word in --group=*) ;; --owner=*) ${isRoot ? 'words+=("$word")' : ':'} ;; *) words+=("$word") ;; esac; done
exec /usr/bin/install "\${words[@]}"`,
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  psql: 'exec "$BIN/psql" --set=ON_ERROR_STOP=1 "$SUPERUSER_URL" "$@"',
  heliograph: `exec "${process.execPath}" "${join(HOME, 'bin/heliograph.mjs')}" "$@"`,
}

const missing = ['bash', 'curl', 'openssl', 'prometheus', 'promtool'].filter((name) => findProgram(name) === undefined)
const skip = programs.skip || reasonUnless(missing.length === 0, missing.join(' and '), missing.join(' '))

let place: string
let server: DebianServer
let env: Readonly<Record<string, string>>
before(async () => {
  if (skip) return
  place = await mkdtemp(join(tmpdir(), 'heliograph-install-'))
  await chmod(place, 0o755)
  for (const path of ['bin', 'database', 'etc/prometheus', 'etc/default', 'node_modules/@heliograph'])
    await mkdir(join(place, path), { recursive: true })
  server = await startDebianServer(programs, join(place, 'database'))
  for (const [name, script] of Object.entries({ ...REPLACED, systemctl: systemctl(server) }))
    await writeFile(join(place, 'bin', name), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  await symlink(HOME, join(place, 'node_modules/@heliograph/gateway'))
  env = {
    PATH: `${join(place, 'bin')}:${process.env.PATH}`,
    PLACE: place,
    BIN: programs.folder,
    SUPERUSER_URL: server.url,
  }
})
after(async () => {
  if (skip) return
  const ready = await readFile(join(place, 'ready.json'), 'utf8').catch(() => undefined)
  if (ready !== undefined) process.kill((JSON.parse(ready) as { pid: number }).pid, 'SIGKILL')
  const prometheus = await readFile(join(place, 'prometheus.pid'), 'utf8').catch(() => undefined)
  if (prometheus !== undefined) process.kill(Number(prometheus), 'SIGKILL')
  await server?.stop()
  await rm(place, { recursive: true, force: true })
})

/** The commands of the page, for this folder, these ports, and a database server that is this machine. */
async function readCommands(page: string): Promise<string> {
  const [client = '', admin = '', prometheus = ''] = (await findFreePorts(3)).map(String)
  const script = blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('')
    .replaceAll('8443', client)
    .replaceAll('9090', admin)
    .replaceAll('9091', prometheus)
    .replaceAll('db.example.net:5432', `localhost:${server.port}`)
    .replaceAll('db.example.net', 'localhost')
    .replace(/(?<=[\s>'"=])\/(etc|usr|var|root)\//g, `${place}/$1/`)
  assert.doesNotMatch(script, /[\s=>'"]\/(etc|usr|var|root)\//)
  return script
}

test('the page leads to a gateway with TLS on both sides that takes a message and is watched', { skip }, async () => {
  const script = await readCommands(await readFile(join(HOME, 'INSTALL.md'), 'utf8'))
  const { code, stdout, stderr } = await runProgram(
    'timeout',
    ['300', 'bash', '--norc', '-euo', 'pipefail', '-c', script],
    {
      env,
    },
  )
  assert.equal(code, 0, `${stdout}${stderr}`)
  assert.match(stdout, /^All is well\.$/m)
  assert.match(stdout, /"name":"PENDING_ACCEPTED"/)
  const completion = join(place, 'usr/share/bash-completion/completions/heliograph')
  assert.match(await readFile(completion, 'utf8'), /^complete -F /m)
  const sessions = `select distinct ssl, usename, usesuper from pg_stat_ssl join pg_stat_activity using (pid)
    join pg_user using (usename) where datname = 'heliograph'`
  const asked = await runProgram(join(place, 'bin/psql'), ['-Atc', sessions], { env })
  assert.equal(asked.stdout, 't|heliograph|f\n', 'every session is encrypted, and of no superuser')
})

test('Grafana finds the dashboards, and their data source', { skip }, async () => {
  const read = async (kind: string) =>
    parse(await readFile(join(place, `etc/grafana/provisioning/${kind}/heliograph.yaml`), 'utf8'))
  const { providers } = (await read('dashboards')) as { providers: readonly { options: { path: string } }[] }
  const path = providers[0]?.options.path ?? ''
  for (const name of ['heliograph-messages', 'heliograph-nodes'])
    assert.equal(JSON.parse(await readFile(join(path, `${name}.json`), 'utf8')).uid, name)
  const { datasources } = (await read('datasources')) as { datasources: readonly { url: string }[] }
  const answer = await fetch(`${datasources[0]?.url}/api/v1/rules`)
  const { data } = (await answer.json()) as { data: { groups: readonly { rules: readonly object[] }[] } }
  assert.ok(data.groups.flatMap(({ rules }) => rules).length > 20, 'and the rules of the alerts are loaded there')
})
