import assert from 'node:assert/strict'
import { type FuzzAnswer, fuzzAdapter, spoiledRequests, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import { ACCOUNT, portalWeb, SCRIPT } from './pages.ts'

const SEED = 20261122

/** The answer is the page, a file of the folder or an error, never anything else on this machine. */
function assertAnswer({ response }: FuzzAnswer): void {
  const { headers, status, text } = response
  const seen = `${status} ${text.slice(0, 500)}`
  assert.ok([200, 302, 304, 400, 404, 405].includes(status), seen)
  if (status !== 200) return
  assert.equal(headers['x-content-type-options'], 'nosniff', seen)
  assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/, seen)
  assert.ok(!text.includes('__CSP_NONCE__'), seen)
}

const segment = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '..%2f..',
    '%00',
    '%',
    '%zz',
    '%5c..',
    'assets',
    'api',
    '.vite',
    'index.html',
    '',
    '~',
    '__proto__',
  ),
)
const anyPath = fc
  .array(segment, { maxLength: 6 })
  .map((segments): TestRequest => ({ path: `/portal/${segments.join('/')}` }))
const words = fc.string({ maxLength: 60 })

fuzzAdapter(portalWeb, {
  world: { config: {}, account: ACCOUNT, base: { method: 'GET', path: '/portal/' } },
  seed: SEED,
  kinds: [
    { name: 'paths of anything', share: 0.6, requests: anyPath },
    {
      name: 'a file with any conditions',
      share: 0.2,
      requests: fc.tuple(words, words).map(([encoding, etag]) => ({
        path: SCRIPT,
        headers: { 'accept-encoding': encoding, 'if-none-match': etag },
      })),
    },
    { name: 'a good request spoiled for servers', share: 0.2, requests: spoiledRequests([{ path: SCRIPT }, {}]) },
  ],
  check: assertAnswer,
})
