import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBanner } from '../src/banner.ts'
import type { Addresses } from '../src/gateway.ts'

function bannerOf(instances: Addresses['instances']): readonly string[] {
  const addresses = { http: 'http://h:1', admin: 'http://a:2', instances }
  return formatBanner({ addresses, httpServer: null, demo: undefined, examples: {} }, '/data')
}

test('the banner lists the ports of every adapter that has its own, by instance', () => {
  const lines = bannerOf({ smpp: { port: 2775, tlsPort: 3550 }, ucp: { port: 5000 } })
  const from = lines.findIndex((line) => line.includes('/sms/2/docs'))
  assert.deepEqual(lines.slice(from + 1, from + 4), [
    '  smpp           port 2775, TLS on 3550',
    '  ucp            port 5000',
    '  Health         http://a:2/readyz',
  ])
})

test('a long name of an instance keeps its distance', () => {
  const lines = bannerOf({ 'customers-in-europe': { port: 1 } })
  assert.ok(lines.includes('  customers-in-europe port 1'))
})
