import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { certificateEnd } from '@heliograph/runtime'
import { checkCertificate } from '../src/check/check-certificate.ts'
import { checkOutgoingTls } from '../src/check/check-outgoing-tls.ts'

const PEM = readFileSync(new URL('../../../core/http/test/fixtures/http-tls/cert.pem', import.meta.url), 'utf8')
const END = certificateEnd(PEM) as number
const DAY_MS = 86_400_000

for (const [name, pem, days, warning, message] of [
  ['good for long', PEM, 14, undefined, /^good until 2126-10-27$/],
  ['ends within 14 days', PEM, 13.99, true, /^It ends in 13 days, on 2126-10-27\.$/],
  ['ends tomorrow', PEM, 1.5, true, /^It ends in 1 day,/],
  ['ends today', PEM, 0.5, true, /^It ends in 0 days,/],
  ['has ended', PEM, -0.5, true, /^It ended on 2126-10-27/],
  ['with a chain after it', `${PEM}\n${PEM}`, 14, undefined, /^good until/],
  ['no certificate', 'nothing', 0, true, /no certificate that can be read/],
] as const)
  test(`a certificate that is ${name}`, () => {
    const finding = checkCertificate('certificate of http', pem, END - days * DAY_MS)
    assert.deepEqual([finding.ok, finding.warning], [true, warning])
    assert.match(finding.message, message)
  })

test('what instances show to servers is examined, and the authorities that they trust', () => {
  const plan = [
    { id: 'plain', outgoingTls: undefined },
    { id: 'shows', outgoingTls: { cert: PEM, key: 'fits' } },
    { id: 'trusts', outgoingTls: { ca: PEM } },
  ]
  assert.deepEqual(
    checkOutgoingTls(plan).map(({ name, message }) => [name, message]),
    [
      ['outgoing TLS of shows', 'certificate and key fit'],
      ['outgoing TLS of shows', 'good until 2126-10-27'],
      ['outgoing TLS of trusts, authority', 'good until 2126-10-27'],
    ],
  )
})
