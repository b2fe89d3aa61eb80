import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { openJobsPool } from '../src/clock/jobs-pool.ts'
import { isDatabaseAway, openDatabase } from '../src/database/database.ts'
import { DatabaseClient } from '../src/database/database-client.ts'
import { migrate } from '../src/database/migrate.ts'
import { readConnection } from '../src/database/read-connection.ts'
import { tryConnections } from '../src/database/try-connections.ts'
import { Announcements } from '../src/ownership/announcements.ts'
import { startDatabaseProxy } from './support/database-proxy.ts'
import { waitUntil } from './support/engine-harness.ts'
import { pathOf, startTlsServer, type TlsServer } from './support/tls-server.ts'

// `writes` is a primary, `reads` only reads, `away` does not listen, and `silent` never answers.

let writes: TlsServer
let reads: TlsServer
const open = new Set<Socket>()
const silent = createServer((socket) => open.add(socket.on('error', () => {})))
before(async () => {
  writes = await startTlsServer()
  reads = await startTlsServer()
  await reads.setReadOnly(true)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
})
after(async () => {
  silent.close()
  for (const socket of open) socket.destroy()
  await writes.stop()
  await reads.stop()
})

type Name = 'writes' | 'reads' | 'away' | 'silent'

function portOf(name: string): number {
  if (name === 'away') return 1
  return name === 'silent' ? (silent.address() as AddressInfo).port : (name === 'reads' ? reads : writes).port
}

/** A URL with these hosts; `name@host` is reached under another host name. */
function urlOf(names: string, parameters = ''): string {
  const hosts = names.split(',').map((entry) => {
    const [name = '', host = '127.0.0.1'] = entry.split('@')
    return `${host}:${portOf(name)}`
  })
  return writes.url(parameters).replace(`127.0.0.1:${writes.port}`, hosts.join())
}

interface Reached {
  readonly port: number
  readonly ssl: boolean
}

const QUESTION = `
  select inet_server_port() as port, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl`

const ASK: Readonly<Record<string, (url: string) => Promise<Reached | undefined>>> = {
  async postgres(url) {
    const sql = openDatabase({ url, max: 1, applicationName: 'test' })
    try {
      return (await sql.unsafe<Reached[]>(QUESTION))[0]
    } finally {
      await sql.end({ timeout: 1 })
    }
  },
  async pg(url) {
    const client = new DatabaseClient(readConnection(url).pg)
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Reached>(QUESTION)).rows[0]
    } finally {
      client.destroy()
    }
  },
}

interface Row {
  readonly hosts: string
  readonly parameters?: string
  readonly reached?: Name
  readonly fails?: RegExp
  readonly code?: string
}

const ROWS: readonly Row[] = [
  { hosts: 'reads,writes', reached: 'reads' },
  { hosts: 'reads,writes', parameters: 'target_session_attrs=any', reached: 'reads' },
  { hosts: 'reads,writes', parameters: 'target_session_attrs=read-write', reached: 'writes' },
  { hosts: 'writes,reads', parameters: 'target_session_attrs=read-write', reached: 'writes' },
  { hosts: 'writes,reads', parameters: 'target_session_attrs=read-only', reached: 'reads' },
  { hosts: 'reads,writes', parameters: 'target_session_attrs=primary', reached: 'reads' },
  { hosts: 'reads,writes', parameters: 'target_session_attrs=prefer-standby', reached: 'reads' },
  { hosts: 'away,writes', reached: 'writes' },
  { hosts: 'away,silent,reads,writes', parameters: 'target_session_attrs=read-write', reached: 'writes' },
  { hosts: 'away,writes', parameters: 'sslmode=prefer', reached: 'writes' },
  { hosts: 'writes', parameters: 'target_session_attrs=read-write', reached: 'writes' },
  {
    hosts: 'reads',
    parameters: 'target_session_attrs=read-write',
    fails: /^no host suits target_session_attrs=read-write: 127\.0\.0\.1:\d+ is read-only$/,
    code: 'NO_SUITABLE_HOST',
  },
  {
    hosts: 'away,writes,reads',
    parameters: 'target_session_attrs=standby',
    fails: /=standby: 127\.0\.0\.1:1: .*ECONNREFUSED.*; 127.*\d is open for writes; 127.*\d is read-only$/,
    code: 'NO_SUITABLE_HOST',
  },
  { hosts: 'away,away', fails: /^no host can be used: 127.*ECONNREFUSED.*; 127.*ECONNREFUSED/, code: 'ECONNREFUSED' },
]

for (const { hosts, parameters = '', reached, fails, code } of ROWS)
  test(`${hosts} with '${parameters}': ${reached ?? fails?.source}`, async () => {
    for (const [driver, ask] of Object.entries(ASK)) {
      const asked = ask(urlOf(hosts, parameters))
      if (reached !== undefined) {
        assert.equal((await asked)?.port, portOf(reached), driver)
        continue
      }
      await assert.rejects(asked, (error: Error & { readonly code?: string }) => {
        assert.match(error.message, fails ?? /^$/, driver)
        assert.deepEqual([error.code, isDatabaseAway(error)], [code, true], driver)
        return true
      })
    }
  })

