import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest, HttpResponse, PortalPage } from '@heliograph/contracts'
import { createRouter, inject, pageMount } from '../src/index.ts'

const requests: HttpRequest[] = []

const page = (answer: (request: HttpRequest) => HttpResponse): PortalPage => ({
  id: 'points',
  title: { en: 'Points' },
  icon: 'chart',
  roles: ['user'],
  files: ['/', '/js/:name'].map((path) => ({
    method: 'GET',
    path,
    handler(request) {
      requests.push(request)
      return answer(request)
    },
  })),
})

const logger = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {}, child: () => logger }

function ask(url: string, answer: (request: HttpRequest) => HttpResponse, headers: Record<string, string> = {}) {
  const mount = pageMount('loyalty-eu', [page(answer)])
  assert.ok(mount)
  requests.length = 0
  return inject(createRouter([mount], { logger }), { method: 'GET', url, headers })
}

const FOLDER = '/plugin-pages/loyalty-eu/points'

for (const [url, path] of [
  [FOLDER, '/'],
  [`${FOLDER}/`, '/'],
  [`${FOLDER}/js/page.js?v=1`, '/js/page.js'],
] as const) {
  test(`${url} is the file that the page declares at ${path}`, async () => {
    assert.equal((await ask(url, () => ({ status: 200, body: 'x' }))).text, 'x')
    assert.deepEqual([requests[0]?.path.replace(/(.)\/$/, '$1'), requests.length], [path, 1])
  })
}

test('no credential reaches a page, and none goes out from it', async () => {
  const sent = { cookie: 'a=1', authorization: 'Bearer x', 'x-api-key': 'y', 'x-csrf-token': 'z', accept: '*/*' }
  const { headers } = await ask(FOLDER, () => ({ status: 200, headers: { 'Set-Cookie': 'b=1' } }), sent)
  const names = Object.keys(requests[0]?.headers ?? {})
  for (const name of ['cookie', 'authorization', 'x-api-key', 'x-csrf-token']) assert.ok(!names.includes(name), name)
  assert.ok(names.includes('accept'))
  assert.equal(headers['set-cookie'], undefined)
})

test('a page cannot loosen what it may do, whatever it answers', async () => {
  const own = {
    'Content-Security-Policy': 'default-src *',
    'X-Frame-Options': 'ALLOWALL',
    'cache-control': 'max-age=60',
  }
  for (const answer of [
    () => ({ status: 200, headers: own }),
    () => {
      throw new Error('broken')
    },
  ]) {
    const { headers } = await ask(FOLDER, answer)
    assert.match(String(headers['content-security-policy']), /^sandbox allow-scripts allow-forms; default-src 'none'; /)
    assert.deepEqual([headers['x-frame-options'], headers['x-content-type-options']], ['SAMEORIGIN', 'nosniff'])
  }
  assert.equal((await ask(FOLDER, () => ({ status: 200, headers: own }))).headers['cache-control'], 'max-age=60')
})

test('without pages there is nothing to serve', () => {
  assert.equal(pageMount('loyalty-eu', []), undefined)
})
