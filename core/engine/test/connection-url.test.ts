import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectionUrl, parseConnectionUrl } from '../src/database/connection-url.ts'
import { DatabaseUrlError } from '../src/database/database-url-error.ts'
import { formatHost, type HostParameters, readHosts } from '../src/database/hosts.ts'
import { readConnection } from '../src/database/read-connection.ts'
import { pathOf } from './support/tls-server.ts'

const BASE = 'postgres://u:p%40@db.internal:5433/sms'
const URL_OF_BASE = 'postgres://u:p%40@localhost/sms'
const DB = [{ name: 'db.internal', port: 5433 }]

interface ReadRow extends Partial<ConnectionUrl> {
  readonly from: string
}

const READ: readonly ReadRow[] = [
  { from: '', url: URL_OF_BASE, hosts: DB, target: 'any', mode: 'disable', rootCertificate: undefined },
  { from: '?application_name=a%20b', url: `${URL_OF_BASE}?application_name=a+b`, mode: 'disable' },
  { from: '?sslmode=disable', url: URL_OF_BASE, mode: 'disable' },
  { from: '?sslmode=require&connect_timeout=3', url: `${URL_OF_BASE}?connect_timeout=3`, mode: 'require' },
  { from: '?sslmode=prefer&sslmode=verify-ca', url: URL_OF_BASE, mode: 'verify-ca' },
  { from: '?ssl=true', url: URL_OF_BASE, mode: 'require' },
  { from: '?ssl=true&sslmode=verify-full', url: URL_OF_BASE, mode: 'verify-full' },
  { from: '?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem', url: URL_OF_BASE, rootCertificate: '/etc/ca.pem' },
  { from: '?sslmode=require&sslrootcert=', url: URL_OF_BASE, rootCertificate: undefined },
  { from: '?sslrootcert=system', url: URL_OF_BASE, mode: 'verify-full', rootCertificate: 'system' },
  { from: '?sslmode=disable&sslrootcert=/etc/ca.pem', url: URL_OF_BASE, mode: 'disable' },
  { from: '?sslmode=require&sslcert=/c.pem&sslkey=/k.pem', url: URL_OF_BASE, certificate: '/c.pem', key: '/k.pem' },
  { from: '?target_session_attrs=read-write', url: URL_OF_BASE, hosts: DB, target: 'read-write' },
  {
    from: '?host=other.internal&sslmode=verify-full',
    url: URL_OF_BASE,
    hosts: [{ name: 'other.internal', port: 5433 }],
  },
  { from: '?host=/run/pg&sslmode=verify-full', hosts: [{ name: '/run/pg', port: 5433 }], mode: 'disable' },
]

for (const { from, ...expected } of READ)
  test(`${from || 'nothing more'} is read`, () => {
    const read = parseConnectionUrl(`${BASE}${from}`)
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(Reflect.get(read, name), value, name)
  })

interface HostsRow {
  /** What stands between password and database. */
  readonly given: string
  readonly parameters?: HostParameters
  readonly environment?: Readonly<Record<string, string>>
  readonly hosts: string
}

const HOSTS: readonly HostsRow[] = [
  { given: 'h1', hosts: 'h1:5432' },
  { given: 'h1:5433,h2', hosts: 'h1:5433 h2:5432' },
  { given: 'h1,h2:5433,h3', hosts: 'h1:5432 h2:5433 h3:5432' },
  { given: '[2001:db8::1]:5433,[::1]', hosts: '[2001:db8::1]:5433 [::1]:5432' },
  { given: '%2Frun%2Fpg:5433', hosts: '/run/pg:5433' },
  { given: '', hosts: 'localhost:5432' },
  { given: '', environment: { PGHOST: 'h1,h2', PGPORT: '5433' }, hosts: 'h1:5433 h2:5433' },
  { given: 'h1,h2:5434', environment: { PGHOST: 'h3', PGPORT: '5433' }, hosts: 'h1:5432 h2:5434' },
  { given: 'h1', environment: { PGPORT: '5433' }, hosts: 'h1:5433' },
  { given: 'h1:5433', parameters: { host: '/run/pg' }, hosts: '/run/pg:5433' },
  { given: '', parameters: { host: 'h1,h2,h3', port: '5433,,5434' }, hosts: 'h1:5433 h2:5432 h3:5434' },
  { given: 'h1,h2', parameters: { port: '5433' }, hosts: 'h1:5433 h2:5433' },
  { given: 'h1', parameters: { host: '', port: '' }, hosts: 'h1:5432' },
]

for (const { given, parameters = {}, environment = {}, hosts } of HOSTS)
  test(`the hosts '${given}' with ${JSON.stringify({ ...parameters, ...environment })} are ${hosts}`, () => {
    assert.equal(readHosts(given, parameters, environment).map(formatHost).join(' '), hosts)
  })

test('several hosts leave everything else in the URL as it is', () => {
  const { url, hosts } = parseConnectionUrl('postgres://u:p%40,x@h1,h2:5433/sms?application_name=a&sslmode=require')
  assert.equal(url, 'postgres://u:p%40,x@localhost/sms?application_name=a')
  assert.equal(hosts.map(formatHost).join(' '), 'h1:5432 h2:5433')
})

test('a single host and any session: the drivers connect by themselves', () => {
  const { postgres, pg } = readConnection(`${BASE}?sslmode=disable`)
  assert.deepEqual(postgres.options, { host: ['db.internal'], port: [5433], ssl: false })
  assert.deepEqual(pg, { connectionString: `${URL_OF_BASE}?host=db.internal&port=5433`, ssl: false })
  assert.deepEqual(readConnection(`${BASE}?host=/run/pg`).postgres.options, {
    path: '/run/pg/.s.PGSQL.5433',
    ssl: false,
  })
})

