import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDatabase, type Sql } from '@heliograph/engine'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { createLogger } from '@heliograph/runtime'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { checkAccounts } from '../src/check/check-accounts.ts'
import { startGateway } from '../src/gateway.ts'
import { loadSettings } from '../src/settings.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { makeDataDir } from './support/gateway-process.ts'

const DEMO = 'demo@example.com'
const CONFIGURATION = 'http: { port: 0, host: 127.0.0.1 }\nadmin: { port: 0 }\ninstances: {}\n'

describe('accounts that should not be as they are', () => {
  let database: TestDatabase
  let sql: Sql
  let folder: Awaited<ReturnType<typeof makeDataDir>>
  let config: string
  const place = () => ['--data-dir', folder.path, '--set', `database.url=${database.url}`]
  const heliograph = <T = Record<string, number>>(...args: string[]) => runJsonHere<T>([...args, ...place()])
  const idOf = async (kind: string, ...args: string[]) => String((await heliograph(...args))[`${kind}Id`])
  const found = async (isDemo = false) =>
    (await checkAccounts(sql, isDemo)).map(({ name, ok, warning, message, remedy }) => {
      assert.deepEqual([ok, warning], [true, true])
      return { name, message, remedy }
    })

  before(async () => {
    database = await createEngineDatabase()
    sql = openDatabase({ url: database.url, max: 2, applicationName: 'test' })
    folder = await makeDataDir()
    config = join(folder.path, 'production.yaml')
    await writeFile(config, CONFIGURATION)
  })
  after(async () => {
    await sql.end({ timeout: 5 })
    await folder.remove()
    await database.close()
  })

  test('an enabled user of the demo is found by check and by start, until it is disabled', async () => {
    const clientId = await idOf('client', 'client', 'add', '--name', 'Demo')
    const role = ['--role', 'operator', '--password', 'correct horse']
    const userId = await idOf('user', 'user', 'add', '--client', clientId, '--email', DEMO, ...role)
    await heliograph('key', 'add', '--user', userId)
    assert.deepEqual(await found(true), [])
    const [finding, ...others] = await found()
    assert.deepEqual([finding?.name, others], ['demo account', []])
    assert.match(finding?.message ?? '', new RegExp(`^User ${userId} \\(${DEMO}\\).*role operator and 1 API key;`))
    assert.match(finding?.remedy ?? '', new RegExp(`heliograph user disable --user ${userId}$`))

    const checked = await runHere(['check', '--config', config, ...place(), '--json'])
    const text = checked.stdout || checked.stderr
    const { findings = JSON.parse(text).error?.details } = JSON.parse(text)
    assert.ok(findings.some((each: { name: string; warning?: true }) => each.name === 'demo account' && each.warning))

    const lines: string[] = []
    const settings = await loadSettings({
      config,
      set: [`database.url=${database.url}`],
      dataDir: folder.path,
    } as never)
    const logger = createLogger({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) } as never,
    })
    const importModule = (specifier: string) => import(specifier)
    const { signal } = new AbortController()
    const readSettings = async () => settings
    const gateway = await startGateway(settings, { logger, importModule, onFatal: assert.fail, signal, readSettings })
    await gateway.stop()
    assert.ok(lines.some((line) => line.includes(DEMO) && line.includes(`user disable --user ${userId}`)))

    await heliograph('user', 'disable', '--user', userId)
    assert.deepEqual(await found(), [])
  })

  test("another client's number that a channel sends as, given by no operator, is found until it is given", async () => {
    const [one, two] = [
      await idOf('client', 'client', 'add', '--name', 'One'),
      await idOf('client', 'client', 'add', '--name', 'Two'),
    ]
    const channelId = await idOf('channel', 'channel', 'add', '--client', one, '--number', '27820000001')
    await heliograph('channel', 'add', '--client', two, '--number', '27820000002')
    await sql`update channel set outgoing_number = '27820000002' where channel_id = ${channelId}::bigint`
    const [finding, ...others] = await found(true)
    assert.deepEqual([finding?.name, others], ['outgoing number', []])
    assert.ok(
      finding?.message.startsWith(
        `Channel ${channelId} of client ${one} sends as 27820000002, the number of client ${two}`,
      ),
    )
    assert.ok(finding?.remedy?.includes(`heliograph client numbers --client ${one} --give 27820000002`))
    await heliograph('client', 'numbers', '--client', one, '--give', '27820000002')
    assert.deepEqual(await found(true), [])
  })
})
