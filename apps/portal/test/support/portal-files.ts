import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { API_VERSION, defineAdapter, type HttpRequest, type HttpResponse } from '@heliograph/contracts'
import { NONCE_PLACEHOLDER, PORTAL_FILES } from '../../files.js'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves the built pages with the policy that they have to work with. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'portal-files',
  version: '0.0.0',
  configSchema: { type: 'object', properties: {} },
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: {},
  create: () => ({
    formatError: () => ({ status: 404, headers: {}, body: 'There is no such file' }),
    routes: [
      { method: 'GET', path: '/portal/*', handler: ({ path }: HttpRequest) => serve(path.slice('/portal/'.length)) },
      { method: 'GET', path: '/portal', handler: () => serve('') },
    ],
  }),
} as never)

async function serve(path: string): Promise<HttpResponse> {
  const type = TYPES[extname(path)]
  if (type === undefined) return servePage()
  const body = await readFile(new URL(path, PORTAL_FILES))
  return { status: 200, headers: { 'content-type': type }, body }
}

async function servePage(): Promise<HttpResponse> {
  const nonce = randomBytes(16).toString('base64')
  const page = await readFile(new URL('index.html', PORTAL_FILES), 'utf8')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "manifest-src 'self'",
  ]
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy.join('; ') },
    body: page.replaceAll(NONCE_PLACEHOLDER, nonce),
  }
}
