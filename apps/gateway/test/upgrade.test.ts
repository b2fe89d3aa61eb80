import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newestMigration, openDatabase, type Sql } from '@heliograph/engine'
import { createTestDatabase, type TestDatabase } from '@heliograph/postgres/testing'
import { findFreePorts } from '@heliograph/testkit'
import { readVersion } from '../src/version.ts'
import { runJson, until } from './support/gateway-process.ts'
import { findBlock } from './support/page-blocks.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'
import { startLoad } from './support/upgrade-load.ts'

// The procedure of UPGRADE.md is executed as it stands there, with two nodes under load. The earlier release is that of
// the checkout in the folder UPGRADE_FROM, else this one, whose nodes then say that they are an earlier one.

const PAGE = new URL('../UPGRADE.md', import.meta.url)
const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))
const FROM = process.env.UPGRADE_FROM
const EARLIER = FROM === undefined ? LAUNCHER : join(FROM, 'apps/gateway/bin/heliograph.mjs')

const HELIOGRAPH = `#!/bin/sh
exec timeout 60 "$NODE" "$LAUNCHER" "$@" --config "$CONFIG" --data-dir "$DATA_DIR"
`

/** Ends the node of this folder, as systemd does, and starts one of the release that is installed. */
const SYSTEMCTL = `#!/bin/sh
if [ -f "$DATA_DIR/pid" ]; then
  kill -TERM "$(cat "$DATA_DIR/pid")"
  while kill -0 "$(cat "$DATA_DIR/pid")" 2>/dev/null; do sleep 0.1; done
  rm -f "$DATA_DIR/pid"
fi
[ "$1" != stop ] || exit 0
timeout 300 "$NODE" "$LAUNCHER" start --config "$CONFIG" --data-dir "$DATA_DIR" --set "node.name=$NAME" \\
  --set "http.port=$HTTP_PORT" --set "admin.port=$ADMIN_PORT" --ready-file "$DATA_DIR/ready.json" >"$DATA_DIR/log" 2>&1 &
until [ -s "$DATA_DIR/ready.json" ]; do kill -0 $! || { cat "$DATA_DIR/log" >&2; exit 1; }; sleep 0.1; done
sed 's/.*"pid":\\([0-9]*\\).*/\\1/' "$DATA_DIR/ready.json" >"$DATA_DIR/pid"
`

const CONFIG = (url: string) => `
database: { url: '${url}', pool: 6, workerPool: 4 }
security: { masterKey: '${'7'.repeat(64)}' }
stop: { delaySeconds: 4 }
instances:
  v2: { use: '@heliograph/adapter-v2' }
  simulator: { use: '@heliograph/carrier-simulator' }
`

/** What waits at the end is sent within seconds; a dead link would be found out within half a minute. */
const SENT_LIMIT_MS = 30_000

type Environment = Readonly<Record<string, string>>

const skip = reasonUnless(findProgram('curl') !== undefined, 'curl', 'curl')

