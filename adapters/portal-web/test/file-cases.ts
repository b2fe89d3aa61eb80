import type { AdapterCase } from '@heliograph/testkit'
import { SCRIPT } from './pages.ts'

const script = /quick brown fox/
const immutable = 'public, max-age=31536000, immutable'

/** The form of a file that a browser gets for each `Accept-Encoding`. */
const encodings: readonly (readonly [accepted: string | undefined, encoding: string | undefined])[] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  ['br;q=0, gzip;q=0.000', undefined],
  ['br gzip', undefined],
  [undefined, undefined],
]

const encodingCases = encodings.map(
  ([accepted, encoding]): AdapterCase => ({
    name: `sends a script ${encoding ?? 'as it is'} to who takes ${accepted ?? 'no coding'}`,
    request: { path: SCRIPT, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } },
    expect: {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': encoding,
        'cache-control': immutable,
        vary: 'accept-encoding',
        etag: /^"[\w-]{43}"$/,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
      ...(encoding === undefined && { body: script }),
    },
  }),
)

export const fileCases: readonly AdapterCase[] = [
  ...encodingCases,
  {
    name: 'sends a file without smaller forms as it is',
    request: { path: '/portal/assets/index-bbbb.css', headers: { 'accept-encoding': 'br' } },
    expect: { status: 200, headers: { 'content-encoding': undefined, vary: undefined }, body: /margin/ },
  },
  {
    name: 'lets the worker of the stream of changes connect to here, and to nothing else',
    request: { path: '/portal/assets/live-worker-cc_c-c.js' },
    expect: {
      status: 200,
      headers: { 'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'" },
    },
  },
  {
    name: 'has a file asked for again whose name stays the same',
    request: { path: '/portal/logo.svg' },
    expect: { status: 200, headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-cache' } },
  },
  {
    name: 'lets frames without an origin load the script by which pages of plugins talk to the portal',
    request: { path: '/portal/bridge.js' },
    expect: {
      status: 200,
      headers: {
        'access-control-allow-origin': '*',
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
      },
    },
  },
  {
    name: 'keeps the other files to pages of its own origin',
    request: { path: SCRIPT },
    expect: {
      status: 200,
      headers: { 'access-control-allow-origin': undefined, 'cross-origin-resource-policy': 'same-origin' },
    },
  },
  {
    name: 'answers HEAD without the file',
    request: { method: 'HEAD', path: SCRIPT },
    expect: { status: 200, headers: { etag: /^"/ }, body: '' },
  },
  ...['/portal/assets/index-cccc.js', '/portal/assets/', '/portal/assets', '/portal/api/2/me'].map(
    (path): AdapterCase => ({
      name: `has no page for ${path}`,
      request: { path },
      expect: { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: /nothing at this address/ },
    }),
  ),
]