test('trying the connections says what each host is like', async () => {
  const { outcomes } = await tryConnections(urlOf('reads,away,writes', 'target_session_attrs=read-write'))
  assert.deepEqual(
    outcomes.map((outcome) => ('facts' in outcome ? outcome.facts.isReadOnly : 'fails')),
    [true, 'fails', false],
  )
})

test('migrations run where writes are taken', async () => {
  const url = urlOf('reads,writes', 'target_session_attrs=read-write')
  await migrate(url)
  const sql = openDatabase({ url: writes.url(), max: 1, applicationName: 'test' })
  const [row] = await sql<{ done: boolean }[]>`select to_regclass('heliograph.schema_migration') is not null as done`
  await sql.end()
  assert.equal(row?.done, true)
})

test('after a failover all connections of a node lead to the new primary', async (t) => {
  const url = urlOf('writes,reads', 'target_session_attrs=read-write')
  const logger = captureLogger()
  const clock = createManualClock()
  const heard: string[] = []
  const sql = openDatabase({ url, max: 1, applicationName: 'test' })
  const jobs = openJobsPool({ url, nodeName: 'test', size: 1, logger })
  const announcements = new Announcements({
    url,
    clock,
    logger,
    listeners: { here: (argument) => heard.push(argument) },
    onLive: (live) => heard.push(live ? 'live' : 'lost'),
  })
  t.after(async () => {
    await Promise.all([sql.end({ timeout: 1 }), jobs.end(), announcements.stop()])
    await writes.setReadOnly(false)
    await reads.setReadOnly(true)
  })
  /** Whether a write gets through, and where to. */
  const leadsTo = async (port: number, query: (text: string) => PromiseLike<readonly Reached[]>) => {
    await query('create table if not exists noted ()')
    const [reached] = await query(QUESTION)
    return reached?.port === port
  }
  const ask = {
    'a statement': (text: string) => sql.unsafe<Reached[]>(text),
    'a job': async (text: string) => (await jobs.query<Reached>(text)).rows,
  }
  await announcements.start()
  for (const query of Object.values(ask)) assert.equal(await leadsTo(writes.port, query), true)

  await writes.setReadOnly(true)
  await reads.setReadOnly(false)
  for (const [what, query] of Object.entries(ask))
    await waitUntil(() => leadsTo(reads.port, query).catch(() => false), `${what} writes to the new primary`)

  await waitUntil(async () => {
    clock.advance(250)
    await sql`select pg_notify('heliograph', 'here again')`
    return heard.includes('again') && heard.lastIndexOf('live') > 0
  }, 'announcements of the new primary are heard')
  // One may be heard as soon as the connection listens, before that is reported.
  const reports = heard.filter((each) => each !== 'again')
  assert.deepEqual(reports, ['live', 'lost', 'live'])
  assert.equal(heard.indexOf('lost'), 1, 'nothing is heard of the old primary')
})

test('a connection that was given up while hosts were looked for stays closed', async (t) => {
  const proxies = [await startDatabaseProxy(writes.url()), await startDatabaseProxy(writes.url())]
  const hosts = proxies.map(({ url }) => new URL(url).host).join()
  const url = writes.url('target_session_attrs=read-write').replace(`127.0.0.1:${writes.port}`, hosts)
  const sql = openDatabase({ url, max: 1, applicationName: 'test', deadlineMs: 300, isForClients: true })
  t.after(async () => {
    await sql.end({ timeout: 1 })
    for (const proxy of proxies) await proxy.close()
  })
  for (const proxy of proxies) proxy.freeze()
  await assert.rejects(async () => sql`select 1`, isDatabaseAway)
  for (const proxy of proxies) proxy.thaw()
  await waitUntil(
    () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    'a statement has an answer',
  )
  for (let times = 0; times < 3; times += 1) await sql`select 1`
})

describe('with TLS', () => {
  const root = `sslrootcert=${pathOf('authority')}`
  before(async () => {
    await writes.turnTlsOn()
    await reads.turnTlsOn()
  })

  const ENCRYPTED: readonly Row[] = [
    {
      hosts: 'reads,writes',
      parameters: `sslmode=verify-full&${root}&target_session_attrs=read-write`,
      reached: 'writes',
    },
    { hosts: 'reads@localhost,writes', parameters: `sslmode=verify-full&${root}`, reached: 'writes' },
    {
      hosts: 'writes@localhost,away',
      parameters: `sslmode=verify-full&${root}`,
      fails: /does not match certificate's alt/,
    },
    { hosts: 'reads@localhost,writes', parameters: `sslmode=verify-ca&${root}`, reached: 'reads' },
    { hosts: 'away,writes', parameters: 'sslmode=require', reached: 'writes' },
    { hosts: 'away,writes', parameters: 'sslmode=prefer', reached: 'writes' },
  ]
  for (const { hosts, parameters = '', reached, fails } of ENCRYPTED)
    test(`${hosts} with ${parameters.replace(/sslrootcert=[^&]*/, 'the authority')}`, async () => {
      for (const [driver, ask] of Object.entries(ASK)) {
        const asked = ask(urlOf(hosts, parameters))
        if (fails) await assert.rejects(asked, fails, driver)
        else assert.deepEqual(await asked, { port: portOf(reached ?? ''), ssl: true }, driver)
      }
    })
})
