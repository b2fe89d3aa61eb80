import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runHere } from './support/cli-here.ts'
import { type DebianServer, startDebianServer } from './support/debian-server.ts'
import { makeDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'
import { findBlock } from './support/page-blocks.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findServerPrograms } from './support/server-programs.ts'

// The database and the roles of HIGH-AVAILABILITY.md, made by its own text on a server that has neither. What it says
// of Patroni and haproxy is tried by `pnpm chaos --patroni`.

const PAGE = new URL('../HIGH-AVAILABILITY.md', import.meta.url)
const LAUNCHER = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))
const PASSWORD = 'of-a-test'
const programs = findServerPrograms()

describe('the roles of HIGH-AVAILABILITY.md', { skip: programs.skip }, () => {
  let folder: string
  let server: DebianServer
  let data: TestDataDir
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-roles-'))
    await chmod(folder, 0o755)
    for (const name of ['bin', 'database']) await mkdir(join(folder, name))
    const heliograph = `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`
    await writeFile(join(folder, 'bin/heliograph'), heliograph, { mode: 0o755 })
    data = await makeDataDir()
    const rules = ['host all all 127.0.0.1/32 scram-sha-256']
    server = await startDebianServer(programs, join(folder, 'database'), rules)
  })
  after(async () => {
    await server?.stop()
    await data?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Resolves with what psql prints; a failure is told by its text. */
  async function query(url: string, ...statements: readonly string[]): Promise<string> {
    const args = ['-qAt', '--set=ON_ERROR_STOP=1', ...statements.flatMap((statement) => ['-c', statement]), url]
    const { stdout, stderr } = await runProgram(join(programs.folder, 'psql'), args)
    return `${stdout}${stderr}`.trim()
  }

  const urlOf = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${server.port}/heliograph`
  const superuser = () => server.url.replace(/postgres$/, 'heliograph')

  async function makeRoles(): Promise<string> {
    const env = {
      PATH: `${folder}/bin:${programs.folder}:${process.env.PATH}`,
      SUPERUSER_URL: superuser(),
    }
    const text = findBlock(await readFile(PAGE, 'utf8'), 'roles')
    const { code, stdout, stderr } = await runProgram('bash', ['--norc', '-euo', 'pipefail', '-c', text], { env })
    assert.equal(code, 0, stderr)
    return `${stdout}${stderr}`
  }

  test('serve a gateway, and keep from each other what is not theirs', async () => {
    for (const statement of findBlock(await readFile(PAGE, 'utf8'), 'database')
      .split(';\n')
      .filter(Boolean))
      assert.equal(await query(server.url, statement), '')
    assert.equal(await makeRoles(), '')
    const roles = ['heliograph_owner', 'heliograph_gateway', 'heliograph_reports']
    for (const role of roles) await query(superuser(), `alter role ${role} password '${PASSWORD}'`)
    const settings = [
      `database.url=${urlOf('heliograph_gateway')}`,
      `database.directUrl=${urlOf('heliograph_owner')}`,
      'database.pooler=transaction',
    ].flatMap((setting) => ['--set', setting])
    const migrated = await runHere(['migrate', ...settings, '--data-dir', data.path])
    assert.equal(migrated.code, 0, migrated.stderr)

    assert.match(await query(urlOf('heliograph_reports'), 'select from heliograph.message'), /permission denied/)
    assert.doesNotMatch(await makeRoles(), /ERROR(?!: {2}role "heliograph_\w+" already exists)/)
    assert.equal(await query(urlOf('heliograph_reports'), 'select count(*) from heliograph.message'), '0')
    for (const [role, statement] of [
      ['heliograph_reports', 'select from heliograph.api_key'],
      ['heliograph_gateway', 'drop table heliograph.message'],
    ] as const)
      assert.match(await query(urlOf(role), statement), /permission denied|must be owner/)
    const supers = `select count(*) from pg_roles where rolsuper and rolname like 'heliograph%'`
    assert.equal(await query(superuser(), supers), '0')

    const gateway = await startGateway({ dataDir: data.path, args: settings })
    try {
      assert.equal((await gateway.askAdmin('/readyz')).status, 200)
    } finally {
      await gateway.stop()
    }
  })
})