interface RefusedRow {
  readonly from: string
  readonly problem: RegExp
  readonly remedy: RegExp
}

const REFUSED: readonly RefusedRow[] = [
  {
    from: '?sslmode=sure',
    problem: /sslmode is 'sure'/,
    remedy: /disable, allow, prefer, require, verify-ca, verify-/,
  },
  { from: '?sslmode=no-verify', problem: /sslmode is 'no-verify'/, remedy: /require/ },
  { from: '?sslmode=', problem: /sslmode is ''/, remedy: /require/ },
  { from: '?ssl=1', problem: /ssl is '1'/, remedy: /sslmode=require/ },
  { from: '?sslcrl=/etc/crl.pem', problem: /sslcrl is not supported/, remedy: /Leave it out/ },
  { from: '?sslmode=require&sslpassword=x', problem: /sslpassword is not supported/, remedy: /Leave it out/ },
  { from: '?sslmode=require&channel_binding=require', problem: /channel_binding is not/, remedy: /Leave it out/ },
  { from: '?sslmode=require&uselibpqcompat=true', problem: /uselibpqcompat is not/, remedy: /Leave it out/ },
  { from: '?sslmode=require&sslrootcert=system', problem: /sslmode is 'require'/, remedy: /sslmode=verify-full/ },
  { from: '?sslrootcert=/etc/ca.pem', problem: /sslrootcert has no effect/, remedy: /sslmode=verify-full/ },
  { from: '?sslcert=/c.pem&sslkey=/k.pem', problem: /sslcert has no effect/, remedy: /sslmode=verify-full/ },
  { from: '?sslmode=prefer&sslcert=/c.pem', problem: /sslcert cannot be used with sslmode=prefer/, remedy: /require/ },
  { from: '?sslmode=require&sslkey=/k.pem', problem: /sslkey has no effect without sslcert/, remedy: /sslcert=FILE/ },
  {
    from: '?sslmode=require&sslrootcert=/nowhere/ca.pem',
    problem: /\/nowhere\/ca\.pem \(sslrootcert\) cannot be read: ENOENT/,
    remedy: /full path/,
  },
  {
    from: '?target_session_attrs=readwrite',
    problem: /target_session_attrs is 'readwrite'/,
    remedy: /any, read-write, /,
  },
  { from: '?target_session_attrs=', problem: /target_session_attrs is ''/, remedy: /prefer-standby/ },
  { from: '?load_balance_hosts=random', problem: /load_balance_hosts is not supported/, remedy: /Leave it out/ },
  { from: '?hostaddr=10.0.0.1', problem: /hostaddr is not supported/, remedy: /Leave it out/ },
  {
    from: '?port=5432,5433',
    problem: /1 hosts \(db.internal\) and 2 ports \(5432, 5433\)/,
    remedy: /one port for all/,
  },
  { from: '?host=h1,h2&port=1,2,3', problem: /2 hosts \(h1, h2\) and 3 ports/, remedy: /in the same order/ },
  { from: '?host=h1,,h3', problem: /list of hosts has an empty entry/, remedy: /between any two commas/ },
  { from: '?port=70000', problem: /port '70000' is not a number from 1 to 65535/, remedy: /5432/ },
  { from: '?port=x', problem: /port 'x' is not a number/, remedy: /5432/ },
  { from: '?host=/run/pg,h1&sslmode=require', problem: /\/run\/pg is a local socket/, remedy: /leave out sslmode/ },
  { from: '?sslmode=prefer&sslrootcert=/nowhere/ca.pem', problem: /\(sslrootcert\) cannot be read/, remedy: /path/ },
  {
    from: `?sslmode=require&sslrootcert=${pathOf('server-key')}`,
    problem: /server-key\.pem \(sslrootcert\) has no certificate/,
    remedy: /PEM/,
  },
  {
    from: `?sslmode=require&sslcert=${pathOf('client')}&sslkey=/nowhere/key.pem`,
    problem: /\(sslkey\) cannot be read/,
    remedy: /full path/,
  },
  {
    from: `?sslmode=require&sslcert=${pathOf('client')}&sslkey=${pathOf('server-key')}`,
    problem: /\(sslcert\) and the key .* cannot be used together: .*mismatch/,
    remedy: /its own key/,
  },
]

for (const { from, problem, remedy } of REFUSED)
  test(`${from} is refused`, () => assertRefused(`${BASE}${from}`, problem, remedy))

const NO_URLS = [
  '',
  'db.internal',
  'host=db.internal dbname=sms',
  'mysql://db.internal/sms',
  'postgres://u%zz@h1%zz/sms',
  // Passwords that end early.
  'postgres://u:p%40/x@db.internal/sms',
  'postgres://u:p%40?x@db.internal/sms',
  'postgres://u:1/x@db.internal/sms',
]

for (const url of NO_URLS)
  test(`'${url}' is refused`, () => assertRefused(url, /not the URL of a Postgres/, /postgres:\/\/USER/))

function assertRefused(url: string, problem: RegExp, remedy: RegExp): void {
  assert.throws(
    () => readConnection(url),
    (error) => {
      assert.ok(error instanceof DatabaseUrlError, String(error))
      assert.match(error.problem, problem)
      assert.match(error.remedy, remedy)
      assert.doesNotMatch(error.message, /p%40/)
      return true
    },
  )
}
