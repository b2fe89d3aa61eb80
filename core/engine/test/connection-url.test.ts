import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectionUrl, parseConnectionUrl } from '../src/database/connection-url.ts'
import { DatabaseUrlError } from '../src/database/database-url-error.ts'
import { readConnection } from '../src/database/read-connection.ts'
import { pathOf } from './support/tls-server.ts'

const BASE = 'postgres://u:p%40@db.internal:5433/sms'

interface ReadRow extends Partial<ConnectionUrl> {
  readonly from: string
}

const READ: readonly ReadRow[] = [
  { from: '', url: BASE, host: 'db.internal', isLocalSocket: false, mode: 'disable', rootCertificate: undefined },
  { from: '?application_name=a%20b', url: `${BASE}?application_name=a%20b`, mode: 'disable' },
  { from: '?sslmode=disable', url: BASE, mode: 'disable' },
  { from: '?sslmode=require&connect_timeout=3', url: `${BASE}?connect_timeout=3`, mode: 'require' },
  { from: '?sslmode=prefer&sslmode=verify-ca', url: BASE, mode: 'verify-ca' },
  { from: '?ssl=true', url: BASE, mode: 'require' },
  { from: '?ssl=true&sslmode=verify-full', url: BASE, mode: 'verify-full' },
  { from: '?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem', url: BASE, rootCertificate: '/etc/ca.pem' },
  { from: '?sslmode=require&sslrootcert=', url: BASE, rootCertificate: undefined },
  { from: '?sslrootcert=system', url: BASE, mode: 'verify-full', rootCertificate: 'system' },
  { from: '?sslmode=disable&sslrootcert=/etc/ca.pem', url: BASE, mode: 'disable' },
  { from: '?sslmode=require&sslcert=/c.pem&sslkey=/k.pem', url: BASE, certificate: '/c.pem', key: '/k.pem' },
  { from: '?host=other.internal&sslmode=verify-full', url: `${BASE}?host=other.internal`, host: 'other.internal' },
  { from: '?host=/run/pg&sslmode=verify-full', host: '/run/pg', isLocalSocket: true, mode: 'disable' },
]

for (const { from, ...expected } of READ)
  test(`${from || 'nothing on TLS'} is read`, () => {
    const read = parseConnectionUrl(`${BASE}${from}`)
    for (const [name, value] of Object.entries(expected)) assert.equal(Reflect.get(read, name), value, name)
  })

test('the address of a server in brackets is its host', () => {
  assert.equal(parseConnectionUrl('postgresql://[2001:db8::1]/sms').host, '2001:db8::1')
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

for (const url of ['', 'db.internal', 'host=db.internal dbname=sms', 'mysql://db.internal/sms'])
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
