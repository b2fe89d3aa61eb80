import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { captureLogger } from '@heliograph/testkit'
import { openJobsPool } from '../src/clock/jobs-pool.ts'
import type { SslMode } from '../src/database/connection-url.ts'
import { openDatabase } from '../src/database/database.ts'
import { DatabaseClient } from '../src/database/database-client.ts'
import { migrate } from '../src/database/migrate.ts'
import { readConnection } from '../src/database/read-connection.ts'
import { tryConnections } from '../src/database/try-connections.ts'
import { Announcements } from '../src/ownership/announcements.ts'
import { systemClock } from './support/engine-harness.ts'
import { pathOf, startTlsServer, type TlsServer } from './support/tls-server.ts'

let server: TlsServer
let home: string
const { HOME } = process.env
before(async () => {
  server = await startTlsServer()
  home = await mkdtemp(join(tmpdir(), 'heliograph-home-'))
  // Where libpq's own files would be.
  process.env.HOME = home
})
after(async () => {
  process.env.HOME = HOME
  await rm(home, { recursive: true, force: true })
  await server.stop()
})

interface Row {
  readonly ssl: boolean
  readonly client_dn: string | null
}

const QUESTION = 'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()'

const ASK: Readonly<Record<string, (url: string) => Promise<Row | undefined>>> = {
  async postgres(url) {
    const sql = openDatabase({ url, max: 1, applicationName: 'test' })
    try {
      const [row] = await sql.unsafe<Row[]>(QUESTION)
      return row
    } finally {
      await sql.end({ timeout: 1 })
    }
  },
  async pg(url) {
    const client = new DatabaseClient(readConnection(url).pg)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Row>(QUESTION)).rows[0]
    } finally {
      client.destroy()
    }
  },
}

/** How a connection goes: `TLS`, `plain`, or the message of its error. */
async function outcomeOf(driver: string, url: string): Promise<string> {
  try {
    return (await ASK[driver]?.(url))?.ssl ? 'TLS' : 'plain'
  } catch (error) {
    return (error as Error).message
  }
}

const NO_TLS = /does not support SSL|wrong version number|packet length too long|before secure TLS connection/

describe('a server without TLS', () => {
  const ROWS: Readonly<Record<'' | SslMode, RegExp>> = {
    '': /^plain$/,
    disable: /^plain$/,
    allow: /^plain$/,
    prefer: /^plain$/,
    require: NO_TLS,
    'verify-ca': NO_TLS,
    'verify-full': NO_TLS,
  }
  for (const [mode, expected] of Object.entries(ROWS))
    test(`sslmode=${mode}: ${expected.source}`, async () => {
      const root = mode.startsWith('verify') ? `&sslrootcert=${pathOf('authority')}` : ''
      const url = server.url(mode === '' ? '' : `sslmode=${mode}${root}`)
      for (const driver of Object.keys(ASK)) assert.match(await outcomeOf(driver, url), expected, driver)
    })
})

const TLS = /^TLS$/
const PLAIN = /^plain$/
const NO_MODE = /sslrootcert has no effect without sslmode/
const NO_ROOT = /no certificate to verify it with\. Add sslrootcert=FILE/
const UNTRUSTED = /unable to verify the first certificate|self-signed certificate/
const OTHER_NAME = /does not match certificate's altnames/

type Case = 'none' | 'right' | 'wrong' | 'other name'

const ROOTS: Readonly<Record<Case, string>> = {
  none: '',
  right: `sslrootcert=${pathOf('authority')}`,
  wrong: `sslrootcert=${pathOf('stranger')}`,
  'other name': `sslrootcert=${pathOf('authority')}`,
}

