import type { AdapterCase } from '@heliograph/testkit'

const POLICY =
  /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/

const isPage = (text: string) => /nonce="[A-Za-z0-9+/]{22}=="/.test(text) && !text.includes('__CSP_NONCE__')

/** Addresses of the portal itself, and some that only look as if they led out of its folder. */
const paths = [
  '/portal/',
  '/portal/index.html',
  '/portal/messages/4711',
  '/portal/contacts/27821234567?group=2',
  '/portal/..%2f..%2fpackage.json',
  '/portal/%2e%2e/%2e%2e/etc/passwd',
  '/portal/.vite/manifest.json',
  '/portal/notes.md',
  '/portal/assets%2findex-aaaa.js.br%00',
  '/portal//logo.svg',
  '/portal/__proto__',
]

export const pageCases: readonly AdapterCase[] = [
  ...paths.map((path): AdapterCase => {
    const [plain = '', query] = path.split('?')
    return {
      name: `shows the page at ${path}`,
      request: { path: plain, ...(query !== undefined && { query }) },
      expect: plain.includes('assets%2f')
        ? { status: 404 }
        : {
            status: 200,
            headers: {
              'content-type': 'text/html; charset=utf-8',
              'cache-control': 'no-cache',
              'content-security-policy': POLICY,
              'x-frame-options': 'DENY',
              'referrer-policy': 'no-referrer',
              etag: undefined,
            },
            body: isPage,
          },
    }
  }),
  ...['/portal/log-in', '/portal/log-in/'].map(
    (path): AdapterCase => ({
      name: `shows the page that ${path} has of its own`,
      request: { path },
      expect: {
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'content-security-policy': POLICY,
        },
        body: (text: string) => isPage(text) && text.includes('log-in-aaaa.js'),
      },
    }),
  ),
  {
    name: 'shows the page of all others below one that has its own',
    request: { path: '/portal/log-in/more' },
    expect: { status: 200, body: (text: string) => isPage(text) && text.includes('index-aaaa.js') },
  },
  {
    name: 'leads from the bare name to the portal',
    request: { path: '/portal' },
    expect: { status: 302, headers: { location: '/portal/' } },
  },
  {
    name: 'refuses a path with a broken escape',
    request: { path: '/portal/%zz' },
    expect: { status: 400, body: /broken percent escape/ },
  },
  {
    name: 'takes no other method',
    request: { method: 'POST', path: '/portal/' },
    expect: { status: 405, headers: { allow: /GET/ } },
  },
]
