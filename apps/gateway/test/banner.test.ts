import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBanner } from '../src/banner.ts'
import type { Addresses, Gateway } from '../src/gateway.ts'

function bannerOf(instances: Addresses['instances'], portal?: Gateway['portal']): readonly string[] {
  const addresses = { http: 'http://h:1', admin: 'http://a:2', instances }
  return formatBanner({ addresses, httpServer: null, demo: undefined, portal, examples: {} }, '/data')
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

test('the portal is shown with a link to log in by, or with the command that makes one', () => {
  const url = 'http://h:1/portal/'
  assert.ok(!bannerOf({}).some((line) => line.includes('portal')))
  const link = bannerOf({}, { url, logInLink: `${url}log-in#token` })
  assert.deepEqual(link.slice(2, 6), [
    '',
    'Open the portal with this link (good once, for 15 minutes):',
    '',
    `${url}log-in#token`,
  ])
  const lines = bannerOf({}, { url })
  assert.ok(lines.includes(`The portal: ${url}`))
  assert.ok(lines.some((line) => line.endsWith('user log-in-link EMAIL')))
})