describe('the procedure of UPGRADE.md', { skip }, () => {
  let folder: string
  let database: TestDatabase
  let sql: Sql
  let common: Environment
  let nodes: readonly Environment[]
  let page: string

  const execute = (text: string, env: Environment) =>
    new Promise<string>((resolve, reject) => {
      execFile('bash', ['-euc', text], { env: { ...process.env, ...env }, cwd: '/' }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(new Error(`${text}: ${error.message}\n${stdout}${stderr}`))
      })
    })
  const run = (name: string, env: Environment) => execute(findBlock(page, name), env)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-upgrade-'))
    database = await createTestDatabase({ template: 'empty', migrate: async () => {} })
    sql = openDatabase({ url: database.url, max: 2, applicationName: 'test' })
    const bin = join(folder, 'bin')
    for (const path of [bin, join(folder, 'a'), join(folder, 'b')]) await mkdir(path)
    await writeFile(join(bin, 'heliograph'), HELIOGRAPH, { mode: 0o755 })
    await writeFile(join(bin, 'systemctl'), SYSTEMCTL, { mode: 0o755 })
    const config = join(folder, 'gateway.yaml')
    await writeFile(config, CONFIG(database.url), { mode: 0o600 })
    common = { PATH: `${bin}:${process.env.PATH}`, NODE: process.execPath, CONFIG: config }
    // Nodes keep theirs over a restart.
    const ports = await findFreePorts(4)
    nodes = ['a', 'b'].map((name, index) => {
      const [http, admin] = ports.slice(2 * index)
      return {
        ...common,
        NAME: name,
        DATA_DIR: join(folder, name),
        HTTP_PORT: String(http),
        ADMIN_PORT: String(admin),
        ADMIN_URL: `http://127.0.0.1:${admin}`,
      }
    })
    page = await readFile(PAGE, 'utf8')
  })
  after(async () => {
    for (const node of nodes) await execute('systemctl stop heliograph', node).catch(() => undefined)
    await sql.end({ timeout: 5 })
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('replaces one node after the other: no request fails, and no message is lost or sent twice', async () => {
    const [a, b] = nodes as [Environment, Environment]
    for (const node of nodes) await execute('systemctl start heliograph', { ...node, LAUNCHER: EARLIER })
    const key = await addAccount()
    if (FROM === undefined) await sql`update node set release = '0.0.9', known_migration = 49`
    const doors = nodes.map((node) => ({ http: `http://127.0.0.1:${node.HTTP_PORT}`, admin: node.ADMIN_URL as string }))
    const load = startLoad({ nodes: doors, key })
    await load.untilAccepted(50)

    const next = { LAUNCHER }
    await run('first', { ...a, ...next })
    const [last] = await sql<{ version: number }[]>`select max(version) as version from schema_migration`
    assert.equal(last?.version, await newestMigration())
    await load.untilAccepted(50)
    for (const node of [a, b]) {
      await run('node', { ...node, ...next })
      await load.untilAccepted(50)
    }
    const releases = await sql`select distinct release, known_migration as known from node`
    assert.deepEqual([...releases], [{ release: readVersion(), known: last?.version }])
    assert.match(await run('second', { ...a, ...next }), /^The database is at migration \d+\.\n$/)

    const { accepted, failures } = await load.stop()
    assert.deepEqual(failures, [])
    const [stored] = await sql<{ messages: number }[]>`select count(*) as messages from message`
    assert.equal(stored?.messages, accepted)
    const left = async () => [
      ...(await sql`
        select coalesce(state::text, 'accepted') as state, attempt, count(*) as messages
        from message left join message_state using (sms_id)
        where state is null or state not in ('submitted', 'delivered') or attempt > 1 group by 1, 2`),
    ]
    // A simulated network forgets its receipts with its node, so that some messages stay submitted.
    await until(left, ({ length }) => length === 0, SENT_LIMIT_MS)
  })

  /** By commands of the earlier release, so that the first step is left to the procedure. */
  async function addAccount(): Promise<string> {
    const { CONFIG: config, DATA_DIR } = nodes[0] as Environment
    const options = ['--config', config as string, '--data-dir', DATA_DIR as string]
    const heliograph = <T>(...args: string[]) => runJson<T>([...args, ...options], { program: [EARLIER] })
    const added = ['--name', 'Acme', '--rate-limit', '60000']
    const { clientId } = await heliograph<{ clientId: number }>('client', 'add', ...added)
    const client = ['--client', String(clientId)]
    await heliograph('channel', 'add', ...client, '--number', '27820001234', '--default')
    const login = ['--email', 'jo@acme.example', '--password', 'correct horse battery']
    const { userId } = await heliograph<{ userId: number }>('user', 'add', ...client, ...login)
    return (await heliograph<{ apiKey: string }>('key', 'add', '--user', String(userId))).apiKey
  }
})
