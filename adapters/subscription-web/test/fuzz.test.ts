import assert from 'node:assert/strict'
import { type FuzzAnswer, fuzzAdapter, spoiledRequests, type TestRequest } from '@heliograph/testkit'
import fc from 'fast-check'
import subscriptionWeb from '../src/index.ts'
import { ACCOUNT, linkOf, MOBILE } from './requests.ts'

const SEED = 20260110

/** Asserts that every answer is a page, and that only a GET gets a page with status 200. */
function assertPage({ kit, request, response }: FuzzAnswer): void {
  const { headers, status, text } = response
  const seen = `${status} ${text.slice(0, 500)}`
  assert.ok([200, 400, 404, 405].includes(status), seen)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8', seen)
  if (request.method !== 'HEAD') assert.match(text, /<h1>[^<]+<\/h1>/, seen)
  assert.ok((request.method ?? 'GET') === 'GET' || text === '' || status !== 200, seen)
  kit.clock.advance(60_000)
}

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((octets) => Buffer.from(octets).toString('hex').replace(/../g, '%$&')),
  fc.integer().map(String),
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[ #?]/g, '+')),
  fc.constantFrom(
    MOBILE,
    `+${MOBILE}`,
    `%2B${MOBILE}`,
    '1001',
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '%00',
    '%',
    '%zz',
    '%ED%A0%80',
  ),
)

const anyLink = fc
  .tuple(fc.constantFrom('out', 'in', 'OUT', 'up', ''), piece, piece, fc.constantFrom('', '/', '/x'))
  .map(
    ([direction, mobile, clientId, rest]): TestRequest => ({
      path: linkOf(direction as 'out', mobile, clientId) + rest,
    }),
  )

const tags = fc.string({ maxLength: 60 })

fuzzAdapter(subscriptionWeb, {
  world: {
    config: { clientsPerAddress: 1_000_000, changesPerAddress: 1_000_000, changesPerHour: 1_000_000 },
    account: ACCOUNT,
    base: { method: 'GET', path: linkOf('out') },
  },
  seed: SEED,
  kinds: [
    { name: 'links with anything in their places', share: 0.6, requests: anyLink },
    {
      name: 'a good link with any language and purpose',
      share: 0.2,
      requests: fc.tuple(tags, tags).map(([language, purpose]) => ({
        headers: { 'accept-language': language, 'sec-purpose': purpose },
      })),
    },
    {
      name: 'a good link spoiled for servers',
      share: 0.2,
      requests: spoiledRequests([{ path: linkOf('out') }, { path: linkOf('in') }]),
    },
  ],
  check: assertPage,
})
