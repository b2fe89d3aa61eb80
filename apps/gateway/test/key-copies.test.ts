import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDatabase, type Sql } from '@heliograph/engine'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { createLogger } from '@heliograph/runtime'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { startGateway } from '../src/gateway.ts'
import { loadSettings } from '../src/settings.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { makeDataDir } from './support/gateway-process.ts'

const LISTENERS = 'http: { port: 0, host: 127.0.0.1 }\nadmin: { port: 0 }\n'
const CONFIGURATIONS = {
  with: `${LISTENERS}instances: { soap: { use: '@heliograph/adapter-soap' } }\n`,
  without: `${LISTENERS}instances: { v2: { use: '@heliograph/adapter-v2' } }\n`,
}

describe('sealed copies of API keys', () => {
  let database: TestDatabase
  let sql: Sql
  let folder: Awaited<ReturnType<typeof makeDataDir>>
  let user: string

  const place = (which: keyof typeof CONFIGURATIONS) => [
    '--data-dir',
    folder.path,
    '--set',
    `database.url=${database.url}`,
    '--config',
    join(folder.path, `${which}.yaml`),
  ]
  const copies = async () => {
    const [row] = await sql<{ copies: number }[]>`select count(sealed)::integer as copies from api_key`
    return row?.copies
  }
  async function warned(which: keyof typeof CONFIGURATIONS): Promise<string | undefined> {
    const { stdout, stderr } = await runHere(['check', ...place(which), '--json'])
    const reported = JSON.parse(stdout || stderr)
    const findings: { name: string; warning?: true; remedy?: string }[] = reported.findings ?? reported.error.details
    return findings.find(({ name, warning }) => name === 'key copies' && warning)?.remedy
  }
  async function warnedAtStart(which: keyof typeof CONFIGURATIONS): Promise<boolean> {
    const lines: string[] = []
    const config = join(folder.path, `${which}.yaml`)
    const set = [`database.url=${database.url}`]
    const settings = await loadSettings({ config, dataDir: folder.path, set, json: true })
    const gateway = await startGateway(settings, {
      logger: createLogger({ level: 'warn', destination: { write: (line: string) => lines.push(line) } }),
      importModule: (specifier) => import(specifier),
      signal: new AbortController().signal,
      readSettings: async () => settings,
      onFatal: (reason) => assert.fail(reason),
    })
    await gateway.stop()
    return lines.some((line) => line.includes('key copies') && line.includes('erase-copies'))
  }

  before(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 2, applicationName: 'test' })
    folder = await makeDataDir()
    for (const [name, text] of Object.entries(CONFIGURATIONS)) await writeFile(join(folder.path, `${name}.yaml`), text)
    const { clientId } = await runJsonHere<{ clientId: number }>(['client', 'add', '--name', 'Acme', ...place('with')])
    const [row] = await sql<{ user_id: number }[]>`
      insert into app_user (client_id, email, password_hash) values (${clientId}::bigint, 'jo@acme.example', '')
      returning user_id`
    user = String(row?.user_id)
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await folder.remove()
    await database.close()
  })

  test('are kept where an interface hands keys out, of keys that only send', async () => {
    await runJsonHere(['key', 'add', '--user', user, ...place('without')])
    assert.equal(await copies(), 0)
    await runJsonHere(['key', 'add', '--user', user, '--scope', 'portal', ...place('with')])
    assert.equal(await copies(), 0)
    await runJsonHere(['key', 'add', '--user', user, ...place('with')])
    assert.equal(await copies(), 1)
    const { keys } = await runJsonHere<{ keys: { scope: string }[] }>(['key', 'list', '--user', user, ...place('with')])
    assert.deepEqual(
      keys.map(({ scope }) => scope),
      ['send', 'portal', 'send'],
    )
  })

  test('are found where none does, and erased by a command alone', async () => {
    assert.deepEqual([await warned('with'), await warnedAtStart('with')], [undefined, false])
    assert.match((await warned('without')) ?? '', /heliograph key erase-copies/)
    assert.equal(await warnedAtStart('without'), true)
    assert.equal(await copies(), 1)
    assert.deepEqual(await runJsonHere(['key', 'erase-copies', ...place('without')]), { erased: 1 })
    assert.deepEqual([await copies(), await warned('without')], [0, undefined])
  })
})
