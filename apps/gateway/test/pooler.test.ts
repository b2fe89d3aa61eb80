import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '@heliograph/engine'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { startPgBouncer } from '../../../core/engine/test/support/pgbouncer.ts'
import { runHere } from './support/cli-here.ts'
import { makeDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'

// A gateway whose database is behind a pooler.

let database: Awaited<ReturnType<typeof createEngineDatabase>>
let folder: TestDataDir
before(async () => {
  database = await createEngineDatabase()
  await setUp(database.url)
  folder = await makeDataDir()
})
after(async () => {
  await folder.remove()
  await database.close()
})

/** Gives the role of this database the settings that are printed. */
async function setUp(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1)
  const { code, stdout } = await runHere(['database', 'roles', '--database', database])
  assert.equal(code, 0)
  const statements = stdout.match(/^alter role "heliograph_gateway" in .*$/gm) ?? []
  const sql = openDatabase({ url, max: 1, applicationName: 'test' })
  const own = statements.map((text) => text.replace('"heliograph_gateway"', 'current_user'))
  await sql.unsafe(own.join('\n')).finally(() => sql.end({ timeout: 5 }))
}

const PORTS = ['http.port=0', 'admin.port=0', 'instances.smpp.config.port=0', 'instances.email.config.port=0']

interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly details?: readonly unknown[] }
}

async function run(command: string, settings: readonly string[]) {
  const overrides = [...PORTS, ...settings].flatMap((setting) => ['--set', setting])
  const { code, stdout, stderr } = await runHere([command, '--data-dir', folder.path, ...overrides, '--json'])
  return { code, output: code === 0 ? JSON.parse(stdout) : (JSON.parse(stderr) as Failure) }
}

/** Settings of the database; `POOLER` and `DIRECT` stand for the two URLs. */
interface Row {
  readonly settings: readonly string[]
  readonly wrong: RegExp
}

const NEEDED = 'database.pooler=transaction'

const ROWS: readonly Row[] = [
  { settings: ['database.url=POOLER'], wrong: /set database\.pooler to transaction and let database\.directUrl/ },
  { settings: ['database.url=POOLER', NEEDED], wrong: /database\.pooler.*database\.directUrl to Postgres itself/ },
  {
    settings: ['database.url=POOLER', 'database.directUrl=POOLER', NEEDED],
    wrong: /Let database\.directUrl lead to Postgres itself/,
  },
  { settings: ['database.url=POOLER', 'database.directUrl=DIRECT', NEEDED], wrong: /Set database\.prepare to false/ },
  { settings: ['database.directUrl=DIRECT'], wrong: /database\.directUrl.*Set database\.url/s },
  { settings: ['database.url=DIRECT', 'database.directUrl=http://x'], wrong: /database\.directUrl.*not the URL/s },
]

describe('what is wrong with a pooler', () => {
  for (const { settings, wrong } of ROWS)
    test(settings.join(' '), async (t) => {
      const url = await startPgBouncer(t, database.url, 'transaction', [])
      if (url === undefined) return
      const given = settings.map((setting) => setting.replace('POOLER', url).replace('DIRECT', database.url))
      for (const command of ['check', 'start', 'migrate']) {
        const { code, output } = await run(command, given)
        assert.equal(code, 1, command)
        assert.match(JSON.stringify(output), wrong, command)
      }
    })
})

test('a gateway behind a pooler starts, is ready, and takes messages', async (t) => {
  const url = await startPgBouncer(t, database.url, 'transaction', [])
  if (url === undefined) return
  const settings = [`database.url=${url}`, `database.directUrl=${database.url}`, NEEDED, 'database.prepare=false']
  const { output } = await run('check', settings)
  const findings = ('error' in output ? output.error.details : output.findings) as { name: string; ok: boolean }[]
  for (const name of ['pooler', 'encryption', 'migrations'])
    assert.ok(
      findings.filter((finding) => finding.name === name).every(({ ok }) => ok),
      name,
    )
  const gateway = await startGateway({
    dataDir: folder.path,
    args: settings.flatMap((setting) => ['--set', setting]),
  })
  t.after(() => gateway.stop())
  assert.equal((await gateway.askAdmin('/readyz')).status, 200)
})
