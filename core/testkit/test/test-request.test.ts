import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeRequests, type TestRequest, toInjectedRequest } from '../src/conformance/test-request.ts'

const CERTIFICATE = { subject: 'CN=acme', subjectAltNames: [], fingerprint: '00', validUntil: new Date(0) }

const OCTETS: readonly { readonly name: string; readonly request: TestRequest; readonly is: object }[] = [
  { name: 'nothing', request: {}, is: { method: 'GET', url: '/', headers: {}, body: '' } },
  {
    name: 'JSON',
    request: { method: 'POST', path: '/a', json: { b: [1] } },
    is: { method: 'POST', url: '/a', headers: { 'content-type': 'application/json' }, body: '{"b":[1]}' },
  },
  {
    name: 'a certificate',
    request: { clientCertificate: CERTIFICATE },
    is: { clientCertificate: CERTIFICATE },
  },
  { name: 'JSON that is null', request: { json: null }, is: { body: 'null' } },
  {
    name: 'a form',
    request: { form: { to: '+27', text: 'a b&ü', c: ['1', '2'] } },
    is: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'to=%2B27&text=a+b%26%C3%BC&c=1&c=2',
    },
  },
  {
    name: 'a Content-Type of its own',
    request: { json: 1, headers: { 'Content-Type': 'text/json' } },
    is: { headers: { 'content-type': 'text/json' } },
  },
  { name: 'no Content-Type', request: { json: 1, headers: { 'Content-Type': undefined } }, is: { headers: {} } },
  { name: 'a query as sent', request: { path: '/a', query: 'b=%zz&&' }, is: { url: '/a?b=%zz&&' } },
  {
    name: 'a query of parameters',
    request: { path: '/a', query: { b: 'c d', e: ['1', '2'] } },
    is: { url: '/a?b=c+d&e=1&e=2' },
  },
]

describe('toInjectedRequest', () => {
  for (const { is, name, request } of OCTETS) {
    test(name, () => {
      const { body, ...rest } = toInjectedRequest(request)
      const whole: Record<string, unknown> = { ...rest, body: Buffer.from(body ?? '').toString() }
      for (const [field, value] of Object.entries(is)) assert.deepEqual(whole[field], value, field)
    })
  }
})

describe('mergeRequests', () => {
  const base: TestRequest = { method: 'POST', path: '/a', headers: { 'X-Key': 'k', Accept: 'a' }, json: { b: 1 } }

  test('lets the row win, header by header whatever their case', () => {
    const merged = mergeRequests(base, { path: '/b', headers: { 'x-key': 'other', accept: undefined } })
    assert.deepEqual(merged.headers, { 'x-key': 'other', accept: undefined })
    assert.deepEqual([merged.method, merged.path, merged.json], ['POST', '/b', { b: 1 }])
  })

  test('replaces a body by one of another kind', () => {
    const { form, json } = mergeRequests(base, { form: { c: 'd' } })
    assert.deepEqual([form, json], [{ c: 'd' }, undefined])
  })

  test('keeps what the row leaves undefined', () => {
    assert.equal(mergeRequests(base, { method: undefined }).method, 'POST')
  })
})
