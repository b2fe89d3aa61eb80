import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase, type Sql } from '@heliograph/engine'
import { ENGINE_TEMPLATE } from '../../../core/engine/test/support/engine-database.ts'
import { pathOf, startTlsServer, type TlsServer } from '../../../core/engine/test/support/tls-server.ts'
import { runHere } from './support/cli-here.ts'
import { makeDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'

// A gateway on a Postgres of its operator: with TLS by a private authority, and several names.

const PORTS = ['http.port=0', 'admin.port=0', 'instances.smpp.config.port=0', 'instances.email.config.port=0']

let server: TlsServer
let folder: TestDataDir
let sql: Sql
before(async () => {
  server = await startTlsServer(ENGINE_TEMPLATE)
  await server.turnTlsOn()
  folder = await makeDataDir()
  sql = openDatabase({ url: server.url(), max: 1, applicationName: 'test' })
})
after(async () => {
  await sql.end({ timeout: 5 })
  await folder.remove()
  await server.stop()
})

/** The certificate is for the address, not for the name. */
function urlOf(hosts: string): string {
  const parameters = `sslmode=verify-full&sslrootcert=${pathOf('authority')}&target_session_attrs=read-write`
  return server.url(parameters).replace('127.0.0.1', hosts)
}

const withUrl = (url: string) => [...PORTS, `database.url=${url}`].flatMap((override) => ['--set', override])

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly warning?: true
}

test('check says which version of TLS there is, and which host cannot be used', async () => {
  const url = urlOf(`localhost:${server.port},127.0.0.1`)
  const { stdout, stderr } = await runHere(['check', '--data-dir', folder.path, ...withUrl(url), '--json'])
  // What is not about the database, such as pages that are not built, makes no difference here.
  const findings: readonly Finding[] = stdout ? JSON.parse(stdout).findings : JSON.parse(stderr).error.details
  const find = (name: string) => findings.find((finding) => finding.name === name)
  for (const name of ['database', 'encoding', 'writes', 'pooler', 'migrations'])
    assert.equal(find(name)?.ok, true, name)
  assert.match(find('encryption')?.message ?? '', /^TLSv1\.[23]$/)
  assert.equal(find('hosts')?.warning, true)
  assert.match(find('hosts')?.message ?? '', /^localhost:\d+: Hostname.*; 127\.0\.0\.1:\d+ is open for writes$/)
})

test('a gateway is ready, and all of its connections are encrypted', async (t) => {
  const url = urlOf(`localhost:${server.port},127.0.0.1`)
  const gateway = await startGateway({ dataDir: folder.path, args: ['--set', `database.url=${url}`] })
  t.after(() => gateway.stop())
  assert.equal((await gateway.askAdmin('/readyz')).status, 200)
  const rows = await sql<{ ssl: boolean; kinds: number }[]>`
    select bool_and(ssl) as ssl, count(distinct application_name)::int as kinds
    from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'heliograph %'`
  assert.equal(rows[0]?.ssl, true)
  // At the least those for announcements, jobs and heartbeats.
  assert.ok((rows[0]?.kinds ?? 0) >= 3, String(rows[0]?.kinds))
})

for (const command of ['start', 'migrate'])
  test(`${command} refuses a database in LATIN1 and writes nothing to it`, async (t) => {
    await sql.unsafe(`create database latin encoding 'LATIN1' locale 'C' template template0`)
    const url = new URL(server.url())
    url.pathname = '/latin'
    const latin = openDatabase({ url: url.href, max: 1, applicationName: 'test' })
    t.after(async () => {
      await latin.end({ timeout: 5 })
      await sql.unsafe('drop database latin')
    })
    const finished = await runHere([command, '--data-dir', folder.path, ...withUrl(url.href), '--json'])
    assert.deepEqual([finished.code, finished.stdout], [1, ''])
    const { error } = JSON.parse(finished.stderr) as {
      readonly error: { readonly code: string; readonly details: readonly string[] }
    }
    assert.equal(error.code, 'unfit-database')
    assert.match(error.details.join(), /^encoding: The database is in LATIN1.*encoding 'UTF8' template template0$/)
    const [row] = await latin<{ schemas: number }[]>`
      select count(*)::int as schemas from pg_namespace where nspname ~ 'heliograph|graphile'`
    assert.equal(row?.schemas, 0)
  })

for (const command of ['check', 'start', 'migrate'])
  test(`${command} refuses a database that was migrated with other texts`, async (t) => {
    const [row] = await sql<{ checksum: string }[]>`select checksum from schema_migration where version = 49`
    const put = (checksum: string) => sql`update schema_migration set checksum = ${checksum} where version = 49`
    t.after(() => put(row?.checksum as string))
    await put('other')
    const finished = await runHere([command, '--data-dir', folder.path, ...withUrl(server.url()), '--json'])
    assert.deepEqual([finished.code, finished.stdout], [1, ''])
    assert.match(finished.stderr, /was migrated with other texts than those of this release: 49 \(restores\)\./)
    assert.match(finished.stderr, /Run the release or the build that migrated it\./)
    if (command !== 'check') assert.equal(JSON.parse(finished.stderr).error.code, 'schema-changed')
  })
