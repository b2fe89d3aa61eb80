import assert from 'node:assert/strict'
import { type FuzzAnswer, fuzzAdapter, spoiledRequests, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import { ACCOUNT, docsWeb, SCRIPT } from './site.ts'

/** The answer is a file of the folder or an error, never anything else on this machine. */
function assertAnswer({ response: { headers, status, text } }: FuzzAnswer): void {
  const seen = `${status} ${text.slice(0, 500)}`
  assert.ok([200, 302, 304, 400, 404, 405].includes(status), seen)
  if (status !== 200) return
  assert.equal(headers['x-content-type-options'], 'nosniff', seen)
  assert.match(headers['content-security-policy'] ?? '', /frame-ancestors 'none'/, seen)
}

const words = fc.string({ maxLength: 60 })
const segment = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ''))),
  fc.constantFrom('..', '%2e%2e', '..%2f..', '%00', '%', '%5c..', 'assets', 'guides', 'index.html', '', '__proto__'),
)

fuzzAdapter(docsWeb, {
  world: { config: {}, account: ACCOUNT, base: { method: 'GET', path: '/docs/' } },
  seed: 20261128,
  kinds: [
    {
      name: 'paths of anything',
      share: 0.6,
      requests: fc
        .array(segment, { maxLength: 6 })
        .map((segments): TestRequest => ({ path: `/docs/${segments.join('/')}` })),
    },
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
