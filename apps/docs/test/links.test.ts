import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createSiteLinks, mapTargets } from '../src/links.ts'
import type { SitePage } from '../src/site.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const PAGES: readonly SitePage[] = [
  { path: 'index', title: 'Start', source: 'README.md' },
  { path: 'moving/twilio', title: 'From Twilio', source: 'adapters/twilio/README.md' },
]

/** A target in the README of an adapter, and where it leads on the site. */
const TARGETS: readonly (readonly [target: string, expected: string])[] = [
  ['../twilio/README.md', '/moving/twilio.md'],
  ['../twilio', '/moving/twilio.md'],
  ['../twilio/README.md#config', '/moving/twilio.md#config'],
  ['../../README.md#start', '/index.md#start'],
  ['#config', '#config'],
  ['https://example.com/a.md', 'https://example.com/a.md'],
  ['../../LICENSE', 'https://github.com/heliograph/heliograph/blob/main/LICENSE'],
  ['../../core/engine', 'https://github.com/heliograph/heliograph/tree/main/core/engine'],
  ['../../apps/portal/public/logo.svg', '/pictures/apps/portal/public/logo.svg'],
]

test('a target leads to a page of the site, or to the file in the repository', () => {
  const links = createSiteLinks(PAGES, ROOT)
  for (const [target, expected] of TARGETS) assert.equal(links.resolve('adapters/basic/README.md', target), expected)
  assert.deepEqual([links.dead, [...links.pictures]], [[], ['apps/portal/public/logo.svg']])
})

test('a target that does not exist is remembered, with its page', () => {
  const links = createSiteLinks(PAGES, ROOT)
  links.resolve('adapters/basic/README.md', '../nothing/README.md')
  assert.deepEqual(links.dead, ['adapters/basic/README.md: ../nothing/README.md'])
})

/** Texts with links, and what becomes of them when each target gets a star. */
const TEXTS: readonly (readonly [name: string, text: string, expected: string])[] = [
  ['a link', 'see [a](b.md), and ![c](d.png)', 'see [a](*b.md), and ![c](*d.png)'],
  ['a link with code in its text', '[`a`](b)', '[`a`](*b)'],
  ['code that looks like a link', '`[a](b)` and [c](d)', '`[a](b)` and [c](*d)'],
  ['code over two lines', '`a\n[b](c)` [d](e)', '`a\n[b](c)` [d](*e)'],
  ['a backtick that is never closed', 'a ` b\n\n[c](d) `e`', 'a ` b\n\n[c](*d) `e`'],
  ['a fenced block', '```sh\n[a](b)\n```\n[c](d)', '```sh\n[a](b)\n```\n[c](*d)'],
]

for (const [name, text, expected] of TEXTS)
  test(`${name}: only links are changed`, () =>
    assert.equal(
      mapTargets(text, (target) => `*${target}`),
      expected,
    ))

test('a fenced block that begins inside of another one is refused', () => {
  assert.throws(() => mapTargets('```ts\na\n## b\n```ts\nc\n```', String), /a fenced block is not closed before ```ts/)
})
