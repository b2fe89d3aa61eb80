import type { AdapterCase } from '@heliograph/testkit'
import { SCRIPT } from './site.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
}

/** Addresses without a page, and some that only look as if they led out of the folder. */
const MISSING = [
  '/docs/guides',
  '/docs/notes.md',
  '/docs/assets/app-bbbb.js',
  '/docs/assets/app-aaaa.js.br',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e/%2e%2e/etc/passwd',
  '/docs//logo.svg',
  '/docs/__proto__',
]

export const cases: readonly AdapterCase[] = [
  {
    name: 'shows the first page',
    request: { path: '/docs/' },
    expect: { status: 200, headers: { ...PAGE, etag: /^"/, 'x-frame-options': 'DENY' }, body: /<title>Start</ },
  },
  {
    name: 'shows a page of a folder',
    request: { path: '/docs/guides/install.html' },
    expect: { status: 200, headers: PAGE, body: /<title>Install</ },
  },
  {
    name: 'leads from the bare name to the first page',
    request: { path: '/docs' },
    expect: { status: 302, headers: { location: '/docs/' } },
  },
  {
    name: 'serves the compressed form of a file that is kept for a year',
    request: { path: SCRIPT, headers: { 'accept-encoding': 'br' } },
    expect: {
      status: 200,
      headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
      body: 'brotli',
    },
  },
  {
    name: 'lets a file that is opened on its own do nothing',
    request: { path: '/docs/logo.svg' },
    expect: {
      status: 200,
      headers: {
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
    },
  },
  ...MISSING.map(
    (path): AdapterCase => ({
      name: `has no page at ${path}`,
      request: { path },
      expect: { status: 404, headers: PAGE, body: /<title>Not found</ },
    }),
  ),
  {
    name: 'shows that a page is missing to a browser that has seen that before',
    request: { path: '/docs/none', headers: { 'if-none-match': '*' } },
    expect: { status: 404, body: /<title>Not found</ },
  },
  {
    name: 'refuses a path with a broken escape',
    request: { path: '/docs/%zz' },
    expect: { status: 400, body: /broken percent escape/ },
  },
  {
    name: 'takes no other method',
    request: { method: 'POST', path: '/docs/' },
    expect: { status: 405, headers: { allow: /GET/ } },
  },
]
