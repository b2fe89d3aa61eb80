import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDatabaseTrouble } from '../src/database-error.ts'

interface Row {
  readonly code: string
  readonly message: string
  readonly described: RegExp
}

const ROWS: readonly Row[] = [
  { code: 'ECONNREFUSED', message: '', described: /used: ECONNREFUSED\. Check database\.url/ },
  { code: '28P01', message: 'password authentication failed', described: /failed\. Check database\.url/ },
  {
    code: '28000',
    message: 'no pg_hba.conf entry for host "10.0.0.1", no encryption',
    described: /sslmode=verify-full/,
  },
  { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate', described: /Let sslrootcert/ },
  { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: 'unable to verify', described: /Let sslrootcert/ },
  { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired', described: /renew what has expired/ },
  { code: 'ERR_TLS_CERT_ALTNAME_INVALID', message: "Host: db. is not in the cert's", described: /as its certificate/ },
  { code: 'EPROTO', message: 'write EPROTO: wrong version number', described: /ssl = on/ },
  { code: 'NO_SUITABLE_HOST', message: 'no host suits target_session_attrs=read-write: h1', described: /each host of/ },
  {
    code: '08P01',
    message: 'unsupported startup parameter: search_path',
    described: /database\.pooler.*database\.directUrl/,
  },
  {
    code: 'ECONNRESET',
    message: 'Client network socket disconnected before secure TLS connection was established',
    described: /ssl = on/,
  },
]

for (const { code, message, described } of ROWS)
  test(`trouble with the database: ${code}`, () => {
    assert.match(describeDatabaseTrouble(Object.assign(new Error(message), { code })) ?? '', described)
  })

test('other errors are no trouble with the database', () => {
  for (const error of [new Error('x'), Object.assign(new Error('x'), { code: '42601' }), undefined])
    assert.equal(describeDatabaseTrouble(error), undefined)
})