const EXPECTED: Readonly<Record<'' | SslMode, Readonly<Record<Case, RegExp>>>> = {
  '': { none: PLAIN, right: NO_MODE, wrong: NO_MODE, 'other name': NO_MODE },
  disable: { none: PLAIN, right: PLAIN, wrong: PLAIN, 'other name': PLAIN },
  allow: { none: TLS, right: TLS, wrong: TLS, 'other name': TLS },
  prefer: { none: TLS, right: TLS, wrong: TLS, 'other name': TLS },
  require: { none: TLS, right: TLS, wrong: UNTRUSTED, 'other name': TLS },
  'verify-ca': { none: NO_ROOT, right: TLS, wrong: UNTRUSTED, 'other name': TLS },
  'verify-full': { none: NO_ROOT, right: TLS, wrong: UNTRUSTED, 'other name': OTHER_NAME },
}

describe('a server with TLS', () => {
  before(() => server.turnTlsOn())

  for (const [mode, cases] of Object.entries(EXPECTED)) {
    for (const [name, expected] of Object.entries(cases))
      test(`sslmode=${mode}, authority or name: ${name}: ${expected.source}`, async () => {
        const parameters = [mode === '' ? '' : `sslmode=${mode}`, ROOTS[name as Case]].filter((each) => each !== '')
        const url = server.url(parameters.join('&'), name === 'other name' ? 'localhost' : undefined)
        const outcomes = await Promise.all(Object.keys(ASK).map((driver) => outcomeOf(driver, url)))
        assert.match(outcomes[0] ?? '', expected)
        assert.equal(outcomes[1], outcomes[0])
      })
  }

  test('sslrootcert=system: the authorities that Node.js knows', async () => {
    for (const driver of Object.keys(ASK))
      assert.match(await outcomeOf(driver, server.url('sslrootcert=system')), UNTRUSTED)
  })

  test('a certificate of the client is shown', async () => {
    const url = server.url(`sslmode=require&sslcert=${pathOf('client')}&sslkey=${pathOf('client-key')}`)
    for (const ask of Object.values(ASK)) assert.equal((await ask(url))?.client_dn, '/CN=heliograph')
  })

  const IN_HOME = [
    { file: 'authority', mode: 'require', expected: TLS },
    { file: 'authority', mode: 'verify-full', expected: TLS },
    { file: 'stranger', mode: 'require', expected: UNTRUSTED },
    { file: 'stranger', mode: 'prefer', expected: TLS },
  ] as const
  for (const { file, mode, expected } of IN_HOME)
    test(`${file} as root.crt of libpq, sslmode=${mode}: ${expected.source}`, async (test) => {
      const folder = join(home, '.postgresql')
      test.after(() => rm(folder, { recursive: true }))
      await mkdir(folder)
      await copyFile(pathOf(file), join(folder, 'root.crt'))
      for (const driver of Object.keys(ASK))
        assert.match(await outcomeOf(driver, server.url(`sslmode=${mode}`)), expected, driver)
    })

  test('trying the connections says the version of TLS, or why there is none', async () => {
    const root = `sslrootcert=${pathOf('authority')}`
    assert.match((await tryConnections(server.url(`sslmode=verify-full&${root}`))).tls ?? '', /^TLSv1\.[23]$/)
    assert.deepEqual(await tryConnections(server.url()), { tls: undefined, isLocalSocket: false, outcomes: [] })
    await assert.rejects(tryConnections(server.url(`sslmode=verify-full&${root}`, 'localhost')), OTHER_NAME)
  })

  test('all connections of a node are encrypted', async (test) => {
    const url = server.url(`sslmode=verify-full&sslrootcert=${pathOf('authority')}`)
    await migrate(url)
    const logger = captureLogger()
    const jobs = openJobsPool({ url, nodeName: 'test', size: 1, logger })
    const announcements = new Announcements({ url, clock: systemClock, logger, listeners: {}, onLive: () => {} })
    test.after(() => Promise.all([jobs.end(), announcements.stop()]))
    await announcements.start()
    const { rows } = await jobs.query<{ application_name: string; ssl: boolean }>(`
      select application_name, ssl from pg_stat_ssl join pg_stat_activity using (pid)
      where application_name in ('heliograph announcements', 'heliograph test jobs') order by application_name`)
    assert.deepEqual(rows, [
      { application_name: 'heliograph announcements', ssl: true },
      { application_name: 'heliograph test jobs', ssl: true },
    ])
  })
})
